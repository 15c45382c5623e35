#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/train/selfplay.py. Prints TAP.

usage: test_selfplay.py FOLDER SAMPLES PONNUKI

FOLDER is scripts/train, SAMPLES is its program, PONNUKI is the engine.
"""

import os
import pathlib
import subprocess
import sys

import tap
from tap import equal
from training import FOLDER, Files, batches, run, without_progress

PONNUKI = os.path.abspath(sys.argv[3])

# An engine that says what its arguments are to every search, and = to everything else.
MUTE = """
import sys
for line in sys.stdin:
    said = sys.argv[1] if line.startswith("kata-search_analyze") else ""
    print("= " + said.replace("|", chr(10)) + chr(10), flush=True)
"""


def play(*arguments):
    """The status of selfplay.py and what it says on standard error, but for its
    progress."""
    done = subprocess.run(
        [sys.executable, os.path.join(FOLDER, "selfplay.py"), *arguments],
        capture_output=True, text=True, check=False)
    equal(done.stdout, "")
    return done.returncode, without_progress(done.stderr)


def check_line(line):
    """What must hold in every line; returns its game's komi and owners, and its moves."""
    size, komi, handicap, result, _, _, moves, win, lead, policy, owner = line.split(" ")
    equal((size, handicap, result), ("5", "0", "?"))
    equal(len(owner), 25)
    equal(set(owner) <= set("aku"), True)
    equal(int(lead), 2 * (owner.count("u") - owner.count("a")) - round(2 * float(komi)))
    chances = [int(part[2:]) for part in policy.split(",")]
    equal(chances, sorted(chances, reverse=True))
    equal(9990 <= sum(chances) <= 10010, True)
    # The mean of what was thought and what came of it: 1, 0 or, if drawn, 1/2.
    came = 5000 * ((int(lead) > 0) + (int(lead) >= 0))
    equal(came <= 2 * int(win) <= came + 10000, True)
    return (komi, owner), moves


def test_searches_become_opinions():
    engine = f"{PONNUKI} --rules cgos --set resign_percent=0"
    with Files() as files:
        out = files.path("5.txt")
        options = ["--out", out, "--size", "5", "--playouts", "40", "--quick", "10",
                   "--taken", "0.5", "--concurrency", "2", engine]
        equal(play("--positions", "60", *options), (0, ""))
        with open(out, "a", encoding="ascii") as file:
            file.write("5 7.5 0 ? - - aa")  # interrupted
        equal(play("--positions", "100", *options), (0, ""))
        lines = pathlib.Path(out).read_text().splitlines()
        equal(len(lines), 100)
        games = {}
        for line in lines:
            key, moves = check_line(line)
            games.setdefault(key, []).append(moves)
        equal(len(games) > 3, True)
        equal(len({komi for komi, _ in games}) > 1, True)
        found = []
        for kind in ([], ["--held-out"]):
            data, errors, status = run("--once", *kind, out)
            equal((errors, status), ("", 0))
            found += batches(data)
        equal(sum(len(samples) for _, samples in found), 100)


def test_an_engine_that_cannot_do_it_is_named():
    with Files() as files:
        mute = files.write("mute.py", [MUTE])
        for said, why in (
                ("", "engine 1: kata-search_analyze tells no move"),
                ("info move A1 visits 3|play A1",
                 "engine 1: kata-search_analyze tells no rootInfo"),
                ("info move A1 visits 3 rootInfo visits 3 winrate 0.5|play A1",
                 "engine 1: its move is illegal: the point is occupied; it needs rules "
                 "like those of cgos"),
                ("info move A1 visits 3 rootInfo visits 3 winrate 0.5|play J9",
                 "'J9' is no vertex of a board of size 5")):
            out = files.path("out")
            equal(play("--out", out, "--positions", "9", "--size", "5",
                       f"{sys.executable} {mute} '{said}'"),
                  (2, f"selfplay.py: {why}\n"))
        equal(play("--out", out, "--positions", "9", "/does/not/exist"),
              (2, "selfplay.py: engine 1: cannot run /does/not/exist: "
                  "No such file or directory\n"))
        equal(play("--out", files.path("no/out"), "--positions", "9", "true"),
              (2, f"selfplay.py: {files.path('no/out')}: No such file or directory\n"))
        equal(play("--positions", "many", "true")[0], 2)


tap.run(globals())
