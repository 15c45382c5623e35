#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/suite/move_losses.py with an analyst that says what it is told. Prints TAP.

usage: test_move_losses.py MOVE_LOSSES
"""

import json
import subprocess
import sys

from own_folder import OwnFolder
import tap
from tap import contains, equal

SCRIPT = ""

# Black leads by the square of the turn. The first choice is C3. It notes what it is asked.
FAKE = """
import json, pathlib, sys
asked = open(pathlib.Path(__file__).parent / "asked", "a")
for line in sys.stdin:
    query = json.loads(line)
    print(line, end="", file=asked, flush=True)
    if query["komi"] == 1:
        print(json.dumps({"id": query["id"], "error": "no such komi"}), flush=True)
        continue
    for turn in reversed(query["analyzeTurns"]):
        policy = [0.0] * 25 + [0.1]
        policy[2 + 2 * 5] = 0.9
        print(json.dumps({"id": query["id"], "turnNumber": turn, "policy": policy,
                          "rootInfo": {"scoreLead": turn * turn}}), flush=True)
"""

HEAD = "rank, moves, mean loss, its error, over 3, over 10, first choice, unsaved"


class Folder(OwnFolder):
    def run(self, *words):
        done = subprocess.run(
            [sys.executable, SCRIPT, "--size", "5", "--analyst",
             f"{sys.executable} {self.path / 'fake.py'}", "--out",
             str(self.path / "out.jsonl"), *words],
            capture_output=True, text=True, check=False)
        return done.stdout.splitlines(), done.stderr, done.returncode


def folder(*lines):
    made = Folder()
    (made.path / "fake.py").write_text(FAKE, encoding="utf-8")
    (made.path / "games.txt").write_text("".join(line + "\n" for line in lines),
                                         encoding="ascii")
    return made


def test_losses_by_rank():
    # Black's moves gain 1, 5 and 9 points, White's lose 3 and 7.
    with folder("5 6.5 0 B+R 5k 3d bbccccddbd", "9 6.5 0 B+R 1d 1d eeffgg") as made:
        lines, _, status = made.run(str(made.path / "games.txt"))
        equal((lines, status), ([
            HEAD, "5k, 3, -5.00, 1.89, 0.0 %, 0.0 %, 33.3 %, -",
            "3d, 2, 5.00, 1.41, 50.0 %, 0.0 %, 50.0 %, -"], 0))
        query = json.loads((made.path / "asked").read_text())
        equal((query["moves"][:2], query["analyzeTurns"], query["maxVisits"]),
              ([["B", "B4"], ["W", "C3"]], [0, 1, 2, 3, 4, 5], 1))


def test_it_goes_on_where_it_ended():
    with folder("5 6.5 0 B+R 5k 5k bbccdd", "5 6.5 0 B+R 5k 5k ccbbdd") as made:
        games = str(made.path / "games.txt")
        first = made.run(games)
        rows = (made.path / "out.jsonl").read_text().splitlines()
        (made.path / "out.jsonl").write_text("".join(row + "\n" for row in rows[:3]))
        (made.path / "asked").unlink()
        equal(made.run(games), first)
        equal(len((made.path / "asked").read_text().splitlines()), 1)


def test_pieces_and_ranks():
    with folder(*(f"5 6.5 0 B+R {rank} {rank} bbccddeeaabccbdede"
                  for rank in ("5k", "6k", "1d", "9p", "-"))) as made:
        lines, _, _ = made.run("--piece", "4", "--ranks", "5k..1d",
                               str(made.path / "games.txt"))
        equal([line.split(", ")[:2] for line in lines[1:]], [["5k", "4"], ["1d", "4"]])


def test_handicaps_are_set_up():
    with folder("5 0.5 2 W+R 8k 1d bbddcceeaa") as made:
        lines, _, _ = made.run(str(made.path / "games.txt"))
        equal([line.split(", ")[:2] for line in lines[1:]], [["8k", "1"], ["1d", "2"]])
        query = json.loads((made.path / "asked").read_text())
        equal((query["initialStones"], query["initialPlayer"], query["moves"]),
              ([["B", "B4"], ["B", "D2"]], "W",
               [["W", "C3"], ["B", "E1"], ["W", "A5"]]))


def test_stones_that_are_not_saved():
    # Black has three stones in atari on the upper edge: A5, B5, C5.
    atari, caught = "aaabbabbcacb", "aaabbabbeedbcacb"
    with folder(f"5 6.5 0 B+R 5k 4k {atari}da", f"5 6.5 0 B+R 6k 4k {atari}ee",
                f"5 6.5 0 B+R 7k 4k {caught}da") as made:
        made.run(str(made.path / "games.txt"))
        rows = [json.loads(row) for row in
                (made.path / "out.jsonl").read_text().splitlines()]
        last = {row["rank"]: row["fails"] for row in rows
                if row["turn"] >= 6 and row["rank"] != -3}
        equal(last, {-4: False, -5: True, -6: None})


def test_folders_of_matches():
    with folder() as made:
        games = made.path / "match"
        games.mkdir()
        (games / "1.sgf").write_text(
            "(;GM[1]FF[4]SZ[5]KM[6.5]PB[5k.new]PW[3d];B[bb];W[cc];B[])", encoding="utf-8")
        lines, _, _ = made.run(str(games))
        equal([line.split(", ")[:2] for line in lines[1:]], [["5k", "2"], ["3d", "1"]])


def test_what_is_wrong_is_said():
    with folder("5 1 0 B+R 5k 5k bbcc", "5 6.5 0 B+R 5k 5k bbcc") as made:
        lines, errors, status = made.run(str(made.path / "games.txt"))
        equal((lines[1].split(", ")[:2], status), (["5k", "2"], 0))
        contains(errors, "games.txt:1 is left out: no such komi\n")
        _, errors, status = made.run("--ranks", "5k", str(made.path / "games.txt"))
        equal((errors, status), ("move_losses.py: argument --ranks: not like 5k..3d\n", 2))
        _, errors, status = made.run(str(made.path / "none.txt"))
        equal((errors, status),
              (f"move_losses.py: {made.path / 'none.txt'}: No such file or directory\n", 2))


def main():
    global SCRIPT
    if len(sys.argv) != 2:
        sys.exit("usage: test_move_losses.py MOVE_LOSSES")
    SCRIPT = sys.argv[1]
    tap.run(globals())


main()
