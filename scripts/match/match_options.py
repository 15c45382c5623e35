# SPDX-License-Identifier: MIT
"""The options that all tools with games share, and the progress line."""

import argparse
import pathlib
import sys
import time

import go_board
from gtp_game import Settings, TimeControl
from gtp_match import Contender, Games, Openings, Plan, read_contenders, read_openings
from match_statistics import Tally, describe_score
from results_file import Item
from script import Failure, Parser

REFEREE = "referee"  # its name
# These may differ when a measurement goes on.
FREE_OPTIONS = ("out", "games", "concurrency", "timeout", "stop_on_error")


def add_options(parser: Parser) -> None:
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--rules", choices=go_board.RULES, default="tromp-taylor")
    parser.add_argument("--openings", type=pathlib.Path)
    parser.add_argument("--opening-moves", type=int)
    parser.add_argument("--random-opening", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--handicap", type=int, default=0)
    parser.add_argument("--time")
    parser.add_argument("--no-clock", action="append", default=[])
    parser.add_argument("--grace", type=float, default=0.0)
    parser.add_argument("--timeout", type=float, default=600.0)
    parser.add_argument("--max-moves", type=int)
    parser.add_argument("--referee")
    parser.add_argument("--adjudicate", action="store_true")
    parser.add_argument("--stop-on-error", action="store_true")
    parser.add_argument("engines", nargs="*")


def require_least(options: argparse.Namespace, **least: float) -> None:
    for name, bound in least.items():
        value = getattr(options, name)
        if value is not None and not value >= bound:
            raise Failure(f"--{name.replace('_', '-')} {value}: at least {bound} is "
                          "needed")


def read_time(text: str | None) -> TimeControl | None:
    if text is None:
        return None
    try:
        main, period, stones = text.split()
        control = TimeControl(float(main), float(period), int(stones))
    except ValueError:
        raise Failure(f"--time {text!r} is not 'MAIN PERIOD STONES'") from None
    if min(control) < 0 or not control.main + control.period < float("inf"):
        raise Failure(f"--time {text!r}: numbers from 0 are needed")
    if (control.period > 0) != (control.stones > 0):
        raise Failure(f"--time {text!r}: a period needs stones, and stones a period")
    if control.main + control.period == 0:
        raise Failure(f"--time {text!r} leaves no time at all")
    return control


def read_settings(options: argparse.Namespace) -> Settings:
    require_least(options, concurrency=1, size=1, random_opening=0, opening_moves=0,
                  handicap=0, grace=0, timeout=0.001, max_moves=1)
    if options.size > go_board.SIZE_MAX:
        raise Failure(f"--size {options.size}: at most {go_board.SIZE_MAX}")
    if options.handicap == 1:
        raise Failure("--handicap 1: that is no stone but a matter of --komi")
    if options.handicap and (options.openings or options.random_opening):
        raise Failure("--handicap leaves no room for an opening")
    if options.adjudicate and options.referee is None:
        raise Failure("--adjudicate needs a --referee")
    return Settings(options.size, options.komi, go_board.RULES[options.rules],
                    read_time(options.time), options.grace,
                    options.max_moves or 3 * options.size ** 2, options.adjudicate,
                    handicap=options.handicap)


def read_plan(options: argparse.Namespace) -> Plan:
    """The match between the two commands in `engines`. Raises Failure."""
    if len(options.engines) != 2:
        raise Failure("two commands are needed, each as one argument in quotation "
                      f"marks, and there are {len(options.engines)}")
    contenders = read_contenders(options.engines)
    names = [contender.name for contender in contenders]
    if REFEREE in names:
        raise Failure(f"no engine can be called {REFEREE}")
    for name in options.no_clock:
        if name not in names:
            raise Failure(f"--no-clock {name}: there are {names[0]} and {names[1]}")
    settings = read_settings(options)._replace(
        untimed=frozenset([*options.no_clock, REFEREE]))
    referee = None
    if options.referee is not None:
        referee = Contender(REFEREE, read_contenders([options.referee])[0].words)
    listed = (read_openings(options.openings, options.size, options.opening_moves)
              if options.openings else [])
    openings = Openings(listed, options.random_opening, options.seed)
    return Plan(contenders, referee, settings, openings, options.out, options.timeout,
                options.concurrency, options.stop_on_error)


def lasting_options(options: argparse.Namespace) -> Item:
    """Those that must be the same when a measurement goes on."""
    return {name: str(value) if isinstance(value, pathlib.Path) else value
            for name, value in vars(options).items() if name not in FREE_OPTIONS}


def write_tally(tally: Tally) -> str:
    return f"+{tally.wins} -{tally.losses} ={tally.ties}"


def write_time(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class Progress:
    """One line on standard error, written over where that is a terminal."""

    def __init__(self, games: Games, count: int) -> None:
        self.games = games
        self.count = count
        self.before = len(games.by_number)
        self.start = time.monotonic()

    def show(self) -> None:
        done = len(self.games.by_number)
        each = (time.monotonic() - self.start) / max(1, done - self.before)
        tally = self.games.tally()
        show_line(f"{done} of {self.count} games: {write_tally(tally)}, "
                  f"{describe_score(tally)}, "
                  f"{write_time(each * (self.count - done))} left")


def show_line(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
    else:
        print(line, file=sys.stderr, flush=True)
