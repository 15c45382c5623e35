#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts how many of the positions in tests/data/suite an engine solves.

usage: suite.py [OPTIONS] [FILE...]

Each position is set up in the engine, which is asked once for a move. Standard output
gets a table: a line for each theme and one for all, a column for each number of
playouts, or of seconds. Standard error gets the progress. As in match.py, Ponnuki
searches on one thread unless it is told otherwise.

  --engine COMMAND   any GTP engine; {playouts} or {seconds} stands for the limit. The
                     default is build/ponnuki of this project, which never resigns
  --playouts N,...   limits to try, 100,1000,10000; for a command without {playouts}
                     and {seconds} none is needed, it has one column
  --seconds X,...    limits in seconds per move, instead of playouts
  --concurrency N    engines at the same time, 1
  --repeat N         ask N times, with random seeds 1 to N where the engine knows
                     set_random_seed; the rate is that of all answers. 1
  --theme THEME      only positions of this theme; may be repeated
  --position NAME    only this position; may be repeated
  --failures         after the table, every wrong answer and what is right
  --show             print the positions instead, no engine is started

A FILE holds the positions of one theme, which is its name without `.txt`; without any
those of tests/data/suite are taken. Positions stand apart by blank lines, and a line
that begins with # is a comment. A position is a number of lines `KEY: VALUE`, then its
rows, top row first, X being Black and O White:

  name: two-eyes           unique in all files
  komi: 0.5
  play: B                  who is to move, B or W
  moves: B C3 W pass       played on the picture first; may be left out
  right: A1 B2             any of them solves it; or
  wrong: C3 pass           any other move solves it
  why: one line; in a line of moves A1(2) says that two stones are captured
  checked: how the answer is known
  . X O

A move may be `pass`. `solved exactly` means that every sequence of moves in the open
region was tried, the eyes of settled stones being left alone. The rules are those of
Tromp and Taylor: area, positional superko, suicide of several stones is legal, and dead
stones are alive at the end.

Examples:
  suite.py --failures
  suite.py --engine 'build-old/ponnuki --resign 0 --playouts {playouts}' --repeat 5
  suite.py --engine 'gnugo --mode gtp --level 10 --chinese-rules' --theme ladder

An engine that refuses a position has not solved it. A wrong argument, a wrong file and
an engine that ends: one line on standard error, exit status 2.
"""

import argparse
import functools
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "match"))

import crew
from gtp_engine import environment
from script import Failure, Parser, run_script
from suite_positions import COLUMNS, Position, read_files



class Refusal(Exception):
    """The engine answers a command by an error."""


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--engine")
    parser.add_argument("--playouts")
    parser.add_argument("--seconds")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--theme", action="append", default=[])
    parser.add_argument("--position", action="append", default=[])
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    for name in ("repeat", "concurrency"):
        if getattr(options, name) < 1:
            raise Failure(f"--{name} {getattr(options, name)}: at least one is needed")
    if options.playouts is not None and options.seconds is not None:
        raise Failure("--playouts and --seconds exclude each other")
    return options


def read_limits(options: argparse.Namespace) -> tuple[str, list[str]]:
    """The command with its placeholder, and what to put there: one text a column."""
    kind = "playouts" if options.seconds is None else "seconds"
    command = options.engine
    if command is None:
        command = (f"{shlex.quote(str(ROOT / 'build' / 'ponnuki'))} --resign 0 "
                   f"--{kind} {{{kind}}}")
    given = options.playouts if options.seconds is None else options.seconds
    if f"{{{kind}}}" not in command:
        if given is not None:
            raise Failure(f"--{kind}: the command has no {{{kind}}} to put them")
        if "{seconds}" in command:
            raise Failure("the command has {seconds}, say how many: --seconds X,...")
        return command, [""]
    limits = (given or "100,1000,10000").split(",")
    for limit in limits:
        if not re.fullmatch(r"\d+" if kind == "playouts" else r"\d+(\.\d+)?", limit):
            raise Failure(f"--{kind} {given}: {limit!r} is no number of {kind}")
    return command, limits


def choose(positions: list[Position], options: argparse.Namespace) -> list[Position]:
    for what, wanted, present in (
            ("theme", options.theme, {position.theme for position in positions}),
            ("position", options.position, {position.name for position in positions})):
        for name in wanted:
            if name not in present:
                raise Failure(f"--{what} {name}: there is none")
    chosen = [position for position in positions
              if (not options.theme or position.theme in options.theme)
              and (not options.position or position.name in options.position)]
    if not chosen:
        raise Failure("no position is of that --theme and has that --position's name")
    return chosen


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, errors="replace",
                env=environment())
        except OSError as error:
            raise Failure(f"cannot run {command[0]}: {error.strerror}") from None
        self.known = {name: self.knows(name)
                      for name in ("set_position", "set_random_seed")}

    def knows(self, name: str) -> bool:
        try:
            return self.ask(f"known_command {name}") == "true"
        except Refusal:
            return False

    def ask(self, command: str) -> str:
        """The text of a reply. Raises Refusal if it is an error."""
        assert self.process.stdin is not None and self.process.stdout is not None
        lines: list[str] = []
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            while line := self.process.stdout.readline():
                if line.strip():
                    lines.append(line.strip())
                elif lines:
                    break
        except BrokenPipeError:
            line = ""
        if not line:
            raise Failure(f"the engine ended at {command!r}")
        if lines[0][0] not in "=?":
            raise Failure(f"the engine answers {command!r} by {lines[0]!r}")
        reply = " ".join([lines[0][1:].strip(), *lines[1:]]).strip()
        if lines[0][0] == "?":
            raise Refusal(reply)
        return reply

    def set_up(self, position: Position) -> None:
        self.ask(f"boardsize {len(position.rows)}")
        self.ask("clear_board")
        self.ask(f"komi {position.komi}")
        stones = [f"{color} {vertex}" for color, vertex in position.stones()]
        if self.known["set_position"]:
            self.ask("set_position " + " ".join(stones))
        else:
            for stone in stones:
                self.ask("play " + stone)
        for color, vertex in position.moves:
            self.ask(f"play {color} {vertex.replace('PASS', 'pass')}")

    def solve(self, position: Position, seed: int) -> str:
        """The move it plays, in upper case, or why it played none."""
        try:
            self.set_up(position)
            if self.known["set_random_seed"]:
                self.ask(f"set_random_seed {seed}")
            return self.ask(f"genmove {position.play}").upper()
        except Refusal as refusal:
            return f"({refusal})"

    def strike(self) -> None:
        """Ends the program at once."""
        self.process.kill()

    def end(self) -> None:
        """Asks the program to quit, and does not wait for ever."""
        try:
            self.ask("quit")
            self.process.wait(timeout=10)
        except (Failure, Refusal, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Solver:
    """A worker (crew.py) that asks an engine for the moves of a position."""

    def __init__(self, words: list[str], repeat: int, _: int) -> None:
        self.engine = Engine(words)
        self.repeat = repeat
        self.strike = self.engine.strike
        self.end = self.engine.end

    def do(self, position: Position) -> tuple[str, list[str]]:
        """The name of the position, and the answers."""
        return position.name, [self.engine.solve(position, seed)
                               for seed in range(1, self.repeat + 1)]


def run(command: str, limit: str, positions: list[Position],
        options: argparse.Namespace) -> dict[str, list[str]]:
    """The answers to each position by its name."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Failure(f"--engine: {error}") from None
    if not words:
        raise Failure("--engine: no command")
    words = [word.replace("{playouts}", limit).replace("{seconds}", limit)
             for word in words]
    return dict(crew.results(functools.partial(Solver, words, options.repeat), positions,
                             options.concurrency))


