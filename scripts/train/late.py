#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes positions of the later part of games, for a teacher to label.

usage: late.py --out FILE [OPTIONS] GAMES...

GAMES are SGF files, or folders of them such as match.py leaves behind. FILE gets records
of games that end at the positions taken, one a line and in random order, for
`label.py --ends`. Games with a handicap or set-up stones are left out.

A program that plays against its own kind comes to positions that no good game has. Both
sides are wrong about the same, such as a group that can be killed. So it stays on the
board for long.

  --from X    the part of a game that is left out at its beginning, 0.35
  --taken X   the part of the positions after it that are taken, 0.6
  --seed N    of the lots, 1
"""

import argparse
import pathlib
import random
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from labelling.sgf_games import files_of, read_game
from script import Failure, Parser, run_script


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("games", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--from", dest="first", type=float, default=0.35)
    parser.add_argument("--taken", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    rng = random.Random(options.seed)
    lines = []
    for path in files_of(options.games):
        head, moves = read_game(path)
        for turn in range(max(1, int(options.first * len(moves))), len(moves)):
            if rng.random() < options.taken:
                lines.append(f"{head} {''.join(moves[:turn])}\n")
    rng.shuffle(lines)
    try:
        options.out.write_text("".join(lines), encoding="ascii")
    except OSError as error:
        raise Failure(f"{options.out}: {error.strerror}") from None


if __name__ == "__main__":
    run_script(main)
