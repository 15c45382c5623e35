#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A match between two programs that play Go by the Go Text Protocol.

usage: match.py [OPTIONS] --out DIR FIRST SECOND

FIRST and SECOND are commands, each as one argument, perhaps with a name in front:
'new=build/ponnuki --playouts 1000'. A command is split into words as a shell does it,
but no shell runs it. How hard an engine thinks is said by its own options. Colours
alternate: FIRST is Black in the odd games. DIR gets the record of every game, the file
results.jsonl, and what the engines write on standard error.
The same command again goes on where it was interrupted.

  --out DIR             where everything is written; it is made if need be
  --games N             games in all, 100; may be raised later
  --concurrency N       games at the same time, 1
  --size N              the board, 9
  --komi X              7.5
  --rules NAME          what this tool takes for legal, and whether dead stones stay on
                        the board: tromp-taylor (default), cgos, chinese, new-zealand,
                        aga; the engines are told by their own options
  --openings PATH       a file with a line of moves (E5 C3 ...) for each opening, or a
                        folder of SGF files; each is played twice, with colours swapped
  --opening-moves N     take only so many moves of each
  --random-opening N    begin with N random legal moves, the same ones in both games of
                        a pair
  --seed N              of these random moves, 1
  --time 'MAIN PERIOD STONES'   a clock in seconds as in time_settings; PERIOD is for
                        STONES moves; stones 0 is sudden death. Who overruns it loses
  --grace X             seconds by which a clock may be overrun, 0
  --timeout X           seconds for an answer without a clock, 600
  --max-moves N         then the game is counted as it stands, three times the points
  --referee COMMAND     an engine that is asked for the score of finished games
  --adjudicate          the referee must also accept every move
  --stop-on-error       end with the first illegal move, crash or wrong answer, which
                        otherwise loses the game and is counted

Without a referee the score is the area count of the board, all stones being alive; only
where the rules have dead stones removed the engines are asked first, and must agree.

Examples:
  match.py --out m1 --games 200 --rules cgos 'new=build/ponnuki --rules cgos \\
      --playouts 1000' 'old=build-old/ponnuki --rules cgos --playouts 1000'
  match.py --out m2 --time '0 0.1 1' --concurrency 2 'ponnuki --lag 0.02' 'gnugo \\
      --mode gtp --chinese-rules --positional-superko --capture-all-dead'

