#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/match/ladder.py with engines whose strength is known. Prints TAP.

usage: test_match_ladder.py SCRIPTS PLAYER

SCRIPTS is scripts/match, PLAYER is tests/support/gtp_player.py.
"""

import os
import shlex
import subprocess
import sys

sys.path.insert(0, sys.argv[1])

import ladder
from match_statistics import Tally, elo
from own_folder import OwnFolder
import tap
from tap import equal, near, true

PLAYER = f"{shlex.quote(sys.executable)} {shlex.quote(sys.argv[2])}"


def run(*words):
    done = subprocess.run([sys.executable, os.path.join(sys.argv[1], "ladder.py"), *words],
                          capture_output=True, text=True, check=False)
    return done.stdout.splitlines(), done.stderr, done.returncode


def resigning(name, strength):
    """An engine that resigns on its first move, or passes."""
    return f"{name}={PLAYER} {'resign' if strength == 0 else 'pass ...'}"


def test_neighbors_play():
    with OwnFolder() as folder:
        out = str(folder.path / "l")
        words = ["--out", out, "--games", "4", "--match", "--size 5 --komi 0",
                 resigning("weak", 0), resigning("middle", 1), resigning("strong", 1)]
        lines, _, status = run(*words)
        equal(status, 0)
        equal([line.split(", Elo")[0].rsplit(", ", 1)[0] for line in lines[:3]],
              ["middle against weak: 4 won, 0 lost, 0 tied, 100.0 % [51.0",
               "strong against middle: 0 won, 0 lost, 4 tied, 50.0 % [15.0",
               "strong against weak: 4 won, 0 lost, 0 tied, 100.0 % [51.0"])
        ratings = {line.split(": ")[0]: int(line.split(": ")[1]) for line in lines[3:]}
        equal((ratings["weak"], ratings["middle"] == ratings["strong"]), (0, True))
        true(ratings["middle"] > 100, ratings)
        results = folder.path / "l/weak-middle/results.jsonl"
        before = results.read_text(encoding="utf-8")
        equal(run(*words)[0], lines)
        equal(results.read_text(encoding="utf-8"), before)


def test_the_likeliest_ratings():
    # With one tie more, 75 of 100 points become 75.5 of 101.
    pair = ladder.Pair(0, 1, Tally(75, 25, 0))
    near(ladder.likeliest_ratings([pair], 2)[1], elo(75.5 / 101), 0.01)
    pairs = [pair, ladder.Pair(1, 2, Tally(75, 25, 0)), ladder.Pair(0, 2, Tally(88, 12, 0))]
    ratings = ladder.likeliest_ratings(pairs, 3)
    near(ratings[1] * 2, ratings[2], 0.5)
    equal(ratings[0], 0)


def test_what_is_wrong_is_said():
    with OwnFolder() as folder:
        out = ["--out", str(folder.path / "l")]
        equal(run(*out, "a=x")[1:], (
            "ladder.py: a ladder needs two engines or more, with different names\n", 2))
        equal(run(*out, "x y", "b=x")[1:],
              ("ladder.py: 'x y' is not like NAME=COMMAND\n", 2))
        equal(run(*out, "--steps", "1,0", "a=x", "b=x")[1:],
              ("ladder.py: --steps 1,0: not like 1,2\n", 2))
        _, errors, status = run(*out, "a=/no/such", "b=/no/such")
        equal(status, 2)
        true(errors.endswith(f"ladder.py: the match in {folder.path / 'l/a-b'} has "
                             "failed\n"), errors)


tap.run(globals())
