#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Every check in one command: format, lint, the suites under two compilers, under
# sanitizers, under valgrind, for 64-bit ARM and for Windows, what they cover, fuzzing,
# and the signature at both ends of optimization. Prints one line a step and the end of
# the log of those that fail. Builds in build-check/, a few hours. Words are the names
# of the only steps to do, such as `scripts/check.sh lint fuzzers`.
set -u -o pipefail
root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
cd -- "$root" || exit 1
builds=build-check
mkdir -p "$builds"
wanted=("$@")
PATH=$PATH:/usr/games
passed=0 failed=0 skipped=0

has() {
    command -v "$1" >/dev/null 2>&1
}

# Is the step one of those to do?
is_wanted() {
    local name
    [ ${#wanted[@]} -eq 0 ] && return
    for name in "${wanted[@]}"; do
        [ "$name" = "$1" ] && return
    done
    return 1
}

# step NAME TOOLS COMMAND...: runs the command if the tools (words) are there.
step() {
    local name=$1 log tool missing=
    is_wanted "$name" || return
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

# Without optimization, because the C library has other macros with it.
check_lint() {
    configure lint CC=clang CXX=clang++ -- --buildtype=debug --werror || return
    ninja -C "$builds/lint" gtp/commit.h || return
    # Not what only compiles for Windows, or with MPI.
    git ls-files -co --exclude-standard -z -- 'src/*.c' 'engine/*.c' 'gtp/*.c' \
        'scripts/*.c' ':!*_windows.c' ':!*_mpi.c' ':!gtp/cluster_start.c' |
        xargs -0 -n 1 -P 2 clang-tidy --quiet -p "$builds/lint" --warnings-as-errors='*' 2>&1 |
        sed '/ warnings* generated\.$/d'
}

# cppcheck believes that a loop may run not even once, over the words of a grid, a few
# neighbors or the children of a node, and reports what the loop sets. The sanitizers
# know better.
check_cppcheck() {
    local folders
    mapfile -t folders < <(find src engine gtp -type d)
    cppcheck --quiet --enable=warning,portability,performance --inline-suppr \
        --error-exitcode=1 --std=c11 '--suppress=uninitvar:engine/playout/batch_*.h' \
        --suppress=uninitvar:engine/simd/simd.h \
        --suppress=uninitvar:engine/tactics/group_eyes.c \
        --suppress=uninitvar:engine/tree/tree_select.c \
        '--suppress=ctuuninitvar:engine/playout/batch_*.h' \
        "${folders[@]/#/-I}" -DHAVE_KERNELS_GENERIC -DLANES=2 -DKERNEL=kernel \
        '-DPONNUKI_VERSION="0"' src engine gtp
}

check_manual() {
    local complaints
    complaints=$(mandoc -T lint -W style scripts/man/ponnuki.6)
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
    configure clang CC=clang CXX=clang++ -- --buildtype=debugoptimized --werror &&
        test_suites clang --timeout-multiplier 5
}

check_addresses() {
    configure address CC=gcc CXX=g++ -- --buildtype=debugoptimized \
        -Db_sanitize=address,undefined &&
        UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
            test_suites address --timeout-multiplier 5
}

# Not the tests of what starts no thread, or one: with the sanitizer they take as long as
# all the others, and it can find nothing in them.
check_threads() {
    configure thread CC=gcc CXX=g++ -- --buildtype=debugoptimized -Db_sanitize=thread &&
        TSAN_OPTIONS="halt_on_error=1:suppressions=$root/scripts/build/thread_sanitizer.txt" \
            TEST_PATIENCE=10 test_suites thread --timeout-multiplier 10 \
            --suite engine --suite gtp --no-suite alone
}

# The C programs of the suites by themselves, the whole program by its transcripts.
check_valgrind() {
    local memcheck='valgrind --quiet --error-exitcode=99 --leak-check=full'
    configure valgrind CC=gcc CXX=g++ -- --buildtype=debugoptimized &&
        test_suites valgrind --timeout-multiplier 20 --wrapper "$memcheck" \
            --suite unit --suite fuzz || return
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$memcheck" \
        "$PWD/$builds/valgrind/ponnuki" >"$builds/valgrind/under-valgrind"
    chmod +x "$builds/valgrind/under-valgrind"
    TEST_PATIENCE=10 python3 scripts/suite/regress.py "$builds/valgrind/under-valgrind" \
        tests/gtp/transcripts/*.tst
}

# How many lines of src and gtp do the suites reach? Those of scripts are about others.
check_coverage() {
    configure coverage CC=gcc CXX=g++ -- --buildtype=debugoptimized -Db_coverage=true \
        -Dc_args=-fprofile-update=atomic || return
    find "$builds/coverage" -name '*.gcda' -delete
    # A test of full disks cannot have the counts written, and is not to hear of it.
    GCOV_ERROR_FILE=/dev/null test_suites coverage --timeout-multiplier 3 --no-suite scripts &&
        gcovr --root . --filter src/ --filter gtp/ --fail-under-line 95 \
            "$builds/coverage"
}

# Half a minute of each, from what was kept of earlier fuzzing. With the sanitizers, one
# kernel takes minutes to compile, and no input comes near them.
check_fuzzers() {
    local name found length
    configure fuzz CC=clang CXX=clang++ -- --buildtype=debugoptimized \
        -Dkernels=generic -Db_lundef=false -Db_sanitize=address,undefined \
        '-Dc_args=-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp' &&
        meson compile -C "$builds/fuzz" fuzz_game fuzz_sgf fuzz_gtp fuzz_katago \
            fuzz_analysis fuzz_cluster || return
    for name in game sgf gtp katago analysis cluster; do
        found=$builds/fuzz/found-$name
        mkdir -p "$found"
        [ "$name" = katago ] && length=4096 || length=2048
        UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
            "$builds/fuzz/tests/fuzz/fuzz_$name" -max_total_time=30 -timeout=10 \
            -max_len="$length" -artifact_prefix="$found-" "$found" "tests/data/fuzz/$name" ||
            return
    done
}

check_aarch64() {
    [ -e "$builds/aarch64/build.ninja" ] ||
        meson setup "$builds/aarch64" --cross-file scripts/build/aarch64.ini --werror || return
    TEST_PATIENCE=10 test_suites aarch64 --timeout-multiplier 10 --suite unit \
        --suite rules --suite engine --suite gtp
}

check_windows() {
    local jansson=$builds/jansson machine=(--cross-file scripts/build/windows.ini)
    if scripts/build/jansson_windows.sh "$jansson"; then
        machine+=(--cross-file "$jansson/jansson.ini")
    else
        echo "Jansson cannot be built for Windows: its tests are left out"
    fi
    [ -e "$builds/windows/build.ninja" ] ||
        meson setup "$builds/windows" "${machine[@]}" --werror || return
    TEST_PATIENCE=10 test_suites windows --timeout-multiplier 10 --suite rules \
        --suite engine --suite gtp
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
step cppcheck cppcheck check_cppcheck
step "manual page" mandoc check_manual
step gcc gcc check_gcc
step clang clang check_clang
step "address sanitizer" gcc check_addresses
step "thread sanitizer" gcc check_threads
step valgrind "gcc valgrind python3" check_valgrind
step coverage "gcc gcovr" check_coverage
step fuzzers clang check_fuzzers
step aarch64 "aarch64-linux-gnu-gcc qemu-aarch64" check_aarch64
step windows "x86_64-w64-mingw32-gcc-posix wine" check_windows
step "signature -O0" gcc check_signature plain --optimization=0
step "signature -O3 native" gcc check_signature native --optimization=3 \
    -Dc_args=-march=native
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
