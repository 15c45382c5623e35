#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the clock of a training know what there is time for? Prints TAP.

usage: test_run_clock.py FOLDER OF THE SCRIPTS
"""

import pathlib
import sys
import time

sys.path.insert(0, sys.argv[1])

import tap
from tap import equal, near, true

import run_clock

WAIT = 0.2  # seconds


def test_the_process_began_before_its_clock():
    begun = run_clock.process_begun()
    now = time.monotonic()
    true(now - 60 < begun < now, f"{now - begun:.2f} seconds ago")
    time.sleep(WAIT)
    true(abs(run_clock.process_begun() - begun) < WAIT / 2, "it moves")


def test_time_passes():
    clock = run_clock.Clock(1000)
    near(clock.past() + clock.left(), 1000, 0.01)
    true(0 < clock.part() < 0.1, str(clock.part()))
    equal(run_clock.Clock(clock.past() / 2).part(), 1.0)


def test_what_took_long_is_not_begun_late():
    clock = run_clock.Clock(1000)
    true(clock.has_time_for("step", "save"), "nothing was measured")
    clock.measure("step", time.monotonic() - 400)
    true(clock.has_time_for("step", "save"), "400 of 1,000 seconds")
    clock.measure("save", time.monotonic() - 400)
    true(not clock.has_time_for("step", "save"), "800 of 1,000, and some to spare")
    true(clock.has_time_for("save"), "400 of 1,000")


def test_what_took_long_once_is_forgotten():
    clock = run_clock.Clock(1000)
    clock.measure("step", time.monotonic() - 900)
    true(not clock.has_time_for("step"), "900 of 1,000")
    for _ in range(3):
        clock.measure("step", time.monotonic() - 1)
    true(clock.has_time_for("step"), "900 long ago")


def test_rates():
    clock = run_clock.Clock(1000)
    clock.measure("once", time.monotonic() - 1)
    clock.measure("step", time.monotonic() - 2, 300)
    clock.measure("step", time.monotonic() - 2, 500)
    equal(clock.rates(), "step 200.0/s")


if __name__ == "__main__":
    tap.run(globals())
