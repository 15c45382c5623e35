#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the code call only what all systems have? Prints TAP.

usage: test_portable.py ROOT

ROOT is the folder of the project. A file NAME.c is for POSIX if there is NAME_windows.c. The
cross build finds calls that Windows lacks, too, but it is not run with every change.
"""

import pathlib
import re
import sys

import tap

if len(sys.argv) != 2:
    sys.exit("usage: test_portable.py ROOT")
ROOT = pathlib.Path(sys.argv[1])
# Of C11 and POSIX: what MinGW's headers do not declare.
LACKING = re.compile(
    r"(?<![\w.>])(aligned_alloc|asprintf|fmemopen|fork|getline|gmtime_r|mkdtemp|mmap|"
    r"open_memstream|poll|posix_memalign|pipe|sigaction|strndup|strsep|waitpid)\s*\(")
FOR_POSIX = {"sandbox.c"}  # nothing is left of it on Windows


def calls(text):
    """The names of what is called, comments and strings left out."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", "", text, flags=re.S)
    return sorted(set(LACKING.findall(text)))


def is_for_posix(path):
    return path.name in FOR_POSIX or path.with_name(path.stem + "_windows.c").exists()


FILES = [path for folder in ("src", "engine", "gtp") for path in (ROOT / folder).rglob("*.[ch]")]


def test_only_files_for_posix_call_them():
    found = {str(path.relative_to(ROOT)): names for path in FILES
             if not is_for_posix(path) and not path.stem.endswith("_windows")
             and (names := calls(path.read_text(encoding="utf-8")))}
    tap.equal(found, {})


def test_such_calls_are_found():
    tap.equal(calls("x = aligned_alloc (8, 8);"), ["aligned_alloc"])
    tap.equal(calls('// fork()\nputs("fork()"); my_poll(); s.poll(1);'), [])
    names = [path for path in FILES if is_for_posix(path)
             and calls(path.read_text(encoding="utf-8"))]
    tap.true(len(names) > 1, "only %s" % names)


def test_no_test_calls_skip_of_cmocka():
    """Meson 1.0 takes what it prints, `not ok 1 # SKIP`, for a failure."""
    skip = re.compile(r"(?<![\w.>])skip\s*\(\s*\)")
    found = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.[ch]")
             if skip.search(path.read_text(encoding="utf-8"))]
    tap.equal(found, [])


tap.run(globals())
