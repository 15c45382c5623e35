# SPDX-License-Identifier: MIT
"""Runs the test_* functions of a module in order, with a line of TAP for each."""

import os
import signal
import subprocess
import sys
import traceback

WINDOWS_SECONDS = 200  # for one test: Wine can keep a program from its end


# As Meson says, also for a test that is run by hand.
os.environ.setdefault("PONNUKI_THREADS", "1")


class Skip(Exception):
    """Why a test is left out; raised by the test."""


def is_windows(program):
    """Is a program, given as words of a command, one for Windows?"""
    return bool(program) and program[-1].endswith(".exe")


class Hung(Exception):
    """A test has not ended in time; the traceback says where it was."""


def skip_without_wine(program):
    """Ends a test of a program for Windows if Wine cannot run it; what runs Wine
    (windows.ini) says so in TAP."""
    if not is_windows(program):
        return
    done = subprocess.run([*program, "--version"], timeout=WINDOWS_SECONDS, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if done.stdout.startswith(b"1..0 # SKIP"):
        print(done.stdout.decode(), end="")
        sys.exit(0)


def skip_on_windows(program, why):
    """Leaves a test out where that is so."""
    if is_windows(program):
        raise Skip(why)


def skip_with_sanitizer(why):
    """Leaves a test out if the program is built with one."""
    if os.environ.get("PONNUKI_SANITIZER", "none") != "none":
        raise Skip(why)


def is_emulated():
    """Is the processor another one, so that the program is many times slower?"""
    return "qemu" in os.environ.get("MESON_EXE_WRAPPER", "")


def skip_where_slow(why):
    """Leaves a test out if a sanitizer or an emulator slows the program down."""
    skip_with_sanitizer(why)
    if is_emulated():
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


def call(test, seconds):
    """Calls a test. Raises Hung after so many seconds; 0: never."""
    def give_up(*_):
        raise Hung("no end after %g seconds" % seconds)

    if seconds:
        signal.signal(signal.SIGALRM, give_up)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        test()
    finally:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, 0)


def run_tests(tests, seconds=0):
    """Runs (name, function) pairs, each for at most so many seconds; 0: without limit.
    Returns how many failed, which does not keep the others from being run."""
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            call(test, seconds)
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
    test failed. If its PROGRAM is one for Windows, each test has a limit."""
    program = names.get("PROGRAM", [])
    skip_without_wine(program)
    tests = named(names)
    print(f"1..{len(tests)}", flush=True)
    seconds = WINDOWS_SECONDS if is_windows(program) else 0
    sys.exit(1 if run_tests(tests, seconds) else 0)


def skip(names, why):
    """Leaves all tests of a module out."""
    tests = named(names)
    print(f"1..{len(tests)}")
    for number, (name, _) in enumerate(tests, 1):
        print(f"ok {number} - {name} # SKIP {why}")
