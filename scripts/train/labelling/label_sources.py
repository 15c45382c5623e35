# SPDX-License-Identifier: MIT
"""Where positions to be labelled come from, see make_labels.py."""

import argparse
import collections
import dataclasses
import lzma
import pathlib
import random
import shlex
import subprocess
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "match"))

from gtp_engine import Engine, EngineError
from label import FIELDS, held_out
from labelling.positions import set_up_if_legal
from labelling.sgf_games import files_of, read_game
from labelling.vertices import letters, two_letters

USUAL_KOMI, HANDICAP_KOMI = 7.5, 0.5
KOMIS = [5 + half / 2 for half in range(8)]  # 5 to 8.5
USUAL_PART, OTHER_PART = 0.3, 0.15  # of komi; the rest is one of KOMIS
KOMI_SPREAD, KOMI_MOST = 12.0, 60.0  # of the others
OPENING_PART, LATE_PART, WHOLE = 1 / 8, 1 / 3, 9  # of the points
UNSURE = 0.6  # owner, 1 for certain, of points that are fought for
FOUGHT_PART = 1 / 40  # so many of the points: then more of the game is labelled
MORE, MORE_WITHIN = 3, 20  # positions, within so many moves
PER_GAME = 10  # positions of a game of the policy, which takes as long as 2 to 4 labels
TRIES = 10000  # to find a game that is long enough
OFF_TEMPERATURE, ANY_MOVE = 1.5, 0.2  # of moves off a game
TAIL_MAX = 60  # moves after which no position is followed by another one
SECONDS = 600  # for an answer of the engine


@dataclasses.dataclass
class Position:
    """A moment of a game, or one that some moves off it lead to."""

    source: str  # as label.h calls them
    game: str  # its record
    ply: int  # moves of the game that are played, set-up stones not counted
    komi: float
    tail: str = "-"  # moves after these, in two letters each
    origin: int = -1  # number of the source that gave it
    explored: bool = False  # nothing follows from what is thought of it,
    listed: bool = False  # but siblings

    def line(self) -> str:
        """As in raw_label.h."""
        return f"{self.source} {self.ply} {self.komi:g} {self.tail} {self.game}"

    @property
    def fields(self) -> list:
        return self.game.split(" ")

    @property
    def size(self) -> int:
        return int(self.game.split(" ", 1)[0])

    def moves(self) -> str:
        """All of them up to here, set-up stones first."""
        fields = self.fields
        return (fields[6][:2 * (int(fields[2]) + self.ply)] +
                ("" if self.tail == "-" else self.tail))

    def record(self) -> str:
        """The record of the moves up to here."""
        return f"{self.size} {self.komi:g} {self.fields[2]} ? - - {self.moves()}"

    def is_over(self) -> bool:
        """Have two passes ended the game?"""
        moves = self.moves()
        return len(moves) >= 4 and moves[-4:] == "tttt"

    def with_tail(self, source: str, moves: str) -> "Position":
        """The position that more moves lead to."""
        tail = ("" if self.tail == "-" else self.tail) + moves
        return dataclasses.replace(self, source=source, tail=tail or "-",
                                   explored=len(tail) > 2 * TAIL_MAX)


def turns(game: str) -> int:
    """Moves of a game, set-up stones not counted."""
    fields = game.split(" ")
    return len(fields[6]) // 2 - int(fields[2])


def last_ply(game: str) -> int:
    """After which the game is not over."""
    return turns(game) - game.endswith("tttt")


def draw_komi(game: str, rng: random.Random) -> float:
    """Mostly what is usual, so that every komi is known, and that it matters."""
    fields, draw = game.split(" "), rng.random()
    if draw < OTHER_PART:
        komi = round(2 * rng.gauss(USUAL_KOMI, KOMI_SPREAD)) / 2
        return max(-KOMI_MOST, min(KOMI_MOST, komi))
    if int(fields[2]):
        return HANDICAP_KOMI if fields[1] == "?" else float(fields[1])
    return USUAL_KOMI if draw < OTHER_PART + USUAL_PART else rng.choice(KOMIS)


