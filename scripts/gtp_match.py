# SPDX-License-Identifier: MIT
"""Many games between two GTP engines: openings, slots that play at the same time, the
results file, and going on where an earlier run ended.

Games are numbered from 1; game 2k - 1 and game 2k are pair k: the same opening, the
first engine being Black and then White.
"""

import json
import pathlib
import queue
import random
import re
import shlex
import threading
import typing

import go_board
import sgf_record
from gtp_engine import Engine, Failure
from gtp_game import COLOR_NAMES, Game, Move, Record, Settings
from match_statistics import Tally

RESULTS = "results.jsonl"
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

    def make(self, pair: int, settings: Settings) -> list[Move]:
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


def read_openings(path: pathlib.Path, size: int, length: int | None) -> list[list[Move]]:
    """From a file with a line of moves each, or from all *.sgf in a folder; each cut
    after `length` moves. Raises Failure."""
    files = sorted(path.glob("*.sgf")) if path.is_dir() else [path]
    openings: list[list[Move]] = []
    for file in files:
        try:
            text = file.read_text("utf-8", "replace")
            openings += ([sgf_record.read_moves(text, size)] if file.suffix == ".sgf"
                         else read_lines_of_moves(text, size))
        except OSError as error:
            raise Failure(f"--openings: {file}: {error.strerror}") from None
        except ValueError as error:
            raise Failure(f"--openings: {file}: {error}") from None
    if not openings:
        raise Failure(f"--openings: {path} holds no opening")
    return [opening[:length] for opening in openings]


