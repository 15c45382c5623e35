# SPDX-License-Identifier: MIT
#
# Sourced by the other scripts: installs what is missing and builds. Needs $root, the top
# of the project. Every message goes to standard error, standard input is left alone.

say() {
    printf '%s\n' "$*" >&2
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# Installs Debian packages; fails, with a message, where that is not possible.
install_packages() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo)
    fi
    if ! has apt-get || { [ ${#as_root[@]} -gt 0 ] && ! has sudo; }; then
        say "Missing, please install the packages: $*"
        return 1
    fi
    say "Installing $*"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y)
    local install=("${apt[@]}" install --no-install-recommends "$@")
    # The package lists are fetched only if the ones at hand are missing or too old.
    if "${install[@]}" </dev/null >/dev/null 2>&1; then
        return 0
    fi
    if "${apt[@]}" update </dev/null >&2 && "${install[@]}" </dev/null >&2; then
        return 0
    fi
    say "Cannot install, please do it by hand: $*"
    return 1
}

# Can the compiler ($1) of the language ($2) find the header ($3)?
has_header() {
    printf '#include <%s>\n' "$3" | "$1" -x "$2" -E - >/dev/null 2>&1
}

# Installs what a build needs.
install_build_tools() {
    local missing=()
    if ! has "${CC:-cc}" && ! has gcc && ! has clang; then
        missing+=(gcc libc6-dev)
    elif [ ! -e "$root/build/build.ninja" ] && ! has_header "${CC:-cc}" c stdio.h; then
        missing+=(gcc libc6-dev)
    fi
    has meson || missing+=(meson)
    has ninja || missing+=(ninja-build)
    has pkg-config || missing+=(pkg-config)
    [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}" || return
    # What can be done without is asked for once, not at every start.
    [ -e "$root/build/build.ninja" ] || pkg-config --exists libedit 2>/dev/null ||
        install_packages libedit-dev ||
        say "A game in the terminal will do without editing of lines."
    [ -e "$root/build/build.ninja" ] || pkg-config --exists libseccomp 2>/dev/null ||
        install_packages libseccomp-dev ||
        say "There will be no --sandbox."
    [ -e "$root/build/build.ninja" ] || has_header "${CC:-cc}" c zlib.h ||
        install_packages zlib1g-dev ||
        say "Packed networks of KataGo cannot be read."
    [ -e "$root/build/build.ninja" ] || pkg-config --exists jansson 2>/dev/null ||
        install_packages libjansson-dev ||
        say "There will be no analysis engine."
}

# Prints the output of a command to standard error, but only if it fails.
quietly() {
    local output status=0
    output=$("$@" 2>&1 </dev/null) || status=$?
    [ $status -eq 0 ] || say "$output"
    return $status
}

# Makes build/build.ninja. An interrupted attempt leaves a folder that only --wipe accepts.
configure() {
    local build=$root/build
    if [ ! -e "$build/build.ninja" ]; then
        say "Configuring"
        meson setup "$build" "$root" >/dev/null 2>&1 </dev/null || true
    fi
    [ -e "$build/build.ninja" ] || quietly meson setup --wipe "$build" "$root"
}

# Builds the given targets in build/, all without any. A folder that was configured
# elsewhere, or by another version of Meson, is configured anew.
build() {
    configure || return
    ninja -C "$root/build" "$@" >/dev/null 2>&1 </dev/null && return
    quietly meson setup --wipe "$root/build" "$root" &&
        quietly ninja -C "$root/build" "$@"
}

# Two builds in one folder at a time would spoil each other: waits for the first to end.
lock() {
    exec 9<"$root/scripts/prepare.sh"
    ! has flock || flock 9
}

unlock() {
    exec 9<&-
}
