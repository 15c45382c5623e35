# SPDX-License-Identifier: MIT
"""Many games between two GTP engines: openings, players of games at the same time, the
results file, and going on where an earlier run ended.

Games are numbered from 1; game 2k - 1 and game 2k are pair k: the same opening, the
first engine being Black and then White.
"""

import contextlib
import functools
import hashlib
import pathlib
import random
import re
import shlex
import typing

import crew
import go_board
import sgf_record
from gtp_engine import Engine, EngineWorker
from gtp_game import Game, Move, Record, Settings
from match_statistics import Tally
from results_file import Item, ResultsFile
from script import Failure

RESULTS = "results.jsonl"
POINTS = {0: 1.0, 1: 0.0, None: 0.5}  # of the first engine, by winner
FAULTS = ("illegal", "crash", "hang", "protocol", "refusal")


class Contender(typing.NamedTuple):
    """An engine by its name and the words of its command."""

    name: str
    words: list[str]


class Openings(typing.NamedTuple):
    """Where pair k starts: opening k of the list, then random moves."""

    listed: list[list[Move]]
    random_moves: int
    seed: int
    offset: int = 0  # pairs that were played before

    def make(self, pair: int, settings: Settings) -> list[Move]:
        pair += self.offset
        moves = self.listed[(pair - 1) % len(self.listed)].copy() if self.listed else []
        board = go_board.Board(settings.size, settings.rules)
        for color, point in moves:
            board.play(color, point)
        source = random.Random(f"{self.seed} {pair}")
        color = go_board.other(moves[-1][0]) if moves else "b"
        for _ in range(self.random_moves):
            point = board.random_move(color, source)
            board.play(color, point)
            moves.append((color, point))
            color = go_board.other(color)
        return moves


def read_contenders(texts: list[str]) -> list[Contender]:
    """Commands, each perhaps with NAME= in front. Raises Failure."""
    contenders: list[Contender] = []
    for text in texts:
        name, command = "", text
        if match := re.match(r"([A-Za-z0-9_.+-]+)=(?=\S)", text):
            name, command = match[1], text[match.end():]
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise Failure(f"{error} in the command {command!r}") from None
        if not words:
            raise Failure(f"{text!r} is no command of an engine")
        contenders.append(Contender(name or pathlib.Path(words[0]).name, words))
    names = [contender.name for contender in contenders]
    if len(set(names)) < len(names):
        contenders = [Contender(f"{name}-{number}", words)
                      for number, (name, words) in enumerate(contenders, 1)]
    return contenders


def read_lines_of_moves(text: str, size: int) -> list[list[Move]]:
    """One opening a line, vertices from Black's first; `#` begins a comment."""
    openings = []
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words:
            points = [go_board.read_vertex(word, size) for word in words]
            openings.append([("bw"[turn % 2], point)
                             for turn, point in enumerate(points)])
    return openings


def read_openings(path: pathlib.Path, size: int,
                  length: int | None) -> list[list[Move]]:
    """From a file with a line of moves each, or from all *.sgf in a folder; each cut
    after `length` moves. Raises Failure."""
    files = sorted(path.glob("*.sgf")) if path.is_dir() else [path]
    openings: list[list[Move]] = []
    for file in files:
        try:
            text = sgf_record.decode(file.read_bytes())
            openings += ([sgf_record.read_moves(text, size)] if file.suffix == ".sgf"
                         else read_lines_of_moves(text, size))
        except OSError as error:
            raise Failure(f"--openings: {file}: {error.strerror}") from None
        except ValueError as error:
            raise Failure(f"--openings: {file}: {error}") from None
    if not openings:
        raise Failure(f"--openings: {path} holds no opening")
    return [opening[:length] for opening in openings]


class Games:
    """Finished games by their number, each as describe() makes it."""

    def __init__(self) -> None:
        self.by_number: dict[int, Item] = {}

    def add(self, game: Item) -> None:
        self.by_number[game["game"]] = game

    def in_order(self) -> list[Item]:
        return [self.by_number[number] for number in sorted(self.by_number)]

    def tally(self, black: str | None = None) -> Tally:
        """Seen from the first engine; only games of which Black has the name `black`, if
        one is given."""
        winners = [game["winner"] for game in self.by_number.values()
                   if black is None or game["black"] == black]
        return Tally(winners.count(0), winners.count(1), winners.count(None))

    def pair_scores(self) -> list[float]:
        """What the first engine got of each finished pair: 0, 0.25, ... 1."""
        points = {number: POINTS[game["winner"]]
                  for number, game in sorted(self.by_number.items())}
        return [(points[number] + points[number + 1]) / 2 for number in points
                if number % 2 == 1 and number + 1 in points]


