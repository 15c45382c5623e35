#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/match/balanced_openings.py with the whole program and a player without a
network. Prints TAP.

usage: test_balanced_openings.py MATCH_SCRIPTS GTP_PLAYER PONNUKI
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import tap
from tap import contains, equal, near, true

sys.path.append(sys.argv[1])

import go_board
from gtp_engine import Engine
from raw_network import read_chances, read_raw_network

SCRIPT = os.path.abspath(os.path.join(sys.argv[1], "balanced_openings.py"))
PLAYER = os.path.abspath(sys.argv[2])
PONNUKI = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
           os.path.abspath(sys.argv[3]), "gtp"]
SIZE, KOMI, MOVES, COUNT, WITHIN = 7, 9, 4, 3, 0.15


def openings(*options, engine=None):
    """Status, lines of the file, and standard error."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "openings"
        done = subprocess.run(
            [sys.executable, SCRIPT, "--out", path, "--size", str(SIZE), "--komi",
             str(KOMI), "--moves", str(MOVES), "--count", str(COUNT), "--within",
             str(WITHIN), *options, engine or shlex.join(PONNUKI)],
            text=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
            check=False)
        lines = path.read_text().splitlines() if path.exists() else None
        return done.returncode, lines, done.stderr


def chance(moves):
    """White's, after these moves, as the program tells it."""
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine("ponnuki", PONNUKI, pathlib.Path(folder) / "log", 60)
        engine.start()
        for command in (f"boardsize {SIZE}", f"komi {KOMI}"):
            engine.ask(command)
        for turn, move in enumerate(moves):
            engine.ask(f"play {'bw'[turn % 2]} {move}")
        wins = read_raw_network(engine.ask("kata-raw-nn all"))["whiteWin"]
        engine.end()
        equal(len(wins), 8)
        return sum(wins) / 8


def turned(moves, symmetry):
    """The moves on a board that is turned or mirrored."""
    pairs = [divmod(go_board.read_vertex(move, SIZE), SIZE) for move in moves]
    last = SIZE - 1
    if symmetry & 4:
        pairs = [(column, row) for row, column in pairs]
    return tuple((last - row if symmetry & 1 else row,
                  last - column if symmetry & 2 else column) for row, column in pairs)


def test_they_are_balanced_and_differ():
    status, lines, err = openings()
    equal((status, err), (0, ""))
    equal(len(lines), COUNT)
    known = set()
    for line in lines:
        text, _, written = line.partition("#")
        moves = text.split()
        equal(len(moves), MOVES)
        found = chance(moves)
        true(abs(found - 0.5) <= WITHIN, f"White's chance is {found}")
        near(found, float(written), 0.001)
        true(turned(moves, 0) not in known, f"twice: {text}")
        known |= {turned(moves, symmetry) for symmetry in range(8)}


def test_the_seed_decides():
    first = openings("--seed", "5")[1]
    equal(openings("--seed", "5")[1], first)
    true(openings("--seed", "6")[1] != first, "another seed, the same openings")


def test_it_gives_up():
    status, lines, err = openings("--komi", "40", "--tries", "2")
    equal((status, lines), (2, None))
    equal(err, "balanced_openings.py: of 2 openings only 0 are balanced and not the same; "
               "allow more by --within, --moves or --tries, or mind the --komi\n")


def test_an_engine_without_a_network():
    status, lines, err = openings(engine=shlex.join([sys.executable, PLAYER]))
    equal((status, lines), (2, None))
    equal(err, "balanced_openings.py: the engine's kata-raw-nn tells no policy\n")
    status, lines, err = openings(engine=shlex.join([*PONNUKI, "--no-net"]))
    equal((status, lines), (2, None))
    contains(err, "balanced_openings.py: answers `kata-raw-nn")


def test_a_wrong_argument():
    status, _, err = openings("--count", "0")
    equal((status, err),
          (2, "balanced_openings.py: --count 0: at least 1 is needed\n"))


def test_illegal_moves_have_no_chance():
    reply = "symmetry 0\nwhiteWin 0.5\npolicy\n0.25 NAN\n0.5 0\npolicyPass 0.25\n"
    equal(read_chances(reply), [0.25, -1, 0.5, 0, 0.25])


if __name__ == "__main__":
    tap.run(globals())