class Records:
    """The games of a file, or of a folder of SGF files, all in memory."""

    def __init__(self, path: str):
        is_folder = pathlib.Path(path).is_dir()
        lines = self._of_folder(path) if is_folder else self._of_file(path)
        self.games = [line for line in lines if line.count(" ") + 1 in FIELDS]
        if not self.games:
            raise ValueError(f"{path}: there is no game to take positions of")

    @staticmethod
    def _of_file(path: str) -> typing.Iterator[str]:
        opener = lzma.open if path.endswith(".xz") else open
        with opener(path, "rt", encoding="ascii") as file:
            yield from (line.rstrip("\n") for line in file)

    @staticmethod
    def _of_folder(path: str) -> typing.Iterator[str]:
        for file in files_of([pathlib.Path(path)]):
            head, moves = read_game(file)
            if moves:
                yield f"{head} {''.join(moves)}"

    def draw(self, rng: random.Random) -> str:
        """One that is not held out."""
        while held_out(game := rng.choice(self.games)):
            pass
        return " ".join(game.split(" ")[:FIELDS[0]])


class RecordSource:
    """Single positions of recorded games, between two parts of the number of points."""

    def __init__(self, name: str, records: Records, rng: random.Random, first: float = 0,
                 last: float = WHOLE):
        self.name, self.rng, self.records = name, rng, records
        self.first, self.last = first, last

    def next(self) -> Position:
        for _ in range(TRIES):
            game = self.records.draw(self.rng)
            area = int(game.split(" ", 1)[0]) ** 2
            least = round(self.first * area)
            most = min(round(self.last * area), last_ply(game))
            if least <= most:
                return Position(self.name, game, self.rng.randint(least, most),
                                draw_komi(game, self.rng))
        raise ValueError(f"{self.name}: hardly any game has so many moves")

    def end(self) -> None:
        pass


class PolicySource:
    """Games of which the network's policy drew the moves."""

    def __init__(self, size: str, options: argparse.Namespace, rng: random.Random):
        self.rng = rng
        command = [str(options.programs / "policy_games"), "--size", size, "--seed",
                   str(rng.getrandbits(31))]
        self.process = subprocess.Popen(
            command + (["--net", options.net] if options.net else []),
            stdout=subprocess.PIPE, text=True, process_group=0)
        self.ready: list = []

    def next(self) -> Position:
        while not self.ready:
            game = self.process.stdout.readline().rstrip("\n")
            if not game:
                raise ValueError("policy_games has ended")
            plies = range(last_ply(game) + 1)
            self.ready = [Position("policy", game, ply, draw_komi(game, self.rng)) for ply
                          in self.rng.sample(plies, min(PER_GAME, len(plies)))]
        return self.ready.pop()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


class SearchSource:
    """Positions that a search of the engine came to."""

    def __init__(self, records: Records, options: argparse.Namespace, rng: random.Random):
        self.rng, self.count = rng, options.per_search
        self.bases = [RecordSource("record", records, rng),
                      RecordSource("record", records, rng, LATE_PART)]
        self.engine = Engine("the engine", shlex.split(options.engine),
                             pathlib.Path("/dev/null"), SECONDS)
        self.engine.start()
        self.ready: list = []

    def next(self) -> Position:
        while not self.ready:
            base = self.rng.choice(self.bases).next()
            color = set_up_if_legal(self.engine, base.record().split(" "))
            if color is None:
                continue
            reply = self.engine.ask(f"ponnuki-searched_lines {self.count} {color}")
            for line in filter(None, reply.splitlines()):
                moves = "".join(two_letters(move, base.size) for move in line.split())
                self.ready.append(base.with_tail("search", moves))
        return self.ready.pop()

    def end(self) -> None:
        self.engine.end()


class ListSource:
    """The positions of a file, once."""

    def __init__(self, path: str):
        self.lines = open(path, encoding="ascii")

    def next(self) -> typing.Optional[Position]:
        line = self.lines.readline().rstrip("\n")
        if not line:
            return None
        source, ply, komi, tail, game = line.split(" ", 4)
        return Position(source, game, int(ply), float(komi), tail, explored=True,
                        listed=True)

    def end(self) -> None:
        self.lines.close()


