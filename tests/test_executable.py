#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Can each script be started by its name, as the READMEs do? Prints TAP.

usage: test_executable.py ROOT

ROOT is the folder of the project.
"""

import os
import pathlib
import sys

import tap

if len(sys.argv) != 2:
    sys.exit("usage: test_executable.py ROOT")
ROOT = pathlib.Path(sys.argv[1])
FOLDERS = ("src", "engine", "gtp", "tests", "scripts", ".ci")


def begins_with_shebang(path):
    with path.open("rb") as file:
        return file.read(2) == b"#!"


FOUND = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")
         if path.is_file() and "node_modules" not in path.parts]
SCRIPTS = [path for path in FOUND if begins_with_shebang(path)]


def names(paths):
    return sorted(str(path.relative_to(ROOT)) for path in paths)


def test_there_are_scripts():
    tap.true(len(SCRIPTS) > 50, "only %d" % len(SCRIPTS))


def test_scripts_are_executable():
    tap.equal(names(path for path in SCRIPTS if not os.access(path, os.X_OK)), [])


def test_nothing_else_is_executable():
    tap.equal(names(path for path in FOUND
                    if os.access(path, os.X_OK) and path not in SCRIPTS), [])


tap.run(globals())
