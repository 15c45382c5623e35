#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Builds Jansson for 64-bit Windows, which Debian has as source only, and writes a cross
# file with which Meson finds it.
#
# usage: jansson_windows.sh FOLDER     writes FOLDER/jansson.ini
#
# Needs apt-get, cmake and gcc-mingw-w64-x86-64-posix.
set -eu
[ $# -eq 1 ] || {
    echo "usage: jansson_windows.sh FOLDER" >&2
    exit 2
}
mkdir -p "$1"
folder=$(cd -- "$1" && pwd -P)
[ ! -e "$folder/jansson.ini" ] || exit 0
cd "$folder"

# The sources that belong to the packages of this machine, whether it lists them or not.
mkdir -p lists/partial parts
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n 's/^deb /deb-src /p' >parts/sources.list
cat /etc/apt/sources.list.d/*.sources 2>/dev/null |
    sed 's/^Types:.*/Types: deb-src/' >parts/all.sources
options=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$folder/parts"
    -o "Dir::State::lists=$folder/lists" -o APT::Sandbox::User=root)
apt-get "${options[@]}" update
apt-get "${options[@]}" source --download-only jansson
tar --extract --gzip --one-top-level=source --strip-components=1 \
    --file "$(ls jansson_*.orig.tar.gz)"

cmake -S source -B build -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc-posix "-DCMAKE_INSTALL_PREFIX=$folder" \
    -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF >&2
cmake --build build --target install >&2
cat >jansson.ini <<END
[binaries]
pkgconfig = 'pkg-config'
pkg-config = 'pkg-config'

[properties]
pkg_config_libdir = '$folder/lib/pkgconfig'
END