class SavedGames(Games):
    """Games that also are in a file."""

    def __init__(self, folder: pathlib.Path, options: Item) -> None:
        super().__init__()
        self.file = ResultsFile(folder / RESULTS, options)
        for game in self.file.items:
            super().add(game)

    def add(self, game: Item) -> None:
        self.file.add(game)
        super().add(game)


class Plan(typing.NamedTuple):
    """A whole match."""

    contenders: list[Contender]  # two
    referee: Contender | None
    settings: Settings
    openings: Openings
    folder: pathlib.Path
    timeout: float  # seconds for an answer
    concurrency: int
    stop_on_error: bool
    keep_records: bool = True  # as SGF
    same_colors: bool = False  # the first engine is Black in all games

    def is_first_black(self, number: int) -> bool:
        """In that game?"""
        return self.same_colors or number % 2 == 1

    def opening(self, number: int) -> list[Move]:
        """Of that game. Where colors alternate, two games have the same one."""
        return self.openings.make(number if self.same_colors else (number + 1) // 2,
                                  self.settings)


def describe(number: int, record: Record, plan: Plan) -> Item:
    """A game as a line of the results; players are 0 and 1, winner null is a tie."""
    by_player = ["b", "w"] if plan.is_first_black(number) else ["w", "b"]
    names = {color: contender.name
             for color, contender in zip(by_player, plan.contenders)}
    vertices = [go_board.write_vertex(point, plan.settings.size)
                for _, point in record.moves]
    return {
        "game": number,
        "black": names["b"],
        "white": names["w"],
        "result": record.result,
        "winner": by_player.index(record.winner) if record.winner else None,
        "reason": record.reason,
        "scored_by": record.scored_by,
        "note": record.note,
        "moves": len(record.moves),
        "hash": hashlib.sha1(" ".join(vertices).encode()).hexdigest()[:16],
        "turns": [record.turns[color] for color in by_player],
        "seconds": [round(record.seconds[color], 3) for color in by_player],
        "longest": [round(record.longest[color], 3) for color in by_player],
        "sgf": f"{number:05}.sgf" if plan.keep_records else "",
    }


def write_record(game: Item, record: Record, plan: Plan) -> str:
    """As SGF."""
    properties = {
        "PB": game["black"], "PW": game["white"], "KM": f"{plan.settings.komi:g}",
        "RE": game["result"],
    }
    if record.handicap:
        properties["HA"] = str(len(record.handicap))
    comment = "; ".join(part for part in (
        f"{record.opening_length} moves were given" if record.opening_length else "",
        f"score by {record.scored_by}" if record.scored_by else "",
        record.note or record.reason) if part)
    properties["GC"] = comment
    return sgf_record.write_game(record.moves, plan.settings.size, properties,
                                 record.handicap)


class Slot(EngineWorker):
    """A worker (crew.py) that plays games with engines of its own. A job is the number of
    a game; the result is the game, and its record as SGF."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.engines = [self._engine(contender, number)
                        for contender in plan.contenders]
        self.referee = self._engine(plan.referee, number) if plan.referee else None
        super().__init__(*self.engines, self.referee)

    def _engine(self, contender: Contender, number: int) -> Engine:
        log = self.plan.folder / f"{contender.name}.{number}.log"
        return Engine(contender.name, contender.words, log, self.plan.timeout)

    def do(self, number: int) -> tuple[Item, str]:
        plan = self.plan
        black, white = (self.engines if plan.is_first_black(number)
                        else self.engines[::-1])
        game = Game(plan.settings, {"b": black, "w": white}, self.referee)
        record = game.play(plan.opening(number))
        finished = describe(number, record, plan)
        if record.reason in FAULTS:
            self.engines[1 - finished["winner"]].kill()  # the next game starts it anew
        return finished, write_record(finished, record, plan)


class Match:
    """Plays the games that a results file lacks."""

    def __init__(self, plan: Plan, games: Games) -> None:
        self.plan = plan
        self.games = games

    def run(self, count: int, watch: typing.Callable[[], bool]) -> None:
        """Plays until there are so many games. `watch` is called after each, when it is
        in the results; it returns False to end the match. Raises Failure."""
        plan = self.plan
        missing = [number for number in range(1, count + 1)
                   if number not in self.games.by_number]
        found = crew.results(functools.partial(Slot, plan), missing,
                             min(plan.concurrency, len(missing)))
        with contextlib.closing(found):
            for game, record in found:
                if plan.keep_records:
                    (plan.folder / game["sgf"]).write_text(record, "utf-8")
                self.games.add(game)
                if not watch():
                    return
                if plan.stop_on_error and game["reason"] in FAULTS:
                    raise Failure(f"game {game['game']}: {game['note']}")
