#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/match/soak.py with engines that do as they are told, and a little with our own.
Prints TAP.

usage: test_soak.py SCRIPT PLAYER PONNUKI

PLAYER is gtp_player.py. On 3x3 a stone in the middle has the whole board.
"""

import os
import re
import shlex
import subprocess
import sys

import tap
from tap import equal

SCRIPT = ""
PLAYER = ""
PROGRAM = []
MIDDLE = ["--score", "B+8.5", "B2"]  # what the player does, and says of it


def soak(command, *options, status):
    """What is on standard output."""
    done = subprocess.run(
        [sys.executable, SCRIPT, *options, shlex.join(command)], text=True, check=False,
        stdin=subprocess.DEVNULL, capture_output=True, timeout=100)
    equal((done.returncode, done.stderr if done.returncode != status else ""),
          (status, ""))
    return done.stdout


def soak_player(*words, options=(), status=1):
    return soak([sys.executable, PLAYER, *words], "--size", "3", "--komi", "0.5",
                "--random-opening", "0", "--games", "8", "--seconds", "30", *options,
                status=status)


def fault(*words, options=()):
    """What is found, and the record that is printed with it."""
    record, _, figures = soak_player(*words, options=options).partition("games: ")
    return re.search(r"fault: +(.*)\n", figures)[1], record


def test_games_without_a_fault():
    out = soak_player(*MIDDLE, options=["--analyses", "100"], status=0)
    # Each game is a move and two passes.
    pattern = (r"games:    8 \(8 score\), 24 moves asked for\n"
               r"analyses: 24, with 0 lines\n"
               r"longest:  \d\.\d+ s of 30 s a move\n"
               r"memory:   \d{4,} KiB in the second quarter, \d{4,} KiB in the last, "
               r"\d{4,} KiB at most\n"
               r"files:    (\d+) open after the first game, \1 after the last\n"
               r"fault:    none\n")
    if not re.fullmatch(pattern, out):
        raise AssertionError(out)


def test_an_illegal_move():
    equal(fault("B2", "B2"),
          ("game 1: illegal: engine plays B2: the point is occupied",
           "(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[0.5]RU[tromp-taylor]\n;B[bb])\n"))


def test_a_move_by_the_referees_rules_only():
    refuse = [sys.executable, PLAYER, "--refuse", "play"]
    equal(fault(*MIDDLE, options=["--referee", shlex.join(refuse)])[0],
          "game 1: illegal: engine plays B2: the referee answers `play black B2` by "
          "`? refused`")


def test_a_wrong_score():
    equal(fault("--score", "B+7.5", "B2")[0],
          "game 1: final_score is 'B+7.5' where the board counts B+8.5")


def test_a_late_move():
    found = fault("0.6", "B2", options=["--seconds", "0.2"])[0]
    if not re.fullmatch(r"game 1: time: engine overran the clock by \d+\.\d ms", found):
        raise AssertionError(found)


def test_a_crash():
    equal(fault("B2", "crash")[0],
          "game 1: crash: engine ended at `genmove white`, exit status 7")


def test_an_analysis_refused():
    equal(fault("--refuse", "kata-analyze", *MIDDLE, options=["--analyses", "100"])[0],
          "game 1: refusal: engine answers `kata-analyze w 1` by `? refused`")


def test_an_analysis_that_is_none():
    options = ["--analyses", "100", "--analyse", "final_score {color}"]
    equal(fault(*MIDDLE, options=options)[0],
          "game 1: protocol: engine answers `final_score w` by the line 'B+8.5'")


def test_files_left_open():
    found = re.fullmatch(r"game 2: (\d+) open files, after the first game (\d+)",
                         fault("--leak", "file", *MIDDLE)[0])
    equal(int(found[1]), int(found[2]) + 2)  # a new game is begun for either color


def test_memory_that_grows():
    found = re.fullmatch(r"the resident memory grew from (\d+) to (\d+) KiB",
                         fault("--leak", "memory", *MIDDLE)[0])
    grown = int(found[2]) - int(found[1])
    if not 4 * 2048 - 256 <= grown <= 4 * 2048 + 256:
        raise AssertionError(f"grown by {grown} KiB in four games")
    soak_player("--leak", "memory", *MIDDLE, options=["--growth", "8500"], status=0)


def test_wrong_arguments():
    for options in (["--games", "0"], ["--rules", "chinese-kgs"], ["--size", "26"],
                    ["--nonsense"]):
        equal(soak([sys.executable, PLAYER], *options, status=2), "")
    equal(soak(["/missing/engine"], status=2), "")


def test_ponnuki():
    tap.skip_with_sanitizer("it keeps what was freed, and leaves no time for analyses")
    out = soak([*PROGRAM, "--playouts", "10", "--memory", "2"], "--size", "5", "--games",
               "4", "--analyses", "100", "--seconds", "30", "--growth", "100000",
               status=0)
    analyses, lines = map(int, re.search(r"analyses: (\d+), with (\d+) lines", out).groups())
    if not (analyses > 10 and lines > 0 and out.endswith("fault:    none\n")):
        raise AssertionError(out)


def main():
    global SCRIPT, PLAYER, PROGRAM
    if len(sys.argv) != 4:
        sys.exit("usage: test_soak.py SCRIPT PLAYER PONNUKI")
    SCRIPT, PLAYER = map(os.path.abspath, sys.argv[1:3])
    PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
               os.path.abspath(sys.argv[3])]
    tap.run(globals())


if __name__ == "__main__":
    main()
