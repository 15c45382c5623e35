# SPDX-License-Identifier: MIT
"""Runs the test_* functions of a module in order, with a line of TAP for each."""

import sys
import traceback


class Skip(Exception):
    """Why a test is left out; raised by the test."""


def is_windows(program):
    """Is a program, given as words of a command, one for Windows?"""
    return program[-1].endswith(".exe")


def skip_on_windows(program, why):
    """Leaves a test out where that is so."""
    if is_windows(program):
        raise Skip(why)


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"wanted {wanted!r}\ngot    {got!r}")


def true(condition, what):
    if not condition:
        raise AssertionError(what)


def contains(text, part):
    true(part in text, "no %r in\n%s" % (part, text))


def near(got, wanted, tolerance=1e-6):
    if not abs(got - wanted) <= tolerance:
        raise AssertionError(f"wanted {wanted!r}\ngot    {got!r}")


def run_tests(tests):
    """Runs (name, function) pairs. Returns how many failed, which does not keep the
    others from being run."""
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
    return failed


def named(names):
    """The test_* functions among the globals of a module, as such pairs."""
    return [(name.removeprefix("test_"), item) for name, item in names.items()
            if name.startswith("test_")]


def run(names):
    """All tests of a module, whose globals these are. Ends the program: status 1 if any
    test failed."""
    tests = named(names)
    print(f"1..{len(tests)}", flush=True)
    sys.exit(1 if run_tests(tests) else 0)


def skip(names, why):
    """Leaves all tests of a module out."""
    tests = named(names)
    print(f"1..{len(tests)}")
    for number, (name, _) in enumerate(tests, 1):
        print(f"ok {number} - {name} # SKIP {why}")
