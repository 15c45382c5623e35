#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/suite/endings.py with the whole program and records of a few moves. Prints TAP.

usage: test_endings_script.py ENDINGS PONNUKI
"""

import lzma
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import tap
from tap import contains, equal

SCRIPT = ""
PROGRAM: list = []

# Black has three columns of five, White two: 15 points to 10.
WALLS = "cadacbdbccdccdddcede"


def endings(text, *options, name="records.txt", program=None):
    """Status, standard output and standard error, for a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        data = text.encode()
        path.write_bytes(lzma.compress(data) if path.suffix == ".xz" else data)
        command = program or shlex.join([*PROGRAM, "gtp", "--rules", "new-zealand"])
        done = subprocess.run(
            [sys.executable, SCRIPT, "--engine", command, *options, str(path)],
            text=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
            check=False)
        return done.returncode, done.stdout, done.stderr.replace(folder, "FOLDER")


def record(result, komi="0.5", moves=WALLS, handicap=0):
    return f"5 {komi} {handicap} {result} - - {moves}\n"


def test_a_record_is_agreed_with():
    status, out, _ = endings(record("B+4.5"))
    equal(status, 0)
    equal(out, "records.txt: 1 of 1 games agree\n")


def test_half_the_area():
    contains(endings(record("B+2"))[1], "1 of 1 games agree")
    contains(endings(record("W+0.5"))[1], "0 of 1 games agree")


def test_territory():
    # Black plays five stones more than White: five points less than by area.
    moves = WALLS + "aattabttacttadttae"
    contains(endings(record("W+0.5", moves=moves))[1], "1 of 1 games agree")


def test_a_difference_is_told():
    status, out, _ = endings(record("W+9.5") + record("B+4.5"))
    equal(status, 0)
    contains(out, record("W+9.5") + "record W+9.5; engine B+4.5; ")
    contains(out, "; network B+4.5 does not\n")
    contains(out, "\n. . X O .\n. . X O .\n")
    contains(out, "records.txt: 1 of 2 games agree\nfinal_score: median ")


def test_dead_stones_are_small():
    _, out, _ = endings(record("W+9.5", moves=WALLS + "ttbc"))
    contains(out, "\n. o X O .\n")


def test_what_tells_nothing_is_left_out():
    text = record("B+R") + record("?") + record("B+4.5", komi="?") + "no record\n"
    equal(endings(text + record("B+4.5"))[1], "records.txt: 1 of 1 games agree\n")


def test_a_part_of_a_file():
    text = record("B+4.5") + record("B+5") + record("B+4")
    contains(endings(text, "--games", "2")[1], "2 of 2 games")
    contains(endings(text, "--skip", "1", "--games", "0")[1], "2 of 2 games")
    contains(endings(text, "--size", "9")[1], "0 of 0 games")


def test_a_packed_file():
    contains(endings(record("B+4.5"), name="records.txt.xz")[1], "1 of 1 games agree")


def test_handicap_stones_are_blacks():
    # Black's four first stones are a handicap, White moves next.
    moves = "cacbcccd" + "dacedbtt" + "dcttddttde"
    contains(endings(record("B+4.5", moves=moves, handicap=4))[1], "1 of 1 games agree")


def test_what_cannot_be_played_is_named():
    status, out, err = endings(record("B+4.5", moves=WALLS + "ca"))
    equal((status, out), (0, "records.txt: 0 of 0 games agree\n"))
    contains(err, "C5: the point is occupied")


def test_errors():
    status, out, err = endings("", name="broken.txt.xz", program="no-such-engine")
    equal((status, out), (2, ""))
    contains(err, "cannot run no-such-engine")
    status, _, err = endings("\xff", program=None)
    equal(status, 2)
    equal(err.splitlines()[-1], "endings.py: FOLDER/records.txt: no records")


if __name__ == "__main__":
    SCRIPT = os.path.abspath(sys.argv[1])
    PROGRAM = sys.argv[2:]
    tap.run(globals())
