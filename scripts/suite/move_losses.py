#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the moves of recorded games cost, by the rank of their players.

usage: move_losses.py [OPTIONS] --out FILE GAMES...

GAMES are files or folders. A file has records, one a line (scripts/train/README.md): the
fields 5 and 6 are the ranks of Black and White. A folder is what match.py leaves behind,
where the names of the engines begin with ranks, such as 5k or 5k.old. Pieces of games are
drawn by lot. The analyst says who leads before and after each move. The difference is
what the move costs its player, in points. An analyst is unsure by some points, too, so
compare numbers of the same analyst only.

FILE gets a line of JSON for each move; the same command again goes on where it was
interrupted. Standard output gets a line for each rank. It has the moves, their mean loss
and its standard error. Then come percentages of the moves: those that lose more than 3
and more than 10 points, and those that are the analyst's first choice. The last one is of
the moves that could save stones in atari: how many do not.

  --analyst COMMAND  speaks the JSON protocol of KataGo's analysis engine,
                     'build/ponnuki analysis' of this project; a strong network is wanted
  --visits N         of each position, 1
  --moves N          of each rank, 2000
  --piece N          moves of a game that are taken in a row, 20
  --ranks A..B       only these, such as 5k..3d
  --size N           only games on boards of this size, 19
  --seed N           of the lots, 1
"""

import argparse
import collections
import json
import lzma
import math
import pathlib
import random
import re
import shlex
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "match"))

import go_board
import sgf_record
from gtp_engine import environment
from script import Failure, Parser, run_script

LOSSES = (3, 10)  # points
AT_ONCE = 4  # pieces that the analyst has at a time
CHAIN_LEAST = 3  # stones in atari that it matters to save


class Piece(typing.NamedTuple):
    """Moves first .. first + count - 1 of a game, in GTP's words."""

    name: str
    size: int
    komi: float
    stones: list  # set up, as [color, vertex]
    moves: list  # the same
    ranks: dict  # by color
    first: int
    count: int


def rank_number(text: str) -> typing.Optional[int]:
    """1 for 1 dan, 0 for 1 kyu; all professionals have 10. None: no rank."""
    found = re.fullmatch(r"([1-9]\d?)([kdp])", text)
    if not found or (found[2] != "k" and int(found[1]) > 9):
        return None
    number = int(found[1])
    return {"k": 1 - number, "d": number, "p": 10}[found[2]]


def rank_name(rank: int) -> str:
    return "pro" if rank == 10 else f"{rank}d" if rank > 0 else f"{1 - rank}k"


def vertex(letters: str, size: int) -> str:
    return go_board.write_vertex(sgf_record.read_point(letters, size), size)


class Line(typing.NamedTuple):
    """A record that was not read further, as there are many."""

    name: str
    fields: list

    @property
    def size(self) -> int:
        return int(self.fields[0])

    def is_wanted(self, size: int, ranks: tuple) -> bool:
        found = [rank_number(word) for word in self.fields[4:6]]
        return (self.size == size and self.fields[1] != "?" and
                any(rank is not None and ranks[0] <= rank <= ranks[1] for rank in found))


def game_of_line(line: Line) -> Piece:
    fields, size, handicap = line.fields, line.size, int(line.fields[2])
    points = [vertex(fields[6][i:i + 2], size) for i in range(0, len(fields[6]), 2)]
    colors = "BW" if handicap == 0 else "WB"
    moves = [[colors[i % 2], point] for i, point in enumerate(points[handicap:])]
    ranks = {"B": rank_number(fields[4]), "W": rank_number(fields[5])}
    stones = [["B", point] for point in points[:handicap]]
    return Piece(line.name, size, float(fields[1]), stones, moves, ranks, 0, len(moves))


def game_of_sgf(path: pathlib.Path) -> Piece:
    text = sgf_record.decode(path.read_bytes())
    properties = dict(sgf_record.read_main_line(text))
    size = int(properties.get("SZ", ["19"])[0])
    moves = [[color.upper(), go_board.write_vertex(point, size)]
             for color, point in sgf_record.read_moves(text, size)]
    names = {color: properties.get("P" + color, [""])[0] for color in "BW"}
    ranks = {color: rank_number(re.split(r"[^0-9a-z]", name)[0])
             for color, name in names.items()}
    return Piece(str(path), size, float(properties.get("KM", ["0"])[0]), [], moves, ranks,
                 0, len(moves))


