#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the moves of engines cost, in the eyes of a teacher that searches.

usage: losses.py [OPTIONS] --teacher 'COMMAND' --engine 'COMMAND' [--engine ...] FILE...

FILEs are positions with opinions, such as label.py writes them (README.md here). Each
engine plays one move in each. The teacher, as for label.py, judges the position after
that move, and the one after its own best move. The difference is what the move costs. A
few hundred positions tell more than as many games, if the teacher is much stronger; an
engine that plays like it is favoured. Set how hard an engine thinks
with its own options. It must not resign: 'build/ponnuki --resign 0 --playouts 1000'.

For each engine and size it prints the number of positions. Then come the mean losses of the
chance to win and of points, each with its standard error. It tells how many moves are the
teacher's, and how many lose a tenth of the chance to win or more. From the second engine on
it tells by how much it loses more than the first in the same positions.

  --visits N        of the teacher, for each position, 400
  --positions N     of each file, drawn by lot; 0: all, 200
  --seed N          of this lot, 1
  --open X          of the positions in which each player has this chance to win, says
                    the file, 0.2
  --memory FILE     where what the teacher has said is kept, for the next time
  --at-once N       questions that the teacher has at a time, 24
"""

import argparse
import dataclasses
import json
import pathlib
import shlex
import statistics
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from gtp_engine import Engine, EngineError
from label import Walk
from labelling.opinions import CHANCE_UNIT
from labelling.positions import color_of, read_positions, set_up
from script import Failure, Parser, run_script
from labelling.teacher import Teacher
from labelling.vertices import two_letters

SECONDS = 600  # for an answer
BAD = 0.1  # of the chance to win


@dataclasses.dataclass
class Judgement:
    """Of a position."""

    win: float  # Black's chance
    lead: float  # Black's, in points
    best: str  # the move to play, in two letters; empty after the end


@dataclasses.dataclass
class Loss:
    """What a move costs its player."""

    win: float
    points: float
    is_best: bool


def key_of(fields: list, more: str = "") -> str:
    """Names the position of a line, or the one after another move."""
    return " ".join((*fields[:3], fields[6] + more))


class Judge:
    """The teacher, and what it has said."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.known: dict[str, Judgement] = {}
        if options.memory and options.memory.exists():
            for line in options.memory.read_text(encoding="ascii").splitlines():
                visits, key, *judgement = json.loads(line)
                if visits == options.visits:
                    self.known[key] = Judgement(*judgement)

    def query(self, key: str) -> dict:
        size, komi, handicap, text = key.split(" ")
        moves = [text[i:i + 2] for i in range(0, len(text), 2)]
        walk = Walk(int(size), float(komi), int(handicap), moves, [], False, 1.0, False)
        return walk.query(key, self.options.visits)

    def ask(self, keys: typing.Iterable[str]) -> None:
        """Finds out what is not known yet. Raises ValueError."""
        new = [key for key in dict.fromkeys(keys) if key not in self.known]
        if not new:
            return
        teacher = Teacher(self.options.teacher)
        for number in range(-self.options.at_once, len(new)):
            ahead = number + self.options.at_once
            if ahead < len(new):
                teacher.ask(self.query(new[ahead]))
            if number >= 0:
                self.learn(teacher.answer())
        teacher.end()

    def learn(self, answer: dict) -> None:
        if "error" in answer:
            raise ValueError(f"the teacher says {json.dumps(answer)}")
        key, root = answer["id"], answer["rootInfo"]
        first = min(answer["moveInfos"], key=lambda info: info["order"], default=None)
        best = two_letters(first["move"], int(key.split(" ")[0])) if first else ""
        self.known[key] = Judgement(root["winrate"], root["scoreLead"], best)
        if self.options.memory:
            with self.options.memory.open("a", encoding="ascii") as file:
                print(json.dumps([self.options.visits, key, root["winrate"],
                                  root["scoreLead"], best]), file=file)


def moves_of(command: str, lines: list) -> list:
    """An engine's move in each position, in two letters. Raises EngineError and
    Failure."""
    engine = Engine(command, shlex.split(command), pathlib.Path("/dev/null"), SECONDS)
    moves = []
    try:
        engine.start()
        for fields in lines:
            move = engine.ask(f"genmove {set_up(engine, fields)}")
            if move.lower() == "resign":
                raise Failure(f"{command} resigns, and is to play on")
            moves.append(two_letters(move, int(fields[0])))
    finally:
        engine.end()
    return moves


def losses_of(judge: Judge, lines: list, moves: list) -> list:
    """What the moves cost."""
    judge.ask(key_of(fields) for fields in lines)
    best = [judge.known[key_of(fields)].best for fields in lines]
    pairs = [[key_of(fields, move) for move in both]
             for fields, *both in zip(lines, best, moves, strict=True)]
    judge.ask(key for pair in pairs for key in pair)
    losses = []
    for fields, pair, teachers, move in zip(lines, pairs, best, moves, strict=True):
        wanted, found = (judge.known[key] for key in pair)
        player = color_of(len(fields[6]) // 2, int(fields[2]))
        sign = 1 if player == "b" else -1
        losses.append(Loss(sign * (wanted.win - found.win),
                           sign * (wanted.lead - found.lead), move == teachers))
    return losses


def with_error(numbers: list, digits: int) -> str:
    """Mean and standard error."""
    error = statistics.stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0
    return f"{statistics.fmean(numbers):.{digits}f} +- {error:.{digits}f}"


def row(losses: list, first: list) -> str:
    """The figures of an engine on one size; `first` are the losses of the first one."""
    count = len(losses)
    more = [100 * (loss.win - other.win)
            for loss, other in zip(losses, first, strict=True)]
    return " | ".join((
        str(count), with_error([100 * loss.win for loss in losses], 2),
        with_error([loss.points for loss in losses], 2),
        f"{100 * sum(loss.is_best for loss in losses) / count:.0f}",
        f"{100 * sum(loss.win >= BAD for loss in losses) / count:.1f}",
        "-" if losses is first else with_error(more, 2)))


def report(options: argparse.Namespace, lines: list) -> None:
    judge = Judge(options)
    sizes = [int(fields[0]) for fields in lines]
    first: dict[int, list] = {}
    print("engine | board | positions | % of the chance lost | points lost | "
          "teacher's move, % | lose 10 %, % | more than the first")
    for command in options.engine:
        losses = losses_of(judge, lines, moves_of(command, lines))
        for size in sorted(set(sizes)):
            here = [loss for loss, each in zip(losses, sizes, strict=True)
                    if each == size]
            print(f"{command} | {size}x{size} | {row(here, first.setdefault(size, here))}",
                  flush=True)


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--engine", action="append", required=True)
    parser.add_argument("--memory", type=pathlib.Path)
    for name, kind, default in (("visits", int, 400), ("positions", int, 200),
                                ("seed", int, 1), ("open", float, 0.2),
                                ("at-once", int, 24)):
        parser.add_argument("--" + name, type=kind, default=default)
    parser.add_argument("files", nargs="+")
    return parser.parse_args()


def main() -> None:
    options = read_options()
    lines = read_positions(
        options.files, options.positions, options.seed,
        lambda fields: options.open <= int(fields[7]) / CHANCE_UNIT <= 1 - options.open)
    if not lines:
        raise Failure("there are no such positions")
    try:
        report(options, lines)
    except (EngineError, ValueError) as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
