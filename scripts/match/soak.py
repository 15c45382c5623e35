#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays many games in a process of an engine, and looks whether that leaves traces.

usage: soak.py [OPTIONS] COMMAND

COMMAND is one argument, as in match.py. The engine plays both sides of every game;
after some moves an analysis is begun, and ended by the next command. Each move must
come in time, and be legal on a board of our own. The score of a game that was played to
its end must be that of this board. The process may neither grow nor keep files open.

  --games N          2000
  --concurrency N    processes at the same time, which share the games, 1
  --size N           the board, 9
  --komi X           7.5
  --rules NAME       as in match.py; dead stones stay, so not those that remove them
  --seconds X        for each move, by a clock that the engine is told, 1
  --analyses PERCENT of the moves that are followed by an analysis, 20
  --analyse COMMAND  'kata-analyze {color} 1'; each line of its answer must begin with
                     the word info
  --analyse-seconds X   how long it lasts, 0.02
  --random-opening N begin with N random legal moves, 2
  --seed N           of these moves and of where analyses are, 1
  --growth KIB       by which the resident memory may have grown, 1024: from the second
                     quarter of the games to the last one, medians
  --referee COMMAND  an engine that must accept every move, too
  --log FILE         gets what the engine writes on standard error

Standard output gets the figures, standard error the progress. At the first fault the
game is printed as SGF, and the exit status is 1. A wrong argument, an engine that does
not start: one line on standard error, exit status 2.

Example:
  soak.py 'build/ponnuki --playouts 10 --memory 8'
"""

import argparse
import collections
import contextlib
import functools
import os
import pathlib
import random
import statistics
import time
import typing

import crew
import go_board
from gtp_engine import Engine, EngineError, EngineWorker
from gtp_game import Game, Record, Settings, TimeControl, read_score
from gtp_match import Openings, read_contenders
from match_options import REFEREE, require_least, show_line
from script import Failure, Parser, end_line, run_script
from sgf_record import write_game

ANSWER_SECONDS = 60.0  # for anything that has no clock
PROGRESS_GAMES = 100  # from one line of progress to the next


class Usage(typing.NamedTuple):
    """What a process holds."""

    resident: int  # memory, KiB
    descriptors: int

    @classmethod
    def of(cls, process: int) -> "Usage":
        folder = pathlib.Path("/proc", str(process))
        try:
            lines = (folder / "status").read_text("ascii", "replace").splitlines()
            resident = next(int(line.split()[1]) for line in lines
                            if line.startswith("VmRSS:"))
            return cls(resident, len(os.listdir(folder / "fd")))
        except (OSError, StopIteration) as error:
            raise Failure(f"/proc does not tell what process {process} "
                          f"holds: {error}") from None


class Analyst:
    """When to analyse, and what came of it."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        self.command = options.analyse
        self.part = options.analyses / 100
        self.seconds = options.analyse_seconds
        self.source = random.Random(f"{options.seed} {number}")
        self.count = self.lines = 0

    def look(self, engine: Engine, color: str) -> None:
        """Perhaps an analysis of the position. Raises EngineError."""
        if self.source.random() >= self.part:
            return
        command = self.command.replace("{color}", color)
        engine.send(command)
        time.sleep(self.seconds)
        engine.send("name")
        lines = engine.receive(command).splitlines()
        engine.receive("name")
        for line in lines:
            if not line.startswith("info "):
                raise EngineError(engine, "protocol",
                                  f"answers `{command}` by the line {line[:60]!r}")
        self.count += 1
        self.lines += len(lines)


class Soloist(Engine):
    """An engine that plays both sides. It need not be told its own moves; when it is to
    be told one the analyst looks at the position after it."""

    def __init__(self, words: list[str], log: pathlib.Path, analyst: Analyst) -> None:
        super().__init__("engine", words, log, ANSWER_SECONDS)
        self.analyst = analyst
        self.last: tuple[str, ...] = ()  # color and vertex of its last move

    def ask(self, command: str, timeout: float | None = None) -> str:
        name, *arguments = command.lower().split()
        if name == "play" and tuple(arguments) == self.last:
            self.analyst.look(self, "w" if arguments[0] == "black" else "b")
            return ""
        answer = super().ask(command, timeout)
        if name == "clear_board":
            self.last = ()
        elif name == "play":
            self.last = tuple(arguments)
        elif name == "genmove":
            self.last = (arguments[0], answer.lower())
        return answer


class Played(typing.NamedTuple):
    """A game."""

    process: int  # which of those that play at the same time
    reason: str
    turns: int
    longest: float  # seconds for a move
    analyses: int
    lines: int  # of the analyses
    usage: Usage | None  # after it; None if there is a fault before
    fault: str
    record: str  # as SGF, if there is a fault