def read_games(path: pathlib.Path, size: int, ranks: tuple) -> list:
    """The Lines or Pieces of a file or folder."""
    if path.is_dir():
        return [game for game in map(game_of_sgf, sorted(path.glob("*.sgf")))
                if game.size == size]
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="ascii") as file:
        lines = [Line(f"{path.name}:{number}", fields)
                 for number, line in enumerate(file, 1)
                 if len(fields := line.split()) >= 7]
    return [line for line in lines if line.is_wanted(size, ranks)]


def choose_pieces(options: argparse.Namespace) -> list:
    """Pieces of all games in random order, until each rank has its moves."""
    low, high = options.ranks
    games = [game for path in options.games
             for game in read_games(path, options.size, options.ranks)]
    lot = random.Random(options.seed)
    lot.shuffle(games)
    have: collections.Counter = collections.Counter()
    pieces = []
    for found in games:
        ranks = found.ranks.values() if isinstance(found, Piece) else map(
            rank_number, found.fields[4:6])
        if not any(rank is not None and low <= rank <= high and have[rank] < options.moves
                   for rank in ranks):
            continue
        game = found if isinstance(found, Piece) else game_of_line(found)
        first = lot.randrange(max(1, len(game.moves) - options.piece + 1))
        count = min(options.piece, len(game.moves) - first)
        played = collections.Counter(
            game.ranks[color] for color, _ in game.moves[first:first + count])
        wanted = [rank for rank in played if rank is not None and low <= rank <= high and
                  have[rank] < options.moves]
        if wanted:
            have.update(played)
            pieces.append(game._replace(first=first, count=count))
    return pieces


class Analyst:
    """The program that says who leads."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=environment())

    def ask(self, piece: Piece, visits: int) -> None:
        query = {"id": piece.name, "initialStones": piece.stones, "moves": piece.moves,
                 "rules": "japanese", "komi": piece.komi, "boardXSize": piece.size,
                 "boardYSize": piece.size, "maxVisits": visits, "includePolicy": True,
                 "analyzeTurns": list(range(piece.first, piece.first + piece.count + 1)),
                 "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"}}
        if piece.stones:
            query["initialPlayer"] = "W"
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise Failure("the analyst has ended; try its command by hand")
        return json.loads(line)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def best_move(answer: dict, size: int) -> str:
    """The likeliest move of the policy, whose rows count from the top."""
    policy = answer["policy"]
    index = max(range(len(policy)), key=policy.__getitem__)
    if index == size * size:
        return go_board.write_vertex(go_board.PASS, size)
    return go_board.write_vertex((size - 1 - index // size) * size + index % size, size)


def in_atari(board: go_board.Board, grid: list, color: str) -> list:
    """The player's chains of some stones that have one liberty."""
    found, seen = [], set()
    for start, owner in enumerate(grid):
        if owner != color or start in seen:
            continue
        chain, _ = board.chain(grid, start)
        seen |= chain
        liberties = {point for stone in chain for point in board.neighbors[stone]
                     if grid[point] == go_board.EMPTY}
        if len(chain) >= CHAIN_LEAST and len(liberties) == 1:
            found.append(chain)
    return found


def are_safe(board: go_board.Board, grid: typing.Optional[list], chain: set,
             color: str) -> bool:
    """Are the stones on that grid, and not in atari?"""
    return (grid is not None and all(grid[point] == color for point in chain) and
            not any(chain & other for other in in_atari(board, grid, color)))


def fails_to_save(board: go_board.Board, color: str,
                  move: go_board.Point) -> typing.Optional[bool]:
    """Does the move leave stones in atari that another one saves? None: there are none
    that can be saved."""
    saveable = False
    for chain in in_atari(board, board.grid, color):
        ways = [point for point, owner in enumerate(board.grid)
                if owner == go_board.EMPTY and
                are_safe(board, board.try_move(color, point)[0], chain, color)]
        saveable |= bool(ways)
        if ways and move in ways:
            return False
    return True if saveable else None


