# SPDX-License-Identifier: MIT
"""Runs the test_* functions of a module in order, with a line of TAP for each."""

import sys
import traceback


class Skip(Exception):
    """Why a test is left out; raised by the test."""


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"wanted {wanted!r}\ngot    {got!r}")


def run(names):
    """`names` are the globals of the module. Ends the program: status 1 if any test
    failed, which does not keep the others from being run."""
    tests = [(name[5:], item) for name, item in names.items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {name}", flush=True)
        except Skip as why:
            print(f"ok {number} - {name} # SKIP {why}", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} - {name}")
            for line in traceback.format_exc().split("\n"):
                print("# " + line, flush=True)
    sys.exit(1 if failed else 0)
