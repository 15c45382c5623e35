#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does `meson test` run every test and transcript that is there? Prints TAP.

usage: test_listed.py ROOT

ROOT is the folder of the project.
"""

import pathlib
import re
import sys

import tap

if len(sys.argv) != 2:
    sys.exit("usage: test_listed.py ROOT")
TESTS = pathlib.Path(sys.argv[1]) / "tests"
NAMES = ("test_*.c", "test_*.cpp", "test_*.py", "test.mjs", "*.tst")


def is_listed(path):
    """Does a meson.build of the folder, or of one above it, name the file?"""
    names = [path.name, path.stem, path.stem.removeprefix("test_")]
    pattern = re.compile(r"['/](?:" + "|".join(map(re.escape, names)) + r")'")
    folders = [path.parent, *path.parent.parents]
    return any(pattern.search((folder / "meson.build").read_text(encoding="utf-8"))
               for folder in folders[:folders.index(TESTS) + 1]
               if (folder / "meson.build").exists())


FOUND = [path for name in NAMES for path in TESTS.rglob(name)
         if "node_modules" not in path.parts]


def test_there_are_tests():
    tap.true(len(FOUND) > 100, "only %d" % len(FOUND))


def test_each_is_in_a_meson_build():
    tap.equal([str(path.relative_to(TESTS)) for path in FOUND if not is_listed(path)], [])


tap.run(globals())