def rate(positions: list[Position], answers: dict[str, list[str]]) -> str:
    solved = [position.is_solved_by(answer) for position in positions
              for answer in answers[position.name]]
    return f"{100 * sum(solved) / len(solved):.0f}%"


def print_table(positions: list[Position],
                columns: dict[str, dict[str, list[str]]]) -> None:
    themes = list(dict.fromkeys(position.theme for position in positions))
    groups = {theme: [position for position in positions if position.theme == theme]
              for theme in themes} | {"all": positions}
    cells = [["theme", "positions", *(limit or "solved" for limit in columns)]]
    for theme, members in groups.items():
        cells.append([theme, str(len(members)),
                      *(rate(members, answers) for answers in columns.values())])
    widths = [max(map(len, column)) for column in zip(*cells)]
    for first, *others in cells:
        print(first.ljust(widths[0]),
              *(cell.rjust(width) for cell, width in zip(others, widths[1:])), sep="  ")


def print_failures(positions: list[Position],
                   columns: dict[str, dict[str, list[str]]]) -> None:
    for position in positions:
        for limit, answers in columns.items():
            wrong = [answer for answer in answers[position.name]
                     if not position.is_solved_by(answer)]
            if wrong:
                print(f"{position.theme}/{position.name}{' ' if limit else ''}{limit}: "
                      f"{' '.join(wrong)}; right: {position.answer()}; {position.why}")


def show(position: Position) -> None:
    """The position as a picture with margins, then what is asked."""
    size = len(position.rows)
    letters = "   " + " ".join(COLUMNS[:size])
    print(f"{position.theme}/{position.name}", letters, sep="\n")
    for number, row in enumerate(position.rows):
        print(f"{size - number:2}", *row)
    moves = "".join(f" {color} {vertex}" for color, vertex in position.moves)
    print(letters, f"komi {position.komi},{moves and ' after' + moves + ','} "
          f"{position.play} plays {position.answer()}", position.why,
          f"({position.checked})", "", sep="\n")


def main() -> None:
    options = read_options()
    command, limits = read_limits(options)
    positions = choose(read_files(options.files), options)
    if options.show:
        for position in positions:
            show(position)
        return
    columns = {}
    for limit in limits:
        columns[limit] = run(command, limit, positions, options)
        print(f"{limit or 'engine'}: {rate(positions, columns[limit])} of "
              f"{len(positions)} positions", file=sys.stderr)
    print_table(positions, columns)
    if options.failures:
        print_failures(positions, columns)


if __name__ == "__main__":
    run_script(main)
