#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Labels positions by a KataGo network, for days if need be, into a compact file.

usage: make_labels.py --teacher NETWORK --out FILE [OPTIONS] SOURCE[=WEIGHT]...

NETWORK is a file of KataGo's, which PyTorch computes. FILE gets labels (label.h); it may
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

and gives labels in proportion to its weight, 1 if not given. Some positions are followed
by one that is a few moves off the game. Komi is mostly one of 5 to 8.5, at times any.

  --labels N       end when FILE has so many; 0: when all lists are read, or never, 0
  --games FILE     a file of games by pack_games; labels of them need not repeat them
  --known FILE     a file of labels whose positions are left out, too
  --exclude FILE   games and positions that are left out like the fixed test (exclude.c)
  --engine COMMAND for searches, 'build/ponnuki --playouts 300'
  --per-search N   positions of a search, 10
  --net FILE       network for the games of its policy, if not the engine's own
  --off X          part of the positions that are followed by one off the game, 0.3
  --batch N        positions that are computed at once, 16
  --threads N      for that, 1
  --precision NAME float32, bfloat16 or half: what this processor is fastest in
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

import numpy
import torch

from katago import katago_inputs
from katago import katago_teacher
from labelling.label_adder import Adder
from labelling.label_sources import Position, Sources
from script import Failure, Parser, run_script

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / "build/scripts/train"
REPORT_EVERY = 60  # seconds
WAITING_MAX = 4096  # positions of other sizes while one batch is filled


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
    parser.add_argument("--precision", default=katago_teacher.fast_precision(),
                        choices=list(katago_teacher.PRECISIONS))
    for name, kind, default in (("labels", int, 0), ("per-search", int, 10),
                                ("off", float, 0.3), ("batch", int, 16),
                                ("threads", int, 1), ("seed", int, 1)):
        parser.add_argument("--" + name, type=kind, default=default)
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--mirror", action="store_true")
    return parser.parse_args()


class Thoughts(typing.NamedTuple):
    """What the teacher thinks of a position, as Black sees it, points row by row from the
    top and then the pass."""

    opinion: bytes  # as add_labels wants it
    policy: list  # chances
    owner: list


def mirrored(array: numpy.ndarray) -> numpy.ndarray:
    """Points, the last dimension, with columns in the other order; a pass stays."""
    size = int(array.shape[-1] ** 0.5)
    points = array[..., :size * size].reshape(*array.shape[:-1], size, size)
    turned = points[..., ::-1].reshape(*array.shape[:-1], size * size)
    return numpy.concatenate([turned, array[..., size * size:]], axis=-1)


class Teacher:
    """The network, asked about positions of one board size."""

    def __init__(self, options: argparse.Namespace):
        torch.set_num_threads(options.threads)
        self.teacher = katago_teacher.load(options.teacher, precision=options.precision)
        self.converter = self.teacher.converter(options.programs / "katago_inputs",
                                                processes=options.threads)
        self.mirror = options.mirror

    def ask(self, size: int, positions: list) -> typing.Iterator[typing.Tuple]:
        """Pairs of a position and what is thought of it. What cannot be played is left
        out."""
        inputs = self.converter.convert(size, [each.record() for each in positions])
        if self.mirror:
            inputs.planes = numpy.ascontiguousarray(inputs.planes[..., ::-1])
            inputs.legal = mirrored(inputs.legal)
        found = self.teacher.evaluate(inputs, len(inputs))
        if self.mirror:
            found["policy"] = mirrored(found["policy"])
            found["ownership"] = mirrored(found["ownership"])
        for index, row in enumerate(inputs.rows):
            answer = {name: values[index] for name, values in found.items()}
            yield positions[row], self.thoughts(answer, bool(inputs.black[index]))

    @staticmethod
    def thoughts(answer: dict, black: bool) -> Thoughts:
        sign = 1 if black else -1
        policies = katago_teacher.probabilities(answer["policy"])
        owner = sign * answer["ownership"]
        unknown = numpy.full_like(policies[0], numpy.nan)
        optimistic = policies[1] if len(policies) > 1 else unknown
        # The network tells the error of win - loss, which is twice that of the chance.
        errors = ([answer["score_stdev"], answer["win_error"] / 2, answer["score_error"]]
                  if "win_error" in answer else [numpy.nan] * 3)
        numbers = [answer["win" if black else "loss"], sign * answer["lead"], *errors]
        opinion = numpy.concatenate([numbers, policies[0], optimistic, owner])
        return Thoughts(opinion.astype(numpy.float32).tobytes(), policies[0].tolist(),
                        owner.tolist())


class Labeller:
    """Draws positions, has them labelled by batches of one board size, and adds what
    follows from the answers."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.adder = Adder(options)
        seed = random.Random(f"{options.seed} {self.adder.done}").getrandbits(31)
        self.sources = Sources(options, seed)
        self.teacher = Teacher(options)
        self.waiting: dict = collections.defaultdict(list)  # positions, by board size
        self.answers: collections.Counter = collections.Counter()
        self.begun = self.since = time.monotonic()
        self.before = self.adder.done

    def draw(self) -> bool:
        """Puts one more position among those that wait, if it is new. False: there are no
        more."""
        position = self.sources.next()
        if position is None:
            return False
        answer = self.adder.ask(position)
        self.answers[answer] += 1
        if answer == "new":
            self.waiting[position.size].append(position)
        else:
            self.sources.refused(position)
        return True

    def enough(self) -> bool:
        return 0 < self.options.labels <= self.adder.done

    def label(self, size: int) -> None:
        """Labels a batch of those that wait."""
        batch = self.waiting[size][:self.options.batch]
        del self.waiting[size][:len(batch)]
        for position, thoughts in self.teacher.ask(size, batch):
            if self.enough():
                return
            self.answers[self.adder.add(position, thoughts.opinion)] += 1
            self.sources.learned(position, thoughts.policy, thoughts.owner)

    def fullest(self) -> int:
        """The size of which most positions wait."""
        return max(self.waiting, key=lambda size: len(self.waiting[size]))

    def run(self) -> None:
        more = True
        while not self.enough():
            while more and (not self.waiting or
                            len(self.waiting[self.fullest()]) < self.options.batch):
                more = self.draw()
            if not self.waiting or not self.waiting[self.fullest()]:
                break
            self.label(self.fullest())
            self.report()
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
            labeller.sources.end()
            labeller.adder.end()
    except ValueError as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
