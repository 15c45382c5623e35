#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Every check in one command: format, lint, the suites under two compilers, under
# sanitizers, for 64-bit ARM and for Windows, and the signature at both ends of
# optimization. Prints one line a step and the end of the log of those that fail. Builds
# in build-check/, several minutes.
set -u -o pipefail
root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
cd -- "$root" || exit 1
builds=build-check
mkdir -p "$builds"
PATH=$PATH:/usr/games
passed=0 failed=0 skipped=0

has() {
    command -v "$1" >/dev/null 2>&1
}

# step NAME TOOLS COMMAND...: runs the command if the tools (words) are there.
step() {
    local name=$1 log tool missing=
    log=$builds/${name// /-}.log
    for tool in $2; do
        has "$tool" || missing+=" $tool"
    done
    shift 2
    printf '%-24s ' "$name"
    if [ -n "$missing" ]; then
        echo "skipped: no$missing"
        skipped=$((skipped + 1))
    elif "$@" >"$log" 2>&1 </dev/null; then
        echo ok
        passed=$((passed + 1))
    else
        echo "FAILED: $log"
        tail -n 20 "$log" | sed 's/^/    /'
        failed=$((failed + 1))
    fi
}

check_format() {
    git ls-files -co --exclude-standard -z -- '*.c' '*.h' |
        xargs -0 clang-format --dry-run --Werror
}

check_lint() {
    configure clang CC=clang CXX=clang++ -- --buildtype=debug --werror || return
    git ls-files -co --exclude-standard -z -- 'src/*.c' 'engine/*.c' 'gtp/*.c' \
        'scripts/*.c' |
        xargs -0 -n 1 -P 2 clang-tidy --quiet -p "$builds/clang" --warnings-as-errors='*' 2>&1 |
        sed '/ warnings* generated\.$/d'
}

check_manual() {
    local complaints
    complaints=$(mandoc -T lint -W style scripts/ponnuki.6)
    echo "$complaints"
    [ -z "$complaints" ]
}

# configure FOLDER [VARIABLE=VALUE...] -- OPTION...: makes or updates a build folder.
configure() {
    local folder=$builds/$1 variables=()
    shift
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    if [ -e "$folder/build.ninja" ]; then
        meson configure "$folder" "$@"
    else
        env "${variables[@]}" meson setup "$folder" "$@"
    fi
}

# test_suites FOLDER [OPTION...]: builds, and runs the suites. No test is no success.
test_suites() {
    local folder=$builds/$1
    shift
    ninja -C "$folder" || return
    rm -f "$folder"/meson-logs/testlog*
    meson test -C "$folder" --print-errorlogs "$@" &&
        ls "$folder"/meson-logs/testlog*.txt
}

check_gcc() {
    configure gcc CC=gcc CXX=g++ -- --werror && test_suites gcc
}

check_clang() {
    configure clang CC=clang CXX=clang++ -- --buildtype=debug --werror &&
        test_suites clang
}

check_addresses() {
    configure address CC=gcc CXX=g++ -- --buildtype=debugoptimized \
        -Db_sanitize=address,undefined &&
        UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
            test_suites address --timeout-multiplier 5
}

check_threads() {
    configure thread CC=gcc CXX=g++ -- --buildtype=debugoptimized -Db_sanitize=thread &&
        TSAN_OPTIONS=halt_on_error=1 test_suites thread --timeout-multiplier 10 \
            --suite engine --suite gtp
}

check_aarch64() {
    [ -e "$builds/aarch64/build.ninja" ] ||
        meson setup "$builds/aarch64" --cross-file scripts/aarch64.ini --werror || return
    test_suites aarch64 --timeout-multiplier 10 --suite unit --suite rules \
        --suite engine --suite gtp
}

check_windows() {
    [ -e "$builds/windows/build.ninja" ] ||
        meson setup "$builds/windows" --cross-file scripts/windows.ini --werror || return
    test_suites windows --timeout-multiplier 10 --suite rules --suite engine --suite gtp
}

# check_signature FOLDER OPTION...: is the signature of such a build the one on record?
check_signature() {
    local folder=$1 actual expected
    shift
    configure "$folder" CC=gcc CXX=g++ -- "$@" && ninja -C "$builds/$folder" ponnuki || return
    actual=$("$builds/$folder/ponnuki" bench | tail -n 1 | grep -o 'signature [0-9a-f]*')
    expected=$(cat tests/data/signature.txt)
    echo "$actual, expected $expected"
    [ -n "$actual" ] && [ "${actual#signature }" = "${expected##* }" ]
}

step format clang-format check_format
step lint clang-tidy check_lint
step "manual page" mandoc check_manual
step gcc gcc check_gcc
step clang clang check_clang
step "address sanitizer" gcc check_addresses
step "thread sanitizer" gcc check_threads
step aarch64 "aarch64-linux-gnu-gcc qemu-aarch64" check_aarch64
step windows "x86_64-w64-mingw32-gcc-posix wine" check_windows
step "signature -O0" gcc check_signature plain --optimization=0
step "signature -O3 native" gcc check_signature native --optimization=3 \
    -Dc_args=-march=native
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