class Sources:
    """All of them, each drawn from as its weight says."""

    def __init__(self, options: argparse.Namespace, seed: int):
        self.options, self.rng = options, random.Random(seed)
        self.records: dict = {}  # by path: kinds of positions may share a file
        self.names, self.weights, self.sources = [], [], []
        try:
            for argument in options.sources:
                name, _, weight = argument.partition("=")
                self.sources.append(self.make(*name.partition(":")[::2]))
                self.weights.append(float(weight or 1))
                kind, _, rest = name.partition(":")
                self.names.append(f"{kind}:{rest.rpartition('/')[2]}")
        except (EngineError, OSError) as error:
            raise ValueError(str(error)) from None
        self.given = [0] * len(self.sources)
        self.open = set(range(len(self.sources)))  # those that have more
        self.follow_up: collections.deque = collections.deque()

    def make(self, kind: str, name: str) -> typing.Any:
        """A source, by the two parts of its name. Raises ValueError, OSError,
        EngineError."""
        if kind == "policy":
            return PolicySource(name, self.options, self.rng)
        if kind == "list":
            return ListSource(name)
        if kind not in ("record", "late", "lost", "opening", "search"):
            raise ValueError(f"{kind}:{name}: there is no such kind of source")
        if name not in self.records:
            self.records[name] = Records(name)
        records = self.records[name]
        if kind == "search":
            return SearchSource(records, self.options, self.rng)
        first = LATE_PART if kind in ("late", "lost") else 0
        last = OPENING_PART if kind == "opening" else WHOLE
        return RecordSource(kind, records, self.rng, first, last)

    def next(self) -> typing.Optional[Position]:
        """None: there are no more."""
        if self.follow_up:
            position = self.follow_up.popleft()
            self.given[position.origin] += 1
            return position
        while self.open:
            origin = min(self.open, key=lambda i: self.given[i] / self.weights[i])
            try:
                position = self.sources[origin].next()
            except EngineError as error:
                raise ValueError(str(error)) from None
            if position is None:
                self.open.remove(origin)
            elif not position.is_over():
                position.origin = origin
                self.given[origin] += 1
                return position
        return None

    def refused(self, position: Position) -> None:
        """It was not new; its source owes another one."""
        self.given[position.origin] -= 1

    def learned(self, position: Position, policy: typing.Sequence,
                owner: typing.Sequence) -> None:
        """Adds what follows from the teacher's answer: the chances of points, row by row
        from the top, and of a pass; and who will own the points."""
        if position.listed or not position.explored:
            self.follow_up += self.siblings(position, policy)
        if position.explored:
            return
        if self.rng.random() < self.options.off:
            off = position.with_tail("deviation", self.wander(position, policy))
            if not off.is_over():
                self.follow_up.append(off)
        if position.source in ("late", "lost") and self.is_fought_for(owner):
            last = last_ply(position.game)
            for _ in range(MORE):
                ply = position.ply + self.rng.randint(-MORE_WITHIN, MORE_WITHIN)
                if 0 <= ply <= last and ply != position.ply:
                    self.follow_up.append(
                        dataclasses.replace(position, ply=ply, explored=True))

    def siblings(self, position: Position, policy: typing.Sequence) -> list:
        """The positions after different moves: one half of them the likeliest, the others
        drawn by lot."""
        chances = {move: chance for move, chance in enumerate(policy) if chance > 0}
        moves = sorted(chances, key=lambda move: -chances[move])
        moves = moves[:(self.options.siblings + 1) // 2]
        while len(moves) < min(self.options.siblings, len(chances)):
            rest = [move for move in chances if move not in moves]
            weights = [chances[move] ** (1 / OFF_TEMPERATURE) for move in rest]
            moves += self.rng.choices(rest, weights)
        found = [position.with_tail("deviation", letters(move, position.size))
                 for move in moves]
        return [dataclasses.replace(sibling, explored=True, listed=False)
                for sibling in found if not sibling.is_over()]

    def wander(self, position: Position, policy: typing.Sequence) -> str:
        """A move that the teacher would hardly make."""
        any_move = self.rng.random() < ANY_MOVE
        weights = [0.0 if chance <= 0 else 1.0 if any_move else
                   chance ** (1 / OFF_TEMPERATURE) for chance in policy]
        return letters(self.rng.choices(range(len(weights)), weights)[0], position.size)

    @staticmethod
    def is_fought_for(owner: typing.Sequence) -> bool:
        unsure = sum(abs(share) < UNSURE for share in owner)
        return unsure >= FOUGHT_PART * len(owner)

    def counts(self) -> str:
        return ", ".join(f"{name} {count}" for name, count in zip(self.names, self.given))

    def end(self) -> None:
        for source in self.sources:
            source.end()
