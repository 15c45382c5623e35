#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts how many finished games an engine counts as their records do.

usage: endings.py [OPTIONS] RECORDS...

RECORDS are files of games, plain or `.xz`, as scripts/train/README.md describes them
(Records). Games whose result has no margin, or whose komi is not known, are left out.
Each other game is played to its last move in the engine, which is then asked for
`final_score`.

Standard output gets each game that the engine counts otherwise: its record, the counts,
and the board with the dead stones as small letters. Then follows a line for each file
with the number of games and of agreements, and the seconds that `final_score` took.
Standard error gets the progress.

A record counts area, territory, or half the area (as in China). The engine agrees if
one of these, made from its own count, is within one point of the record. Territory is
area less the stones that Black has played more than White has.

A record may be wrong, and its players may have gone on. So the network of the engine is
asked as well, if it knows `kata-raw-nn`. `network agrees` means: the record is right if
those chains come off that the network gives to the other player.

  --engine COMMAND   a GTP engine; the default is build/ponnuki of this project
  --games N          games of each file, 100; 0: all
  --skip N           games with a margin to pass over first in each file, 0
  --size N           only boards of this size
  --timeout X        seconds for any answer, 60

Examples:
  endings.py --games 400 records/19-kgs6d.txt.xz records/9-cgos.txt.xz
  endings.py --engine 'gnugo --mode gtp --chinese-rules' records/19-kgs6d.txt.xz

A wrong argument, a file that cannot be read and an engine that ends: one line on
standard error, exit status 2.
"""

import argparse
import itertools
import lzma
import pathlib
import re
import shlex
import statistics
import sys
import tempfile
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "match"))

import go_board
import sgf_record
from go_board import EMPTY, Board, other
from gtp_engine import Engine, EngineError
from raw_network import read_raw_network
from script import Failure, Parser, end_line, run_script

OURS = (f"{shlex.quote(str(ROOT / 'build' / 'ponnuki'))} gtp --rules new-zealand "
        "--accept-illegal")
MARGIN = re.compile(r"([BW])\+(\d+(?:\.\d+)?)")
FIELDS = 7
NEAR = 1.0  # the last dame, or half a point of komi


class Game(typing.NamedTuple):
    """A record whose result has a margin."""

    line: str
    size: int
    komi: float
    handicap: int
    lead: float  # Black's, as recorded
    moves: list  # (color, point), the stones of a handicap first


class Count(typing.NamedTuple):
    """What an engine makes of a finished board."""

    lead: float  # Black's area less White's, without komi
    seconds: float
    dead: set  # points


def read_lead(text: str) -> float | None:
    """Black's lead, or None if the record does not say."""
    if text == "0":
        return 0.0
    match = MARGIN.fullmatch(text)
    if match is None:
        return None
    return float(match[2]) if match[1] == "B" else -float(match[2])


def color_of(turn: int, handicap: int) -> str:
    """Who makes the move of a turn, 0 the first; the stones of a handicap are turns."""
    return "b" if turn < handicap else "bw"[(turn - handicap + (handicap > 0)) % 2]


def read_game(line: str) -> Game | None:
    """The game of a line, or None if it has no margin, no komi or is no record."""
    fields = line.split()
    if len(fields) != FIELDS or (lead := read_lead(fields[3])) is None:
        return None
    try:
        size, komi, handicap = int(fields[0]), float(fields[1]), int(fields[2])
        letters = [fields[6][i:i + 2] for i in range(0, len(fields[6]), 2)]
        moves = [(color_of(turn, handicap), sgf_record.read_point(move, size))
                 for turn, move in enumerate(letters)]
    except ValueError:
        return None
    return Game(line.rstrip("\n"), size, komi, handicap, lead, moves)


def read_games(path: pathlib.Path, options: argparse.Namespace
               ) -> typing.Iterator[Game]:
    """The games asked for of a file. Raises Failure."""
    opener = lzma.open if path.suffix == ".xz" else open
    try:
        with opener(path, "rt", encoding="ascii") as file:
            games = (game for line in file if (game := read_game(line)) is not None
                     and options.size in (None, game.size))
            end = options.skip + options.games if options.games else None
            yield from itertools.islice(games, options.skip, end)
    except (UnicodeDecodeError, lzma.LZMAError, EOFError):
        raise Failure(f"{path}: no records") from None


def last_board(game: Game) -> Board:
    """The board after the last move; repetitions are played as they come."""
    board = Board(game.size, go_board.RULES["chinese-kgs"])
    for color, point in game.moves:
        if point is not go_board.PASS:
            board.seen.clear()
            grid, why = board.try_move(color, point)
            if grid is None:
                raise ValueError(f"{go_board.write_vertex(point, game.size)}: {why}")
            board.grid = grid
    return board


