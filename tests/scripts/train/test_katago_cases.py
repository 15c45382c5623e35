#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Are the files of tests/data/katago those that katago_cases.py writes? Needs numpy. Prints
TAP.

usage: test_katago_cases.py FOLDER
"""

import gzip
import importlib.util
import pathlib
import sys

import tap
from tap import equal, near

FOLDER = pathlib.Path(sys.argv[1])


def test_no_file_is_missing_or_left():
    import katago_cases
    names = {*katago_cases.CASES, *(f"{name.split('.')[0]}.expected"
                                    for name in katago_cases.CASES)}
    equal(sorted(path.name for path in FOLDER.iterdir()), sorted(names))


def test_files_are_those_that_would_be_written():
    import katago_cases
    for number, name in enumerate(katago_cases.CASES):
        network, text = katago_cases.made(number)
        found = (FOLDER / name).read_bytes()
        equal((name, (gzip.decompress(found) if name.endswith(".gz") else found) == network),
              (name, True))
        stored = (FOLDER / (name.split(".")[0] + ".expected")).read_text().split()
        # All words but the outputs are the same; these are, nearly.
        equal(len(stored), len(text.split()))
        for ours, theirs in zip(stored, text.split()):
            if ours != theirs:
                near(float(ours), float(theirs), 1e-6)


if __name__ == "__main__":
    if importlib.util.find_spec("numpy"):
        tap.run(globals())
    tap.skip(globals(), "numpy is missing")