class Results:
    """The file with one JSON object a line: the options of the match, then its games."""

    def __init__(self, folder: pathlib.Path, options: dict[str, typing.Any]) -> None:
        self.path = folder / RESULTS
        self.games: dict[int, dict[str, typing.Any]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lines = self._read_lines()
            if lines:
                self._check_options(json.loads(lines[0]).get("match"), options)
                for line in lines[1:]:
                    game = json.loads(line)
                    self.games[game["game"]] = game
            else:
                self._append({"match": options})
        except OSError as error:
            raise Failure(f"{error.filename}: {error.strerror}") from None
        except (ValueError, AttributeError, KeyError, TypeError):
            raise Failure(f"{self.path} is damaged; remove it, or choose another "
                          "folder with --out") from None

    def _read_lines(self) -> list[str]:
        """The complete lines; one whose writing was interrupted is cut off the file."""
        if not self.path.exists():
            return []
        data = self.path.read_bytes()
        whole = data[:data.rfind(b"\n") + 1]
        if whole != data:
            self.path.write_bytes(whole)
        return whole.decode("utf-8").splitlines()

    def _check_options(self, old: typing.Any, new: dict[str, typing.Any]) -> None:
        new = json.loads(json.dumps(new))
        for name in old.keys() | new.keys():
            if old.get(name) != new.get(name):
                raise Failure(
                    f"{self.path} is of a match with other options: {name} was "
                    f"{old.get(name)!r} and is {new.get(name)!r}; choose another folder "
                    "with --out, or the same options")

    def _append(self, item: dict[str, typing.Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(item) + "\n")

    def add(self, game: dict[str, typing.Any]) -> None:
        self._append(game)
        self.games[game["game"]] = game

    def tally(self, color: str | None = None) -> Tally:
        """Seen from the first engine; only its games of that colour, if one is given."""
        winners = [game["winner"] for game in self.games.values()
                   if color is None or (game["game"] % 2 == 1) == (color == "b")]
        return Tally(winners.count(0), winners.count(1), winners.count(None))

    def in_order(self) -> list[dict[str, typing.Any]]:
        return [self.games[number] for number in sorted(self.games)]


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


def describe(number: int, record: Record, plan: Plan) -> dict[str, typing.Any]:
    """A game as a line of the results; players are 0 and 1, winner null is a tie."""
    black = 1 - number % 2
    players = {"b": black, "w": 1 - black}
    by_player = ["b", "w"] if black == 0 else ["w", "b"]
    return {
        "game": number,
        "black": plan.contenders[black].name,
        "white": plan.contenders[1 - black].name,
        "result": record.result,
        "winner": players[record.winner] if record.winner else None,
        "reason": record.reason,
        "scored_by": record.scored_by,
        "note": record.note,
        "moves": len(record.moves),
        "turns": [record.turns[color] for color in by_player],
        "seconds": [round(record.seconds[color], 3) for color in by_player],
        "longest": [round(record.longest[color], 3) for color in by_player],
        "sgf": f"{number:05}.sgf",
    }


def write_sgf(game: dict[str, typing.Any], record: Record, plan: Plan) -> None:
    properties = {
        "PB": game["black"], "PW": game["white"], "KM": f"{plan.settings.komi:g}",
        "RE": game["result"],
    }
    comment = "; ".join(part for part in (
        f"{record.opening_length} moves were given" if record.opening_length else "",
        f"score by {record.scored_by}" if record.scored_by else "",
        record.note or record.reason) if part)
    properties["GC"] = comment
    text = sgf_record.write_game(record.moves, plan.settings.size, properties)
    (plan.folder / game["sgf"]).write_text(text, "utf-8")


class Slot(threading.Thread):
    """Plays one game after the other with engines of its own."""

    def __init__(self, match: "Match", number: int) -> None:
        super().__init__(daemon=True)
        self.match = match
        plan = match.plan
        self.engines = [self._engine(contender, number) for contender in plan.contenders]
        self.referee = self._engine(plan.referee, number) if plan.referee else None

    def _engine(self, contender: Contender, number: int) -> Engine:
        log = self.match.plan.folder / f"{contender.name}.{number}.log"
        return Engine(contender.name, contender.words, log, self.match.plan.timeout)

    def everyone(self) -> list[Engine]:
        return self.engines + ([self.referee] if self.referee else [])

    def run(self) -> None:
        try:
            while (number := self.match.next_number()) is not None:
                finished = self._play(number)
                if self.match.stopping.is_set():
                    break
                self.match.finished.put(finished)
        except Exception as error:  # the main thread reports it
            self.match.finished.put(error)
        finally:
            for engine in self.everyone():
                engine.end()
            self.match.finished.put(None)

    def _play(self, number: int) -> dict[str, typing.Any]:
        plan = self.match.plan
        first, second = self.engines if number % 2 == 1 else self.engines[::-1]
        opening = plan.openings.make((number + 1) // 2, plan.settings)
        game = Game(plan.settings, {"b": first, "w": second}, self.referee)
        record = game.play(opening)
        finished = describe(number, record, plan)
        if record.reason in FAULTS:
            for engine in self.engines:
                engine.kill()  # the next game starts it anew
        if not self.match.stopping.is_set():
            write_sgf(finished, record, plan)
        return finished


class Match:
    """Plays the games that a results file lacks."""

    def __init__(self, plan: Plan, results: Results) -> None:
        self.plan = plan
        self.results = results
        self.finished: queue.Queue[typing.Any] = queue.Queue()
        self.stopping = threading.Event()
        self.waiting: typing.Iterator[int] = iter(())
        self.lock = threading.Lock()

    def next_number(self) -> int | None:
        with self.lock:
            return None if self.stopping.is_set() else next(self.waiting, None)

    def run(self, games: int, watch: typing.Callable[[], bool]) -> None:
        """Plays until there are so many games. `watch` is called after each, when it is
        in the results; it returns False to end the match. Raises Failure."""
        missing = [number for number in range(1, games + 1)
                   if number not in self.results.games]
        self.waiting = iter(missing)
        slots = [Slot(self, number + 1)
                 for number in range(min(self.plan.concurrency, len(missing)))]
        for slot in slots:
            slot.start()
        try:
            self._collect(len(slots), watch)
        finally:
            self.stopping.set()
            for slot in slots:
                for engine in slot.everyone():
                    engine.strike()
            for slot in slots:
                slot.join()

    def _collect(self, running: int, watch: typing.Callable[[], bool]) -> None:
        while running:
            item = self.finished.get()
            if item is None:
                running -= 1
            elif isinstance(item, Exception):
                raise item
            else:
                self.results.add(item)
                if not watch():
                    return
                if self.plan.stop_on_error and item["reason"] in FAULTS:
                    raise Failure(f"game {item['game']}: {item['note']}")


def name_of_color(number: int) -> str:
    """The colour of the first engine in that game."""
    return COLOR_NAMES["b" if number % 2 == 1 else "w"]