def set_up(engine: Engine, game: Game) -> None:
    """Raises EngineError."""
    for command in (f"boardsize {game.size}", "clear_board", f"komi {game.komi:g}"):
        engine.ask(command)
    plays = [f"play {color} {go_board.write_vertex(point, game.size)}"
             for color, point in game.moves]
    for play in plays:
        engine.send(play)
    for play in plays:
        engine.receive(play)


def ask_count(engine: Engine, game: Game) -> Count:
    """Raises EngineError, and ValueError for what is no score."""
    start = time.monotonic()
    lead = read_lead(text := engine.ask("final_score"))
    seconds = time.monotonic() - start
    if lead is None:
        raise ValueError(f"final_score is {text!r}")
    words = engine.ask("final_status_list dead").split()
    dead = {go_board.read_vertex(word, game.size) for word in words}
    return Count(lead + game.komi, seconds, dead)


def network_lead(engine: Engine, board: Board) -> float | None:
    """Black's area less White's if the chains come off that the network gives to the
    other player; None if the engine has no such command. Raises EngineError."""
    try:
        reply = engine.ask("kata-raw-nn 0")
    except EngineError as error:
        if error.kind != "refusal":
            raise
        return None
    size = board.size
    whites = read_raw_network(reply)["whiteOwnership"]
    owners = [whites[(size - 1 - point // size) * size + point % size]
              for point in range(size * size)]
    cleared = Board(size, board.rules)
    for start in range(size * size):
        if board.grid[start] == EMPTY:
            continue
        chain, _ = board.chain(board.grid, start)
        mean = sum(owners[point] for point in chain) / len(chain)
        if (mean if board.grid[start] == "w" else -mean) > 0:
            cleared.grid[start] = board.grid[start]
    return cleared.area_lead()


def possible_leads(game: Game, area: float) -> list[float]:
    """What a record may say if Black has so much more area: by area, by area with a
    point for each stone of a handicap, by half the area, by territory."""
    stones = sum({"b": 1, "w": -1}[color] for color, point in game.moves
                 if point is not go_board.PASS)
    lead = area - game.komi
    return [lead, lead - game.handicap, lead - game.handicap + 1, lead / 2,
            area / 2 - game.komi, lead - stones]


def agrees(game: Game, area: float) -> bool:
    return any(abs(lead - game.lead) <= NEAR for lead in possible_leads(game, area))


def picture(board: Board, dead: set) -> str:
    """X and O, dead stones as small letters, the top row first."""
    letters = {"b": "X", "w": "O", EMPTY: EMPTY}
    size, rows = board.size, []
    for row in reversed(range(size)):
        points = range(row * size, (row + 1) * size)
        rows.append(" ".join(letters[board.grid[point]].lower() if point in dead
                             else letters[board.grid[point]] for point in points))
    return "\n".join(rows)


def report(game: Game, board: Board, count: Count, network: float | None) -> None:
    words = [f"record {go_board.write_result(game.lead)}",
             f"engine {go_board.write_result(count.lead - game.komi)}"]
    if network is not None:
        verdict = "agrees" if agrees(game, network) else "does not"
        words.append(f"network {go_board.write_result(network - game.komi)} {verdict}")
    print(game.line, "; ".join(words), picture(board, count.dead), sep="\n",
          end="\n\n", flush=True)


def count_file(engine: Engine, path: pathlib.Path, options: argparse.Namespace
               ) -> tuple[int, int, list]:
    """Reports what differs; games, agreements, seconds of each."""
    agreements, seconds = 0, []
    for game in read_games(path, options):
        try:
            board = last_board(game)
            set_up(engine, game)
            count = ask_count(engine, game)
        except ValueError as error:
            print(f"{path}: {error}: {game.line[:60]}...", file=sys.stderr)
            continue
        seconds.append(count.seconds)
        if agrees(game, count.lead):
            agreements += 1
        else:
            report(game, board, count, network_lead(engine, board))
        if sys.stderr.isatty():
            print(f"\r{path.name}: {agreements} of {len(seconds)}", end="",
                  file=sys.stderr)
    end_line()
    return len(seconds), agreements, seconds


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("records", nargs="+", type=pathlib.Path)
    parser.add_argument("--engine", default=OURS)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--size", type=int)
    parser.add_argument("--timeout", type=float, default=60.0)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine("engine", shlex.split(options.engine),
                        pathlib.Path(folder) / "log", options.timeout)
        try:
            engine.start()
            counts = [count_file(engine, path, options) for path in options.records]
        except EngineError as error:
            raise Failure(f"the engine {error}") from None
        finally:
            engine.end()
    for path, (games, agreements, _) in zip(options.records, counts):
        print(f"{path.name}: {agreements} of {games} games agree")
    seconds = [second for *_, some in counts for second in some]
    if len(seconds) > 1:
        print(f"final_score: median {statistics.median(seconds):.3f} s, 99 % within "
              f"{statistics.quantiles(seconds, n=100, method='inclusive')[-1]:.3f} s")


if __name__ == "__main__":
    run_script(main)