A wrong argument, an engine that does not start: one line on standard error, exit
status 2.
"""

import argparse
import pathlib
import signal
import sys
import time
import typing

import go_board
from gtp_engine import Failure
from gtp_game import Settings, TimeControl
from gtp_match import (FAULTS, Contender, Match, Openings, Plan, Results,
                       read_contenders, read_openings)
from match_statistics import Tally, describe_score


class Parser(argparse.ArgumentParser):
    """One line for an error, and the text above as help."""

    def error(self, message: str) -> typing.NoReturn:
        raise Failure(message)

    def format_help(self) -> str:
        return __doc__ or ""


def read_options() -> argparse.Namespace:
    parser = Parser(allow_abbrev=False)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--rules", choices=go_board.RULES, default="tromp-taylor")
    parser.add_argument("--openings", type=pathlib.Path)
    parser.add_argument("--opening-moves", type=int)
    parser.add_argument("--random-opening", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time")
    parser.add_argument("--grace", type=float, default=0.0)
    parser.add_argument("--timeout", type=float, default=600.0)
    parser.add_argument("--max-moves", type=int)
    parser.add_argument("--referee")
    parser.add_argument("--adjudicate", action="store_true")
    parser.add_argument("--stop-on-error", action="store_true")
    parser.add_argument("engines", nargs="*")
    options = parser.parse_intermixed_args()
    if len(options.engines) != 2:
        raise Failure(f"two engines are needed, each as one argument in quotation marks,"
                      f" and there are {len(options.engines)}")
    return options


def read_time(text: str | None) -> TimeControl | None:
    if text is None:
        return None
    try:
        main, period, stones = text.split()
        control = TimeControl(float(main), float(period), int(stones))
    except ValueError:
        raise Failure(f"--time {text!r} is not 'MAIN PERIOD STONES'") from None
    if control.period > 0 and control.stones == 0:
        raise Failure("--time with a period needs stones; GTP means by stones 0 that "
                      "there is no limit")
    return control


def read_settings(options: argparse.Namespace) -> Settings:
    for name, least in (("games", 1), ("concurrency", 1), ("size", 1),
                        ("random_opening", 0)):
        if getattr(options, name) < least:
            raise Failure(f"--{name.replace('_', '-')} {getattr(options, name)}: at "
                          f"least {least} is needed")
    if options.size > go_board.SIZE_MAX:
        raise Failure(f"--size {options.size}: at most {go_board.SIZE_MAX}")
    if options.adjudicate and options.referee is None:
        raise Failure("--adjudicate needs a --referee")
    return Settings(options.size, options.komi, go_board.RULES[options.rules],
                    read_time(options.time), options.grace,
                    options.max_moves or 3 * options.size ** 2, options.adjudicate)


def read_plan(options: argparse.Namespace) -> Plan:
    settings = read_settings(options)
    referee = None
    if options.referee is not None:
        referee = Contender("referee", read_contenders([options.referee])[0].words)
    listed = (read_openings(options.openings, options.size, options.opening_moves)
              if options.openings else [])
    openings = Openings(listed, options.random_opening, options.seed)
    return Plan(read_contenders(options.engines), referee, settings, openings,
                options.out, options.timeout, options.concurrency,
                options.stop_on_error)


def lasting_options(options: argparse.Namespace) -> dict[str, typing.Any]:
    """Those that must be the same when a match goes on."""
    free = ("out", "games", "concurrency", "stop_on_error", "timeout")
    return {name: str(value) if isinstance(value, pathlib.Path) else value
            for name, value in vars(options).items() if name not in free}


class Progress:
    """One line on standard error, written over where that is a terminal."""

    def __init__(self, results: Results, games: int) -> None:
        self.results = results
        self.games = games
        self.before = len(results.games)
        self.start = time.monotonic()

    def show(self) -> bool:
        done = len(self.results.games)
        seconds = (time.monotonic() - self.start) / (done - self.before)
        left = time.strftime("%H:%M:%S", time.gmtime(seconds * (self.games - done)))
        line = (f"{done} of {self.games} games: {describe_score(self.results.tally())}, "
                f"{left} left")
        if sys.stderr.isatty():
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)
        return True

    def end(self) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)


def write_tally(tally: Tally) -> str:
    return f"{tally.wins} won, {tally.losses} lost, {tally.ties} tied"


def print_result(results: Results, names: list[str]) -> None:
    games = results.in_order()
    print(f"{names[0]} against {names[1]}, {len(games)} games")
    print(f"  all:      {write_tally(results.tally())}")
    print(f"  as Black: {write_tally(results.tally('b'))}")
    print(f"  as White: {write_tally(results.tally('w'))}")
    print(f"  score:    {describe_score(results.tally())}")
    if games:
        print(f"  moves:    {sum(game['moves'] for game in games) / len(games):.1f} a "
              "game")
    for side, name in enumerate(names):
        print(f"  {name}: {describe_engine(games, side)}")


def describe_engine(games: list[dict[str, typing.Any]], side: int) -> str:
    turns = sum(game["turns"][side] for game in games)
    seconds = sum(game["seconds"][side] for game in games)
    longest = max((game["longest"][side] for game in games), default=0.0)
    lost = [game["reason"] for game in games if game["winner"] == 1 - side]
    faults = ", ".join(f"{lost.count(kind)} {kind}" for kind in FAULTS if kind in lost)
    return (f"{seconds / max(1, turns):.3f} s a move, at most {longest:.3f}; illegal "
            f"moves: {lost.count('illegal')}; time overruns: {lost.count('time')}; "
            f"faults: {faults or 'none'}")


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    options = read_options()
    plan = read_plan(options)
    results = Results(plan.folder, lasting_options(options))
    progress = Progress(results, options.games)
    signal.signal(signal.SIGTERM, interrupt)
    status = 0
    try:
        Match(plan, results).run(options.games, progress.show)
    except KeyboardInterrupt:
        status = 130
    progress.end()
    print_result(results, [contender.name for contender in plan.contenders])
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print("match.py:", failure, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
