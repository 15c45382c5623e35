#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests for Windows run in Wine (scripts/build/windows.ini): they end, and say what hung
or why they are skipped. Scripts stand for Wine here. Prints TAP.

usage: test_wine.py WINDOWS_INI REGRESS_PY
"""

import ast
import contextlib
import io
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

import tap

if len(sys.argv) != 3:
    sys.exit("usage: test_wine.py WINDOWS_INI REGRESS_PY")
INI, REGRESS = map(os.path.abspath, sys.argv[1:])
SKIPPED = "1..0 # SKIP Wine runs no programs here\n"


def wrapper():
    """What Meson puts before a program."""
    for line in pathlib.Path(INI).read_text("utf-8").splitlines():
        if line.startswith("exe_wrapper = "):
            return ast.literal_eval(line.removeprefix("exe_wrapper = "))
    raise AssertionError("no exe_wrapper")


class Wine:
    """Scripts that stand for Wine. Each writes down what it is asked."""

    def __init__(self, wineserver, wine):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)
        for name, body in (("wineserver", wineserver), ("wine", wine)):
            path = self.folder / name
            path.write_text(f'#!/bin/sh\necho "{name} $*" >>"$0.log"\n{body}\n')
            path.chmod(0o755)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def run(self, *words, **environment):
        path = f"{self.folder}:{os.environ['PATH']}"
        return subprocess.run(words, text=True, capture_output=True, timeout=60,
                              check=False, stdin=subprocess.DEVNULL,
                              env=os.environ | {"PATH": path} | environment)

    def asked(self):
        log = self.folder / "wine.log"
        return log.read_text("utf-8").splitlines() if log.exists() else []


def test_services_start_without_the_output_of_the_program():
    # What is started first holds its output for a while, as Wine's services do.
    first = 'case "$1" in cmd) sleep 20 & ;; *) echo "= $2" ;; esac'
    with Wine("exit 0", first) as wine:
        started = time.monotonic()
        done = wine.run(*wrapper(), "p.exe", "a b")
        tap.true(time.monotonic() - started < 15, "the output was held")
        tap.equal((done.stdout, done.stderr, done.returncode), ("= a b\n", "", 0))
        tap.equal(wine.asked(), ["wine cmd /c exit", "wine p.exe a b"])
    with Wine("exit 2", first) as wine:  # they run already
        wine.run(*wrapper(), "p.exe")
        tap.equal(wine.asked(), ["wine p.exe"])


def test_a_program_keeps_its_status():
    with Wine("exit 2", "exit 3") as wine:
        tap.equal(wine.run(*wrapper(), "p.exe").returncode, 3)


def test_without_wine_tests_are_skipped():
    with Wine("exit 127", "exit 1") as wine:
        words = wrapper()
        tap.equal(wine.run(*words, "p.exe").stdout, SKIPPED)
        environment = {"MESON_EXE_WRAPPER": shlex.join(words)}
        done = wine.run(sys.executable, REGRESS, "p.exe", "none.tst", **environment)
        tap.equal((done.stdout, done.stderr, done.returncode), (SKIPPED, "", 0))
        code = ("import sys, tap\nPROGRAM = sys.argv[1:]\n"
                "def test_nothing():\n    raise ValueError\ntap.run(globals())\n")
        done = wine.run(sys.executable, "-c", code, *words, "p.exe")
        tap.equal((done.stdout, done.stderr, done.returncode), (SKIPPED, "", 0))


def test_a_test_that_hangs_is_ended_and_says_where():
    def hangs():
        subprocess.run(["sleep", "30"], check=True)

    started = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        tap.equal(tap.run_tests([("hangs", hangs), ("ends", lambda: None)], 0.5), 1)
    tap.true(time.monotonic() - started < 15, "it was not ended")
    said = printed.getvalue()
    tap.contains(said, "not ok 1 - hangs\n")
    tap.contains(said, "in hangs\n")
    tap.contains(said, "no end after 0.5 seconds")
    tap.contains(said, "ok 2 - ends\n")


tap.run(globals())