def failures(piece: Piece) -> list:
    """What fails_to_save() says of each move of the piece."""
    board = go_board.Board(piece.size, go_board.RULES["tromp-taylor"])
    found = []
    for turn, (color, text) in enumerate(piece.stones + piece.moves):
        point = go_board.read_vertex(text, piece.size)
        place = turn - len(piece.stones) - piece.first
        if place >= piece.count:
            break
        if place >= 0:
            found.append(fails_to_save(board, color.lower(), point))
        board.play(color.lower(), point)
    return found


def rows_of(piece: Piece, answers: dict) -> list:
    """A row for each move of the piece."""
    rows = []
    for turn, fails in zip(range(piece.first, piece.first + piece.count), failures(piece)):
        color, point = piece.moves[turn]
        before, after = (answers[t]["rootInfo"]["scoreLead"] for t in (turn, turn + 1))
        loss = (before - after) * (1 if color == "B" else -1)
        rows.append({"game": piece.name, "turn": turn, "rank": piece.ranks[color],
                     "loss": round(loss, 3), "fails": fails,
                     "first": point == best_move(answers[turn], piece.size)})
    return rows


def judge(analyst: Analyst, pieces: list, visits: int) -> typing.Iterator[list]:
    """The rows of each piece. A piece that the analyst refuses gives none."""
    waiting = iter(pieces)
    asked, answers = {}, collections.defaultdict(dict)
    while True:
        while len(asked) < AT_ONCE and (piece := next(waiting, None)) is not None:
            asked[piece.name] = piece
            analyst.ask(piece, visits)
        if not asked:
            return
        answer = analyst.answer()
        name = answer.get("id")
        if "error" in answer:
            print(f"{name} is left out: {answer['error']}", file=sys.stderr)
            asked.pop(name, None)
            yield [{"game": name, "rank": None}]
            continue
        answers[name][answer["turnNumber"]] = answer
        if name in asked and len(answers[name]) == asked[name].count + 1:
            yield rows_of(asked.pop(name), answers.pop(name))


def percentage(flags: list) -> str:
    return f"{100 * sum(flags) / len(flags):.1f} %" if flags else "-"


def print_table(rows: list) -> None:
    by_rank = collections.defaultdict(list)
    for row in rows:
        if row["rank"] is not None:
            by_rank[row["rank"]].append(row)
    print("rank, moves, mean loss, its error, " +
          ", ".join(f"over {loss}" for loss in LOSSES) + ", first choice, unsaved")
    for rank, found in sorted(by_rank.items()):
        losses = [row["loss"] for row in found]
        mean = sum(losses) / len(losses)
        spread = math.sqrt(sum((loss - mean) ** 2 for loss in losses) / len(losses))
        shares = [percentage([loss > limit for loss in losses]) for limit in LOSSES]
        print(", ".join([rank_name(rank), str(len(found)), f"{mean:.2f}",
                         f"{spread / math.sqrt(len(losses)):.2f}", *shares,
                         percentage([row["first"] for row in found]),
                         percentage([row["fails"] for row in found
                                     if row["fails"] is not None])]))


def read_ranks(text: str) -> tuple:
    ends = [rank_number(word) for word in text.split("..")]
    if len(ends) != 2 or None in ends:
        raise argparse.ArgumentTypeError("not like 5k..3d")
    return tuple(ends)


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("games", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--analyst", default=f"{ROOT / 'build/ponnuki'} analysis")
    parser.add_argument("--ranks", type=read_ranks, default=(-29, 10))
    for name, number in (("visits", 1), ("moves", 2000), ("piece", 20), ("size", 19),
                         ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=number)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    rows = []
    if options.out.exists():
        rows = [json.loads(line) for line in
                options.out.read_text(encoding="utf-8").splitlines()]
    done = {row["game"] for row in rows}
    pieces = [piece for piece in choose_pieces(options) if piece.name not in done]
    analyst = Analyst(options.analyst)
    try:
        with options.out.open("a", encoding="utf-8") as out:
            for found in judge(analyst, pieces, options.visits):
                rows += found
                out.writelines(json.dumps(row) + "\n" for row in found)
                out.flush()
    finally:
        analyst.close()
    print_table(rows)


if __name__ == "__main__":
    run_script(main)
