#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Labels positions by a KataGo network, for days if need be, into a compact file.

usage: make_labels.py --teacher NETWORK --out FILE [OPTIONS] SOURCE[=WEIGHT]...

NETWORK is a file of KataGo's, which Ponnuki computes. FILE gets labels (label.h); it may
be killed at any time, and the same command goes on. Any number of runs may each have a
FILE of their own: what trains on them takes them all. Positions that FILE has already, up
to symmetry, and those of the fixed test are left out. A SOURCE is one of

  record:RECORDS   any positions of recorded games, all games and moves alike
  late:RECORDS     positions after a third as many moves as the board has points. Where
                   a large chain may live or die, some more of the same game
  opening:RECORDS  the first moves of games, up to an eighth of that number
  lost:RECORDS     as late, of games that the engine lost
  search:RECORDS   positions that searches of the engine look at, from late or any moves
  policy:SIZE      games on a board of that size whose moves the engine's network draws
  list:FILE        lines as in raw_label.h, each once, in order

RECORDS may be a folder of SGF files, such as match.py leaves behind. The engine comes to
positions that no good game has, and is wrong there more often. Each SOURCE gives labels
in proportion to its weight, 1 if not given. Some positions are followed by one that is a
few moves off the game. Komi is mostly one of 5 to 8.5, at times any.

  --labels N       end when FILE has so many; 0: when all lists are read, or never, 0
  --games FILE     a file of games by pack_games; labels of them need not repeat them
  --known FILE     a file of labels whose positions are left out, too
  --exclude FILE   games and positions that are left out like the fixed test (exclude.c)
  --engine COMMAND for searches, 'build/ponnuki --playouts 300'
  --per-search N   positions of a search, 10
  --net FILE       network for the games of its policy, if not the engine's own
  --off X          part of the positions that are followed by one off the game, 0.3
  --siblings N     a position is followed by those after N different moves, half of them
                   the likeliest, 0. From these, training learns how moves of the same
                   position differ. They must stay together, which wants --threads 1
  --ponnuki COMMAND computes the network, 'build/ponnuki'
  --threads N      for that, 1; of Ponnuki as many processes
  --precision NAME a word that Ponnuki knows, int16
  --pytorch        PyTorch computes the network; --precision is float32, bfloat16 or half,
                   and what this processor is fastest in if not given
  --batch N        positions that PyTorch computes at once, 16
  --test           makes the fixed test: exact, and without the games
  --mirror         shows the teacher all boards mirrored
  --seed N         of the lots, 1
"""

import argparse
import collections
import pathlib
import random
import sys
import time
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from labelling.engine_teacher import ENGINE
from labelling.label_adder import Adder
from labelling.label_sources import Sources
from labelling.thinking_engines import ThinkingEngines
from script import Failure, Parser, run_script

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / "build/scripts/train"
REPORT_EVERY = 60  # seconds


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--games", action="append", default=[])
    parser.add_argument("--known", action="append", default=[])
    parser.add_argument("--exclude", action="append", default=[])
    parser.add_argument("--engine", default=str(ROOT / "build/ponnuki") + " --playouts 300")
    parser.add_argument("--net")
    parser.add_argument("--programs", type=pathlib.Path, default=PROGRAMS)
    parser.add_argument("--ponnuki", default=ENGINE)
    parser.add_argument("--precision", default="")
    for name, kind, default in (("labels", int, 0), ("per-search", int, 10),
                                ("off", float, 0.3), ("batch", int, 16),
                                ("threads", int, 1), ("seed", int, 1),
                                ("siblings", int, 0)):
        parser.add_argument("--" + name, type=kind, default=default)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--pytorch", action="store_true")
    options = parser.parse_args()
    if options.siblings > 0 and options.threads > 1 and not options.pytorch:
        parser.error("several processes would scatter siblings: leave --threads away, and "
                     "start make_labels.py once for each file instead")
    return options


def teacher_of(options: argparse.Namespace) -> typing.Any:
    """What computes the network. Raises ValueError, OSError."""
    if not options.pytorch:
        return ThinkingEngines(options)
    try:
        from labelling import thinking_network
    except ImportError as error:
        raise ValueError(f"--pytorch needs PyTorch and numpy: {error}") from None
    return thinking_network.ThinkingNetwork(options)


class Labeller:
    """Draws positions, has them labelled, and adds what follows from the answers."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.adder = Adder(options)
        seed = random.Random(f"{options.seed} {self.adder.done}").getrandbits(31)
        self.sources = Sources(options, seed)
        self.teacher = teacher_of(options)
        self.answers: collections.Counter = collections.Counter()
        self.begun = self.since = time.monotonic()
        self.before = self.adder.done

    def draw(self) -> bool:
        """Asks the teacher about one more position, if it is new. False: there are no
        more."""
        position = self.sources.next()
        if position is None:
            return False
        answer = self.adder.ask(position)
        self.answers[answer] += 1
        if answer == "new":
            self.teacher.ask(position)
        else:
            self.sources.refused(position)
        return True

    def enough(self) -> bool:
        return 0 < self.options.labels <= self.adder.done

    def label(self) -> bool:
        """Adds one label. False: no position waits for one."""
        found = self.teacher.answer()
        if found is None:
            return False
        position, thoughts = found
        self.answers[self.adder.add(position, thoughts.opinion)] += 1
        self.sources.learned(position, thoughts.policy, thoughts.owner)
        return True

    def run(self) -> None:
        more = True
        while not self.enough():
            while more and self.teacher.wants_more():
                more = self.draw()
            if self.label():
                more = True  # what was learnt may give more positions
            elif not more:
                break
            self.report()

    def end(self) -> None:
        self.teacher.end()
        self.sources.end()
        self.adder.end()

    def report(self) -> None:
        now = time.monotonic()
        if now - self.since < REPORT_EVERY:
            return
        speed = (self.adder.done - self.before) / (now - self.begun)
        answers = ", ".join(f"{count} {answer}" for answer, count in
                            sorted(self.answers.items()) if answer not in ("new", "added"))
        print(f"{self.adder.done} labels, {speed:.2f}/s; not labelled: "
              f"{answers or 'none'}; {self.sources.counts()}", file=sys.stderr, flush=True)
        self.since = now


def main() -> None:
    options = arguments()
    try:
        labeller = Labeller(options)
        try:
            labeller.run()
        finally:
            labeller.end()
    except ValueError as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
