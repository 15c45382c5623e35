#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets the engine play against itself, for the network to learn from its searches.

usage: selfplay.py --out FILE --positions N [OPTIONS] 'ENGINE COMMAND'

The engine is Ponnuki, under rules without suicide by which stones on the board are
alive, such as `build/ponnuki --rules cgos --set resign_percent=0`. FILE gets positions,
one a line, as README.md here says; the same command goes on where an interrupted one
stopped. They teach the visits of the search as policy, and score and owners as they were in
the end. The chance to win is the mean of what the search thought and how the game ended.

Most moves are made quickly, and those teach nothing: more games for the same time.
Games begin with moves that are drawn in proportion to their visits, and some moves after
that are drawn, too.

  --size N          of the board, 9
  --playouts N      for a position that is taken, 800
  --quick N         playouts for the others, 100
  --taken X         part of the positions that are taken, 0.25
  --komi-spread X   komi is 7.5 in half of the games, and normally distributed around it
                    with this many points in the others, 4
  --opening N       so many moves are drawn at the beginning, at most, 12
  --drawn X         and this part of the later ones, 0.03
  --concurrency N   games at the same time, 1
  --seed N          1
"""

import argparse
import contextlib
import dataclasses
import functools
import itertools
import pathlib
import random
import re
import shlex
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

import crew
import go_board
from gtp_engine import Engine, EngineError
from labelling.opinions import Opinion, OpinionFile, opinion_line
from labelling.vertices import point_letters
from script import Failure, Parser, run_script

FAIR_KOMI = 7.5
SECONDS = 600  # for an answer
# Moves of a search with fewer visits than this part of the best one's were only tried.
TRIED = 0.02
CANDIDATE = re.compile(r"info move (\S+) visits (\d+)")
ROOT = re.compile(r"rootInfo visits \d+ winrate (\S+)")
CHOICE = re.compile(r"^play (\S+)$", re.MULTILINE)


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("engine")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--positions", type=int, required=True)
    for name, kind, default in (
            ("size", int, 9), ("playouts", int, 800), ("quick", int, 100),
            ("taken", float, 0.25), ("komi-spread", float, 4.0), ("opening", int, 12),
            ("drawn", float, 0.03), ("concurrency", int, 1), ("seed", int, 1)):
        parser.add_argument("--" + name, type=kind, default=default)
    return parser.parse_args()


@dataclasses.dataclass
class Thought:
    """What a search found."""

    win: float  # Black's chance
    visits: list  # (visits, point) of the moves that were more than tried; none if the
    #               engine answered without a search
    choice: go_board.Point


@dataclasses.dataclass
class Moment:
    """A position that is taken."""

    turn: int
    thought: Thought


class SelfPlay:
    """One game after the other, with one engine."""

    def __init__(self, options: argparse.Namespace, engine: Engine, rng: random.Random):
        self.options = options
        self.engine = engine
        self.rng = rng

    def think(self, color: str, playouts: int) -> Thought:
        size = self.options.size
        self.engine.ask(f"ponnuki-thinking playouts {playouts}")
        reply = self.engine.ask(
            f"kata-search_analyze {color} 1000000 minmoves 1000 rootInfo true")
        choice, root = CHOICE.search(reply), ROOT.search(reply)
        if choice is None or root is None:
            raise Failure(f"{self.engine.name}: kata-search_analyze tells no "
                          f"{'move' if choice is None else 'rootInfo'}")
        win = float(root[1]) if color == "b" else 1 - float(root[1])
        visits = [(int(count), go_board.read_vertex(vertex, size))
                  for vertex, count in CANDIDATE.findall(reply)]
        least = max(1, TRIED * max((count for count, _ in visits), default=0))
        serious = [(count, move) for count, move in visits if count >= least]
        return Thought(win, serious, go_board.read_vertex(choice[1], size))

    def choose(self, thought: Thought, drawn: bool) -> go_board.Point:
        """A pass is never drawn: who passes early may lose what is his."""
        moves = [(count, move) for count, move in thought.visits
                 if move is not go_board.PASS]
        if thought.choice is go_board.PASS or not drawn or not moves:
            return thought.choice
        return self.rng.choices([move for _, move in moves],
                                [count for count, _ in moves])[0]

    def komi(self) -> float:
        if self.rng.random() < 0.5:
            return FAIR_KOMI
        return round(2 * self.rng.gauss(FAIR_KOMI, self.options.komi_spread)) / 2

    def play(self) -> list:
        """A game; the lines of the positions taken. Empty if it does not end."""
        options, rng = self.options, self.rng
        board = go_board.Board(options.size, go_board.RULES["cgos"])
        komi, opening = self.komi(), rng.randint(0, options.opening)
        for command in (f"boardsize {options.size}", "clear_board", f"komi {komi:g}"):
            self.engine.ask(command)
        moves, moments = [], []
        while len(moves) < 3 * options.size ** 2:
            color = "bw"[len(moves) % 2]
            taken = moves != [] and rng.random() < options.taken  # a line needs a move
            thought = self.think(color, options.playouts if taken else options.quick)
            if taken and thought.visits:
                moments.append(Moment(len(moves), thought))
            drawn = len(moves) < opening or rng.random() < options.drawn
            move = self.choose(thought, drawn)
            if why := board.play(color, move):
                raise Failure(f"{self.engine.name}: its move is illegal: {why}; it "
                              "needs rules like those of cgos")
            self.engine.ask(f"play {color} {go_board.write_vertex(move, options.size)}")
            moves.append(move)
            if moves[-2:] == [go_board.PASS, go_board.PASS]:
                return self.lines(board, komi, moves, moments)
        return []

    def lines(self, board: go_board.Board, komi: float, moves: list,
              moments: list) -> list:
        size = self.options.size
        letters = [point_letters(move, size) for move in moves]
        owners = board.area_owners()
        owner = [{"b": 1, "w": -1}.get(owners[row * size + column], 0)
                 for row in reversed(range(size)) for column in range(size)]
        lead = sum(owner) - komi
        outcome = 0.5 if lead == 0 else float(lead > 0)
        lines = []
        for moment in moments:
            thought = moment.thought
            whole = sum(count for count, _ in thought.visits)
            policy = [(count / whole, point_letters(move, size))
                      for count, move in thought.visits]
            opinion = Opinion((thought.win + outcome) / 2, lead, policy, owner)
            lines.append(opinion_line(size, komi, 0, letters[:moment.turn], opinion))
        return lines


class Player:
    """A worker (crew.py) with an engine. A job is the number of a game."""

    def __init__(self, options: argparse.Namespace, begun: int, number: int):
        self.options, self.begun = options, begun
        self.engine = Engine(f"engine {number}", shlex.split(options.engine),
                             pathlib.Path("/dev/null"), SECONDS)
        self.strike, self.end = self.engine.strike, self.engine.end

    def do(self, number: int) -> list:
        """The lines of the positions taken."""
        rng = random.Random(f"{self.options.seed} {self.begun} {number}")
        self.engine.start()
        try:
            return SelfPlay(self.options, self.engine, rng).play()
        except EngineError as error:
            raise Failure(f"{self.engine.name} {error}") from None


def play(options: argparse.Namespace, out: OpinionFile) -> None:
    """Games until there are enough positions. What comes depends on what is there."""
    if out.done >= options.positions:
        return
    found = crew.results(functools.partial(Player, options, out.done),
                         itertools.count(1), options.concurrency)
    with contextlib.closing(found):
        for lines in found:
            for line in lines[:options.positions - out.done]:
                out.add(line)
            if out.done >= options.positions:
                return


def main() -> None:
    options = arguments()
    try:
        out = OpinionFile(options.out)
        with out:
            play(options, out)
    except OSError as error:
        raise Failure(f"{options.out}: {error.strerror}") from None
    except ValueError as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
