#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A ladder of engines: each plays matches against those next to it.

usage: ladder.py --out DIR [OPTIONS] NAME=COMMAND NAME=COMMAND...

The engines are named from the weakest to the strongest. DIR gets a folder for each
match, as match.py makes it. The same command again goes on where it was interrupted.
Standard output gets the score of each match, from the stronger engine's side. Then comes
the Elo of each engine; the weakest has 0. These are the likeliest numbers, with one tie
more in each match.

  --out DIR         where everything is written; it is made if need be
  --games N         of each match, 100
  --steps N,N...    an engine plays those so many places above it, 1,2
  --match OPTIONS   more options of match.py, in one argument: '--size 13 --komi 7'

Example:
  ladder.py --out l9 --match '--rules chinese-kgs --concurrency 2' \\
      $(for r in 20k 15k 10k; do echo "$r='build/ponnuki --rank $r gtp'"; done)
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import typing

from match_statistics import Tally, describe_score, expected_score
from script import Failure, Parser, run_script

MATCH = pathlib.Path(__file__).resolve().parent / "match.py"
ROUNDS = 2000  # of the search for the likeliest numbers
STRIDE = 100.0  # Elo for a surplus of half of the games, at first


class Pair(typing.NamedTuple):
    """A match by the places of its engines on the ladder."""

    low: int
    high: int
    tally: Tally  # from the side of the higher one


def name_of(engine: str) -> str:
    found = re.match(r"([A-Za-z0-9_.+-]+)=(?=\S)", engine)
    if not found:
        raise Failure(f"{engine!r} is not like NAME=COMMAND")
    return found[1]


def play(folder: pathlib.Path, games: int, words: list, engines: tuple) -> Tally:
    """Plays what is missing; the tally is the second engine's."""
    command = [sys.executable, str(MATCH), "--out", str(folder), "--games", str(games),
               *words, *engines]
    status = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    if status == 130:
        raise KeyboardInterrupt
    if status:
        raise Failure(f"the match in {folder} has failed")
    winners = [game["winner"] for line in
               (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
               if "winner" in (game := json.loads(line))]
    return Tally(winners.count(1), winners.count(0), winners.count(None))


def likeliest_ratings(pairs: list, count: int) -> list:
    """Elo of each engine, 0 for the first (Bradley, Terry 1952): each is moved by the
    surplus of its points over those that were to be expected."""
    ratings = [0.0] * count
    games = [sum(pair.tally.games + 1 for pair in pairs if place in pair[:2])
             for place in range(count)]
    for _ in range(ROUNDS):
        surplus = [0.0] * count
        for low, high, tally in pairs:
            points = tally.wins + (tally.ties + 1) / 2
            more = points - (tally.games + 1) * expected_score(ratings[high] - ratings[low])
            surplus[high] += more
            surplus[low] -= more
        ratings = [rating + 4 * STRIDE * more / max(1, played)
                   for rating, more, played in zip(ratings, surplus, games)]
    return [rating - ratings[0] for rating in ratings]


def read_steps(text: str) -> list:
    steps = [int(word) for word in text.split(",") if word.isdecimal()]
    if not steps or 0 in steps or len(steps) != len(text.split(",")):
        raise Failure(f"--steps {text}: not like 1,2")
    return steps


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--steps", default="1,2")
    parser.add_argument("--match", default="")
    options = parser.parse_args()
    names = [name_of(engine) for engine in options.engines]
    if len(names) < 2 or len(set(names)) < len(names):
        raise Failure("a ladder needs two engines or more, with different names")
    steps, words = read_steps(options.steps), shlex.split(options.match)
    options.out.mkdir(parents=True, exist_ok=True)
    pairs = []
    for step in steps:
        for low in range(len(names) - step):
            high = low + step
            tally = play(options.out / f"{names[low]}-{names[high]}", options.games, words,
                         (options.engines[low], options.engines[high]))
            pairs.append(Pair(low, high, tally))
            print(f"{names[high]} against {names[low]}: {tally.wins} won, "
                  f"{tally.losses} lost, {tally.ties} tied, {describe_score(tally)}",
                  flush=True)
    for name, rating in zip(names, likeliest_ratings(pairs, len(names))):
        print(f"{name}: {rating:.0f}")


if __name__ == "__main__":
    run_script(main)
