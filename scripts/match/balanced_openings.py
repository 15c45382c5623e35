#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes openings that leave both sides the same chance, for --openings of match.py.

usage: balanced_openings.py [OPTIONS] --out FILE ENGINE

ENGINE is a command that speaks GTP and knows kata-raw-nn, as one argument: Ponnuki, best
with a network of KataGo's, or KataGo. Each move is drawn from what its network expects.
An opening is kept if the network then gives White about half the chances, as the mean of
all symmetries of the board. No two openings are the same, turned or mirrored. FILE gets a
line of moves for each, with White's chance behind a `#`.

  --out FILE    written when all are found
  --count N     openings, 50
  --moves N     of each, 6
  --within X    how far from one half White's chance may be, 0.08
  --size N      the board, 9
  --komi X      7.5
  --rules NAME  as in match.py, where they decide which moves are legal, tromp-taylor
  --seed N      of the draw, 1
  --tries N     openings that are looked at before it gives up, 100 for each that is kept

The rules that the network is told of are those of the engine's own options.

Example:
  balanced_openings.py --out openings9.txt --komi 7 \\
      'build/ponnuki gtp --network b10c384h6nbttflrs.bin.gz'

A wrong argument, an engine that does not start or has no such command: one line on
standard error, exit status 2.
"""

import argparse
import pathlib
import random
import shlex
import tempfile

import go_board
from gtp_engine import Engine, EngineError
from match_options import require_least
from raw_network import read_chances, read_raw_network
from script import Failure, Parser, run_script

SECONDS = 120  # for an answer
SYMMETRIES = 8
TRIES = 100


class Drawer:
    """Draws openings and asks the network about them."""

    def __init__(self, options: argparse.Namespace, engine: Engine) -> None:
        self.options, self.engine = options, engine
        self.source = random.Random(options.seed)

    def _draw_move(self, board: go_board.Board, color: str) -> int | None:
        """A point, as often as the network expects it there; None: it expects none."""
        size = self.options.size
        chances = read_chances(self.engine.ask(
            f"kata-raw-nn {self.source.randrange(SYMMETRIES)}"))
        if len(chances) != size * size + 1:
            raise Failure("the engine's kata-raw-nn tells the policy of another board")
        points = [row * size + column for row in reversed(range(size))
                  for column in range(size)]
        chosen = [max(chance, 0) if board.try_move(color, point)[0] is not None else 0
                  for point, chance in zip(points, chances)]
        if sum(chosen) <= 0:
            return None
        return self.source.choices(points, chosen)[0]

    def draw(self) -> tuple[list[int], float] | None:
        """Points, and White's chance after them; None if there are not enough moves."""
        options = self.options
        board = go_board.Board(options.size, go_board.RULES[options.rules])
        for command in (f"boardsize {options.size}", "clear_board",
                        f"komi {options.komi:g}"):
            self.engine.ask(command)
        points = []
        for turn in range(options.moves):
            color = "bw"[turn % 2]
            point = self._draw_move(board, color)
            if point is None:
                return None
            board.play(color, point)
            self.engine.ask(f"play {color} {go_board.write_vertex(point, options.size)}")
            points.append(point)
        wins = read_raw_network(self.engine.ask("kata-raw-nn all")).get("whiteWin")
        if not wins:
            raise Failure("the engine's kata-raw-nn tells no whiteWin")
        return points, sum(wins) / len(wins)


def symmetric(points: list[int], size: int, symmetry: int) -> tuple[int, ...]:
    """The same moves on a board that is turned or mirrored."""
    turned = []
    for point in points:
        row, column = divmod(point, size)
        if symmetry & 1:
            row = size - 1 - row
        if symmetry & 2:
            column = size - 1 - column
        if symmetry & 4:
            row, column = column, row
        turned.append(row * size + column)
    return tuple(turned)


def find_openings(options: argparse.Namespace, engine: Engine) -> list[str]:
    """Lines of the file. Raises Failure if it has to give up."""
    drawer = Drawer(options, engine)
    known: set[tuple[int, ...]] = set()
    lines: list[str] = []
    for _ in range(options.tries):
        drawn = drawer.draw()
        if drawn is None or abs(drawn[1] - 0.5) > options.within:
            continue
        points, chance = drawn
        first = min(symmetric(points, options.size, symmetry)
                    for symmetry in range(SYMMETRIES))
        if first in known:
            continue
        known.add(first)
        moves = " ".join(go_board.write_vertex(point, options.size) for point in points)
        lines.append(f"{moves}  # {chance:.3f}")
        if len(lines) == options.count:
            return lines
    raise Failure(f"of {options.tries} openings only {len(lines)} are balanced and not the "
                  "same; allow more by --within, --moves or --tries, or mind the --komi")


def main() -> int:
    parser = Parser(__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    for name, default in (("count", 50), ("moves", 6), ("size", 9), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--tries", type=int)
    parser.add_argument("--within", type=float, default=0.08)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--rules", choices=go_board.RULES, default="tromp-taylor")
    parser.add_argument("engine")
    options = parser.parse_intermixed_args()
    if options.tries is None:
        options.tries = TRIES * options.count
    require_least(options, count=1, moves=1, within=0, tries=1, size=2)
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine("the engine", shlex.split(options.engine),
                        pathlib.Path(folder) / "engine.log", SECONDS)
        engine.start()
        try:
            lines = find_openings(options, engine)
        except EngineError as error:
            raise Failure(str(error)) from None
        finally:
            engine.end()
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_script(main)