class Soak(EngineWorker):
    """A worker (crew.py) that plays all its games in one process. A job is the number of
    a game."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        self.options = options
        self.number = number
        self.settings = Settings(
            options.size, options.komi, go_board.RULES[options.rules],
            TimeControl(0, options.seconds, 1), 0.0, 3 * options.size ** 2,
            options.referee is not None, frozenset([REFEREE]))
        self.openings = Openings([], options.random_opening, options.seed)
        self.analyst = Analyst(options, number)
        self.engine = Soloist(read_contenders([options.command])[0].words, options.log,
                              self.analyst)
        self.referee: Engine | None = None
        if options.referee is not None:
            self.referee = Engine(REFEREE, read_contenders([options.referee])[0].words,
                                  pathlib.Path(os.devnull), ANSWER_SECONDS)
        super().__init__(self.engine, self.referee)
        self.first: Usage | None = None  # after the first game

    def do(self, number: int) -> Played:
        game = Game(self.settings, {"b": self.engine, "w": self.engine}, self.referee)
        record = game.play(self.openings.make(number, self.settings))
        usage, fault = None, f"{record.reason}: {record.note}"
        if record.reason in ("score", "length", "resign"):
            usage, fault = self._look_back(game)
        return self._played(record, usage, fault)

    def _played(self, record: Record, usage: Usage | None, fault: str) -> Played:
        analyses, lines = self.analyst.count, self.analyst.lines
        self.analyst.count = self.analyst.lines = 0
        properties = {"KM": f"{self.options.komi:g}", "RU": self.options.rules}
        return Played(self.number, record.reason, sum(record.turns.values()),
                      max(record.longest.values()), analyses, lines, usage, fault,
                      write_game(record.moves, self.options.size, properties)
                      if fault else "")

    def _look_back(self, game: Game) -> tuple[Usage | None, str]:
        """What the process holds, and what was wrong with the game, or ''."""
        if game.record.reason == "score":
            wanted = go_board.write_result(game.board.area_lead() - self.settings.komi)
            try:
                answer = self.engine.ask("final_score")
            except EngineError as error:
                return None, f"{error.kind}: {error}"
            if read_score(answer) != wanted:
                return None, f"final_score is {answer!r} where the board counts {wanted}"
        assert self.engine.process is not None
        usage = Usage.of(self.engine.process.pid)
        self.first = self.first or usage
        if usage.descriptors != self.first.descriptors:
            return usage, (f"{usage.descriptors} open files, after the first game "
                           f"{self.first.descriptors}")
        return usage, ""


class Sum:
    """The games so far."""

    def __init__(self) -> None:
        self.games: list[Played] = []
        self.usage: dict[int, list[Usage]] = {}  # of each process, after each game

    def add(self, game: Played) -> None:
        self.games.append(game)
        if game.usage is not None:
            self.usage.setdefault(game.process, []).append(game.usage)

    def resident(self) -> tuple[int, int]:
        """KiB in the second and in the last quarter of the games, medians, of the process
        that grew most."""
        return max((growth(usage) for usage in self.usage.values()),
                   key=lambda sizes: sizes[1] - sizes[0])


def growth(usage: list[Usage]) -> tuple[int, int]:
    sizes = [one.resident for one in usage]
    quarter = max(1, len(sizes) // 4)
    return (round(statistics.median(sizes[quarter:2 * quarter] or sizes)),
            round(statistics.median(sizes[-quarter:])))


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--rules", default="tromp-taylor",
                        choices=[name for name, rules in go_board.RULES.items()
                                 if not rules.dead_removed])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--analyses", type=float, default=20.0)
    parser.add_argument("--analyse", default="kata-analyze {color} 1")
    parser.add_argument("--analyse-seconds", type=float, default=0.02)
    parser.add_argument("--random-opening", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--growth", type=float, default=1024.0)
    parser.add_argument("--referee")
    parser.add_argument("--log", type=pathlib.Path, default=pathlib.Path(os.devnull))
    parser.add_argument("command")
    options = parser.parse_intermixed_args()
    require_least(options, games=1, concurrency=1, size=1, seconds=0.001, analyses=0, random_opening=0,
                  analyse_seconds=0, growth=0)
    if options.size > go_board.SIZE_MAX:
        raise Failure(f"--size {options.size}: at most {go_board.SIZE_MAX}")
    return options


def run(done: Sum, options: argparse.Namespace) -> str:
    """All games, or those to the first fault; what that is, or ''."""
    found = crew.results(functools.partial(Soak, options), range(1, options.games + 1),
                         min(options.concurrency, options.games))
    with contextlib.closing(found):
        for game in found:
            done.add(game)
            if game.fault:
                print(game.record, end="")
                return f"game {len(done.games)}: {game.fault}"
            if len(done.games) % PROGRESS_GAMES == 0 and game.usage is not None:
                show_line(f"{len(done.games)} of {options.games} games, "
                          f"{game.usage.resident} KiB")
    before, after = done.resident()
    if after - before > options.growth:
        return f"the resident memory grew from {before} to {after} KiB"
    return ""


def report(done: Sum, options: argparse.Namespace, fault: str) -> None:
    games = done.games
    reasons = collections.Counter(game.reason for game in games)
    ends = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    print(f"games:    {len(games)} ({ends}), {sum(game.turns for game in games)} moves "
          "asked for")
    print(f"analyses: {sum(game.analyses for game in games)}, with "
          f"{sum(game.lines for game in games)} lines")
    print(f"longest:  {max((game.longest for game in games), default=0):.3f} s of "
          f"{options.seconds:g} s a move")
    if done.usage:
        before, after = done.resident()
        all_usage = [usage for one in done.usage.values() for usage in one]
        print(f"memory:   {before} KiB in the second quarter, {after} KiB in the last, "
              f"{max(usage.resident for usage in all_usage)} KiB at most")
        print(f"files:    {all_usage[0].descriptors} open after the first game, "
              f"{all_usage[-1].descriptors} after the last")
    print(f"fault:    {fault or 'none'}")


def main() -> int:
    options = read_options()
    done = Sum()
    try:
        fault = run(done, options)
    except KeyboardInterrupt:
        fault = "interrupted"
    end_line()
    report(done, options, fault)
    return 1 if fault else 0


if __name__ == "__main__":
    run_script(main)
