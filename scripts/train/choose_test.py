#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chooses the positions of the fixed test, see HISTORY.md here.

usage: choose_test.py --out FILE --engine 'ENGINE COMMAND' [--KIND GAMES=N]...

GAMES is a file of records, or of positions with opinions, whose games count. N positions
are taken of it, at most two of a game, first of the games that are never trained on. FILE
gets a line for each, as in raw_label.h, for make_labels.py and the program `exclude`.
KIND is one of

  --record   any position of a game
  --search   a position that a search of the engine, which is Ponnuki, came to from one
  --late     a position in which a large chain may live or die: the engine's network gives
             it to a player by less than 80 %. It comes after a third as many moves as the
             board has points (120 on 19x19), or more
  --opening  the position after 0, 1, 2, ... moves, up to an eighth as many moves as the
             board has points, and then again, each with another komi

and no position is taken twice with one komi, nor a symmetric one.

  --after FILE  positions chosen before, to which these are added
  --seed N      of the lots, 1
"""

import argparse
import collections
import pathlib
import random
import shlex
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

import go_board
from gtp_engine import Engine, EngineError
from label import held_out, read_records, split_moves
from labelling.positions import color_of, set_up
from script import Failure, Parser, run_script
from labelling.vertices import two_letters
from raw_network import read_raw_network

KINDS = ("record", "search", "late", "opening")
PER_GAME = 2
KOMIS = [5 + half / 2 for half in range(8)]  # 5 to 8.5
OPENING_KOMIS = [7.5, 6.5, 5.5, 7, 8, 6, 8.5]
USUAL_KOMI, HANDICAP_KOMI = 7.5, 0.5
OPENING_PART, LATE_PART = 1 / 8, 1 / 3  # of the points
LARGE_PART = 1 / 72  # so many stones of the points make a large chain
UNSURE = 0.6  # owner, 1 for certain, of a chain that may live or die
SECONDS = 600  # for an answer


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--after", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    for kind in KINDS:
        parser.add_argument("--" + kind, action="append", default=[])
    return parser.parse_args()


class Game(typing.NamedTuple):
    """A record whose end may be anywhere."""

    fields: list  # seven
    moves: list

    @property
    def size(self) -> int:
        return int(self.fields[0])

    @property
    def set_up(self) -> int:
        return int(self.fields[2])

    def turns(self, first: int) -> range:
        """Numbers of moves, set-up stones included, after which there is a position that
        is not the end of the game, from that one on."""
        over = self.moves[-2:] == ["tt", "tt"]
        return range(max(self.set_up, first), len(self.moves) + (not over))


def compared_after(size: int) -> int:
    """exclusion_moves() of exclusion.c: shorter games cannot be told from others."""
    return 16 if size <= 13 else 24


def read_games(path: str, rng: random.Random) -> list:
    """Those that can be told from others: in random order, the held out ones first."""
    groups: dict = {True: [], False: []}
    for fields in read_records(path):
        game = Game(fields[:7], split_moves(fields))
        if len(game.moves) >= game.set_up + compared_after(game.size):
            groups[held_out(" ".join(game.fields))].append(game)
    for group in groups.values():
        rng.shuffle(group)
    return groups[True] + groups[False]


def place(move: str, size: int) -> go_board.Point:
    """A move in two letters, as go_board has it."""
    if move == "tt":
        return go_board.PASS
    return (size - 1 - (ord(move[1]) - 97)) * size + ord(move[0]) - 97


def board_after(size: int, set_up: int, moves: list) -> typing.Optional[go_board.Board]:
    """None: a move repeats a position."""
    board = go_board.Board(size, go_board.RULES["tromp-taylor"])
    for number, move in enumerate(moves):
        if board.play(color_of(number, set_up), place(move, size)):
            return None
    return board


def canonical(board: go_board.Board) -> str:
    """The same for all symmetric positions."""
    rows = ["".join(board.grid[i:i + board.size])
            for i in range(0, len(board.grid), board.size)]
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1])]
        found += ["/".join(rows), "/".join(rows[::-1])]
    return min(found)


def large_chains(board: go_board.Board) -> typing.Iterator[set]:
    """The points of each."""
    seen: set = set()
    for point, color in enumerate(board.grid):
        if color != go_board.EMPTY and point not in seen:
            chain, _ = board._chain(board.grid, point)
            seen |= chain
            if len(chain) >= max(3, LARGE_PART * len(board.grid)):
                yield chain


class Chooser:
    """Draws positions of games."""

    def __init__(self, engine: Engine, seed: int):
        self.engine = engine
        self.rng = random.Random(seed)
        self.used: collections.Counter = collections.Counter()  # by game
        self.seen: set = set()  # positions
        self.lines: list = []

    def read(self, path: pathlib.Path) -> None:
        """Takes positions that were chosen before."""
        for line in path.read_text(encoding="ascii").splitlines():
            kind, ply, komi, tail, fields = line.split(" ", 4)
            game = Game(fields.split(" "), split_moves(fields.split(" ")))
            if not self.add(kind, game, game.set_up + int(ply), float(komi), tail):
                raise Failure(f"{path} has a position twice: {line}")

    def komi(self, game: Game) -> float:
        own = game.fields[1]
        if game.set_up:
            return HANDICAP_KOMI if own == "?" else float(own)
        draw = self.rng.random()
        if draw < 0.4 and own != "?" and KOMIS[0] <= float(own) <= KOMIS[-1]:
            return float(own)
        return USUAL_KOMI if draw < 0.8 else self.rng.choice(KOMIS)

    def add(self, kind: str, game: Game, turn: int, komi: float, tail: str = "-") -> bool:
        """Adds a position. False: it is there, or cannot be played."""
        moves = game.moves[:turn]
        if tail != "-":
            moves = moves + [tail[i:i + 2] for i in range(0, len(tail), 2)]
        board = board_after(game.size, game.set_up, moves)
        if board is None:
            return False
        key = (canonical(board), color_of(len(moves), game.set_up), komi)
        if key in self.seen:
            return False
        self.seen.add(key)
        self.used[game.fields[6]] += 1
        self.lines.append(f"{kind} {turn - game.set_up} {komi:g} {tail} "
                          f"{' '.join(game.fields)}")
        return True

    def take_record(self, game: Game, _: int) -> bool:
        return self.add("record", game, self.rng.choice(game.turns(0)), self.komi(game))

    def take_opening(self, game: Game, number: int) -> bool:
        """Of the first moves there are few positions: then one of later moves is taken."""
        turns = round(OPENING_PART * game.size ** 2) + 1
        first = number // turns + number
        komis = [OPENING_KOMIS[(first + i) % len(OPENING_KOMIS)]
                 for i in range(len(OPENING_KOMIS))]
        return any(self.add("opening", game, game.set_up + turn, komi)
                   for turn in range(number % turns, turns) for komi in komis)

    def show(self, game: Game, turn: int, komi: float) -> str:
        """Shows the engine a position; who is to move?"""
        moves = "".join(game.moves[:turn])
        return set_up(self.engine, [str(game.size), f"{komi:g}", str(game.set_up), "?",
                                    "-", "-", moves])

    def take_search(self, game: Game, _: int) -> bool:
        komi, turn = self.komi(game), self.rng.choice(game.turns(0))
        color = self.show(game, turn, komi)
        lines = self.engine.ask(f"ponnuki-searched_lines 1 {color}").split("\n")
        tail = "".join(two_letters(point, game.size) for point in lines[0].split())
        return tail != "" and self.add("search", game, turn, komi, tail)

    def take_late(self, game: Game, _: int) -> bool:
        turns = game.turns(game.set_up + round(LATE_PART * game.size ** 2))
        if not turns:
            return False
        komi, turn = self.komi(game), self.rng.choice(turns)
        board = board_after(game.size, game.set_up, game.moves[:turn])
        if board is None:
            return False
        self.show(game, turn, komi)
        return self.is_unsettled(board) and self.add("late", game, turn, komi)

    def is_unsettled(self, board: go_board.Board) -> bool:
        owners = read_raw_network(self.engine.ask("kata-raw-nn all"))["whiteOwnership"]
        area = board.size ** 2
        owner = [sum(owners[i::area]) / (len(owners) // area) for i in range(area)]

        def mean(chain: set) -> float:
            rows = [divmod(point, board.size) for point in chain]
            return sum(owner[(board.size - 1 - row) * board.size + column]
                       for row, column in rows) / len(rows)

        return any(abs(mean(chain)) < UNSURE for chain in large_chains(board))

    def take(self, kind: str, argument: str) -> None:
        """Positions of one file."""
        path, _, count = argument.rpartition("=")
        games, taken = read_games(path, self.rng), 0
        for _ in range(PER_GAME):
            for game in games:
                if taken == int(count):
                    return
                if self.used[game.fields[6]] < PER_GAME:
                    taken += getattr(self, "take_" + kind)(game, taken)
        if taken < int(count):
            print(f"{path}: only {taken} positions of {count}", file=sys.stderr)


def main() -> None:
    options = arguments()
    engine = Engine("the engine", shlex.split(options.engine), pathlib.Path("/dev/null"),
                    SECONDS)
    chooser = Chooser(engine, options.seed)
    try:
        engine.start()
        if options.after:
            chooser.read(options.after)
        for kind in KINDS:
            for argument in getattr(options, kind):
                chooser.take(kind, argument)
                print(f"{argument}: {len(chooser.lines)} in all", file=sys.stderr,
                      flush=True)
        options.out.write_text("\n".join(chooser.lines) + "\n", encoding="ascii")
    except EngineError as error:
        raise Failure(f"{engine.name}: {error}") from None
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}") from None
    finally:
        engine.end()


if __name__ == "__main__":
    run_script(main)
