#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far an engine's analyses are from what a teacher thinks of the same positions.

usage: agreement.py [OPTIONS] 'ENGINE COMMAND' FILE...

FILEs are positions with opinions, such as label.py writes them (README.md here); best
those of a teacher that has searched, as with its --visits 100. The engine answers
kata-search_analyze. Set how hard it thinks with its own options, as in 'build/ponnuki
--playouts 1000'. Rules by which stones on the board are alive suit most teachers.

For each size it prints how many positions were asked for. Then it prints by how many
points the lead is off, the mean of the absolute difference. The last figures are the mean
squared differences of the chances to win, and of those to own a point.

  --positions N     of each file, drawn by lot; 0: all, 200
  --seed N          of this lot, 1
"""

import argparse
import dataclasses
import pathlib
import re
import shlex
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from gtp_engine import Engine, EngineError
from labelling.opinions import CHANCE_UNIT
from labelling.positions import read_positions, set_up
from script import Failure, Parser, run_script

SECONDS = 600  # for an answer
ROOT = re.compile(r"rootInfo visits \d+ winrate (\S+) scoreLead (\S+)")
OWNERS = re.compile(r" ownership((?: -?\d\S*)+)")


@dataclasses.dataclass
class View:
    """What is thought of a position, all as Black sees it."""

    win: float  # his chance
    lead: float  # points, komi counted
    owner: list  # of each point, row by row from the top: 1 his, -1 White's


@dataclasses.dataclass
class Sums:
    """Of the differences in the positions of a size."""

    positions: int = 0
    lead: float = 0.0
    win: float = 0.0
    owner: float = 0.0

    def add(self, wanted: View, found: View) -> None:
        self.positions += 1
        self.lead += abs(wanted.lead - found.lead)
        self.win += (wanted.win - found.win) ** 2
        # Chances are from 0 to 1, owners from -1 to 1.
        self.owner += sum((a - b) ** 2 / 4 for a, b in
                          zip(wanted.owner, found.owner)) / len(wanted.owner)

    def row(self, size: int) -> str:
        return " | ".join((f"{size}x{size}", str(self.positions),
                           f"{self.lead / self.positions:.2f}",
                           f"{self.win / self.positions:.4f}",
                           f"{self.owner / self.positions:.4f}"))


def read_opinion(fields: list) -> View:
    return View(int(fields[7]) / CHANCE_UNIT, int(fields[8]) / 2,
                [(ord(letter) - ord("k")) / 10 for letter in fields[10]])


def analyse(engine: Engine, fields: list) -> View:
    """The engine's view of the position of a line. Raises EngineError and Failure."""
    size = int(fields[0])
    color = set_up(engine, fields)
    reply = engine.ask(f"kata-search_analyze {color} 1000000 rootInfo true ownership true")
    root, owners = ROOT.search(reply), OWNERS.search(reply)
    if root is None or owners is None:
        raise Failure(f"{engine.name}: kata-search_analyze tells no "
                      f"{'rootInfo' if root is None else 'ownership'}")
    win, lead = map(float, root.groups())
    owner = [float(word) for word in owners[1].split()]
    if len(owner) != size * size:
        raise Failure(f"{engine.name}: it tells the owners of {len(owner)} points")
    if color == "w":
        win, lead, owner = 1 - win, -lead, [-chance for chance in owner]
    return View(win, lead, owner)


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("engine")
    parser.add_argument("files", nargs="+")
    return parser.parse_args()


def main() -> None:
    options = read_options()
    lines = read_positions(options.files, options.positions, options.seed)
    engine = Engine("the engine", shlex.split(options.engine), pathlib.Path("/dev/null"),
                    SECONDS)
    sums: dict[int, Sums] = {}
    try:
        engine.start()
        for fields in lines:
            sums.setdefault(int(fields[0]), Sums()).add(read_opinion(fields),
                                                        analyse(engine, fields))
    except EngineError as error:
        raise Failure(str(error)) from None
    finally:
        engine.end()
    print("board | positions | points off | win | owner")
    for size in sorted(sums):
        print(sums[size].row(size))


if __name__ == "__main__":
    run_script(main)
