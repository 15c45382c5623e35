#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks a stronger program what it thinks of positions, for the network to learn.

usage: label.py --out FILE --positions N [OPTIONS] 'TEACHER COMMAND' [RECORDS[=WEIGHT]...]
       label.py --out FILE --positions N [OPTIONS] --teacher NETWORK [RECORDS[=WEIGHT]...]

The teacher is a program that speaks the JSON protocol of KataGo's analysis engine, such
as `katago analysis -config analysis.cfg -model b6c96.bin.gz`. It is asked for one visit
a position: that is its network's word. With more, its chance to win, lead and owners are
those of a search, its policy is not. Or it is a file of a network of KataGo's, which
Ponnuki then computes. FILE gets labelled positions, one a line, as README.md here says; the
same command goes on where an interrupted one stopped.

Without RECORDS, positions are those of games that the teacher plays against itself. It
draws moves from its policy, and some of them at random. With RECORDS, they are of the games
in these files and of a few moves after them. Some games are played on to their end. With
--ends they are the positions at the ends of RECORDS, each once, such as searched.py
writes them.

  --size N          of the games without records, 13
  --games N         so many at once, 24; with --teacher as many as keep it busy
  --komi-spread X   komi is 7.5 in half of the games, and normally distributed around it
                    with this many points in the others, 8
  --per-game N      positions taken of a recorded game, 3
  --first N         only positions of a recorded game after so many moves, 0; shorter
                    games are left out
  --play-on X       part of the recorded games that are played to their end, 0.02
  --ends            where recorded games end, and with their komi
  --visits N        of the teacher, 1
  --seed N          1

Of a network:

  --history         show it the last moves, which KataGo's analysis engine does not do
  --ponnuki COMMAND computes it, build/ponnuki
  --precision NAME  a word that Ponnuki knows, int16
  --processes N     on processors one for each, else one
  --pytorch         PyTorch computes it, without a search

Of PyTorch; each of the first two implies --pytorch:

  --device NAME     cpu; cuda
  --compiled        by torch.compile: faster after a minute or two
  --precision NAME  float32, bfloat16 or half: what is fast on the device
  --batch N         positions that a process is given at once: 16, or 512 on cuda
  --inputs PATH     the program that makes its inputs, build/scripts/train/katago_inputs
"""

import argparse
import dataclasses
import json
import lzma
import pathlib
import random
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from labelling.engine_teacher import ENGINE, EngineTeacher, Setting
from labelling.opinions import Opinion, OpinionFile, opinion_line
from options import Parser
from labelling.teacher import Teacher
from labelling.vertices import letters, vertex
from script import Failure, run_script

FAIR_KOMI = 7.5
RANDOM_MOVES = 0.03  # part of the moves that are drawn from all legal ones
# Part of the games of a file that are taken when it is read: they come from more of it,
# and an interrupted run, which reads it from its beginning again, takes others.
GAMES_TAKEN = 0.2
WANDER = 0.3  # how often a recorded position is followed by one off the record
SETTLED = 0.99  # a chance to win by which most games end
SETTLED_TURNS = 6
FIELDS = (7, 11)  # of a game, and of a position with an opinion
HELD_OUT_MOVES = 16  # of a position with an opinion, that tell its game
TO_THE_END = 0.35  # part of the games that go on all the same


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--positions", type=int, required=True)
    for name, kind, default in (
            ("size", int, 13), ("games", int, 0), ("komi-spread", float, 8.0),
            ("per-game", int, 3), ("first", int, 0), ("play-on", float, 0.02),
            ("visits", int, 1), ("seed", int, 1), ("batch", int, 0), ("processes", int, 0),
            ("teacher", pathlib.Path, None), ("device", str, "cpu"),
            ("precision", str, ""), ("inputs", str, ""), ("ponnuki", str, ENGINE)):
        parser.add_argument("--" + name, type=kind, default=default)
    for name in ("ends", "compiled", "history", "pytorch"):
        parser.add_argument("--" + name, action="store_true")
    options = parser.parse_args()
    if options.teacher is None and not options.words:
        parser.error("a teacher is missing")
    options.records = options.words[options.teacher is None:]
    return options


@dataclasses.dataclass
class Walk:
    """A game under way, or a record whose positions are asked for one after the other."""

    size: int
    komi: float
    handicap: int
    moves: list  # two letters each, the set-up stones first
    turns: list  # of a record: those still to ask; empty where the game goes on
    play_on: bool  # after the record
    temperature: float
    to_the_end: bool
    at_its_end: bool = False  # a record, asked for there alone
    settled: int = 0  # turns in a row

    def asked(self) -> list:
        """The moves before the position to ask for: all, or up to a record's turn."""
        return self.moves[:self.turns[0]] if self.turns else self.moves

    def query(self, name: str, visits: int) -> dict:
        """The question about that position."""
        moves = self.asked()
        stones = [["B", vertex(move, self.size)] for move in moves[:self.handicap]]
        colors = "WB" if self.handicap else "BW"
        return {"id": name, "initialStones": stones, "rules": "tromp-taylor",
                "initialPlayer": colors[0], "komi": self.komi,
                "moves": [[colors[i % 2], vertex(move, self.size)]
                          for i, move in enumerate(moves[self.handicap:])],
                "boardXSize": self.size, "boardYSize": self.size, "maxVisits": visits,
                "includePolicy": True, "includeOwnership": True}

    def play(self, move: str, chance: float) -> bool:
        """Adds a move to a game; `chance` was Black's before it. False: it has ended, by
        two passes, too many moves, or as it was settled."""
        over = move == "tt" and self.moves[-1:] == ["tt"]
        self.moves.append(move)
        self.settled = self.settled + 1 if not 1 - SETTLED < chance < SETTLED else 0
        return (not over and len(self.moves) < 2 * self.size ** 2 and
                (self.to_the_end or self.settled < SETTLED_TURNS))


def draw(policy: list, temperature: float, rng: random.Random) -> int:
    """The index of a move of the teacher, in proportion to its chance at temperature 1."""
    legal = [index for index, chance in enumerate(policy) if chance >= 0]
    return rng.choices(
        legal, [(policy[index] + 1e-9) ** (1 / temperature) for index in legal])[0]


def label(walk: Walk, answer: dict) -> str:
    """A line of the file."""
    root = answer["rootInfo"]
    policy = [(chance, letters(index, walk.size))
              for index, chance in enumerate(answer["policy"])]
    opinion = Opinion(root["winrate"], root["scoreLead"], policy, answer["ownership"])
    return opinion_line(walk.size, walk.komi, walk.handicap, walk.asked(), opinion)


def split_moves(fields: list) -> list:
    text = fields[6]
    return [text[i:i + 2] for i in range(0, len(text), 2)]


def read_records(argument: str, left_out: typing.Callable = lambda line: False
                 ) -> typing.Iterator[list]:
    """The fields of the games of a file, but for those."""
    path = argument.partition("=")[0]
    opener = lzma.open if path.endswith(".xz") else open
    with opener(path, "rt", encoding="ascii") as file:
        for line in file:
            fields = line.split()
            if len(fields) in FIELDS and not left_out(line.rstrip("\n")):
                yield fields


def local_teacher_of(options: argparse.Namespace) -> typing.Any:
    try:
        from labelling import local_teacher
    except ImportError as error:
        raise ValueError(f"--pytorch needs PyTorch and numpy: {error}") from None
    wanted = {"device": options.device, "precision": options.precision,
              "compiled": options.compiled, "history": options.history,
              "processes": options.processes, "batch": options.batch}
    if options.inputs:
        wanted["program"] = options.inputs
    return local_teacher.LocalTeacher(local_teacher.Setting(options.teacher, **wanted))


def teacher_of(options: argparse.Namespace) -> typing.Any:
    if options.teacher is None:
        return Teacher(options.words[0])
    if options.pytorch or options.compiled or options.device != "cpu":
        return local_teacher_of(options)
    return EngineTeacher(Setting(
        network=str(options.teacher), command=options.ponnuki,
        precision=options.precision, history=options.history,
        processes=options.processes))


class Labeller:
    """Keeps the teacher busy with many walks at once."""

    def __init__(self, options: argparse.Namespace, done: int):
        self.options = options
        self.rng = random.Random(options.seed * 1000003 + done)
        self.records = [self.read(argument) for argument in options.records]
        self.weights = [float(argument.partition("=")[2] or 1)
                        for argument in options.records]
        self.ends = self.read_ends(done)
        self.walks: dict = {}
        self.teacher = teacher_of(options)
        self.games = options.games or self.teacher.wanted

    def read(self, argument: str) -> typing.Iterator[list]:
        """The fields of the games of a file that are long enough, again and again, but
        for those held out. Raises ValueError if there is none."""
        while True:
            found = False
            for fields in read_records(argument, held_out):
                if len(split_moves(fields)) <= self.options.first:
                    continue
                found = True
                if self.rng.random() < GAMES_TAKEN:
                    yield fields
            if not found:
                raise ValueError(f"{argument.partition('=')[0]}: there is no game to "
                                 "take positions of")

    def read_ends(self, done: int) -> typing.Iterator[Walk]:
        """The games of all files, but for those that an earlier run has been through."""
        number = 0
        for argument in self.options.records:
            for fields in read_records(argument):
                number += 1
                if number <= done:
                    continue
                moves = split_moves(fields)
                komi = FAIR_KOMI if fields[1] == "?" else float(fields[1])
                yield Walk(size=int(fields[0]), komi=komi,
                           handicap=int(fields[2]), moves=moves, turns=[len(moves)],
                           play_on=False, temperature=1, to_the_end=False,
                           at_its_end=True)

    def begin(self) -> Walk | None:
        """A new game, or a recorded one; None: there are no more."""
        if self.options.ends:
            return next(self.ends, None)
        rng, options = self.rng, self.options
        komi = FAIR_KOMI
        if rng.random() < 0.5:
            komi = round(2 * rng.gauss(FAIR_KOMI, options.komi_spread)) / 2
        walk = Walk(size=options.size, komi=komi, handicap=0, moves=[], turns=[],
                    play_on=True, temperature=rng.uniform(0.5, 1.2),
                    to_the_end=rng.random() < TO_THE_END)
        if not self.records:
            return walk
        fields = next(rng.choices(self.records, self.weights)[0])
        walk.size, walk.handicap = int(fields[0]), int(fields[2])
        walk.moves = split_moves(fields)
        if walk.handicap and komi == FAIR_KOMI:
            walk.komi = 0.5
        turns = range(max(walk.handicap, options.first), len(walk.moves))
        count = min(options.per_game, len(turns))
        walk.turns = sorted(rng.sample(turns, count))
        walk.play_on = rng.random() < options.play_on
        return walk

    def ask(self, name: str) -> None:
        self.teacher.ask(self.walks[name].query(name, self.options.visits))

    def begin_as(self, name: str) -> None:
        """Begins another walk in the place of that one, and asks; if there is another."""
        self.walks.pop(name, None)
        if walk := self.begin():
            self.walks[name] = walk
            self.ask(name)

    def choose(self, policy: list, temperature: float) -> int:
        if self.rng.random() < RANDOM_MOVES:
            return self.rng.choice([index for index, chance in enumerate(policy)
                                    if chance >= 0])
        return draw(policy, temperature, self.rng)

    def go_on(self, walk: Walk, answer: dict) -> bool:
        """Moves to the next position to ask for. False: there is none."""
        if walk.at_its_end:
            return False
        if walk.turns:
            turn = walk.turns.pop(0)
            if self.rng.random() >= WANDER:
                if walk.turns:
                    return True
                walk.temperature = 0.5
                return walk.play_on and walk.moves[-2:] != ["tt", "tt"]
            walk.moves, walk.turns, walk.play_on = walk.moves[:turn], [], False
        elif not walk.play_on and self.rng.random() >= WANDER:
            return False
        temperature = walk.temperature if walk.play_on else 1.5
        move = letters(self.choose(answer["policy"], temperature), walk.size)
        return walk.play(move, answer["rootInfo"]["winrate"])

    def lines(self) -> typing.Iterator[str]:
        """Labelled positions, without end but for --ends."""
        for number in range(self.games):
            self.begin_as(str(number))
        while self.walks:
            answer = self.teacher.answer()
            name = answer.get("id", "")
            walk = self.walks.get(name)
            if "error" in answer or walk is None:
                if walk is None:
                    raise ValueError(f"the teacher says {json.dumps(answer)}")
                self.begin_as(name)
                continue
            if walk.asked():
                yield label(walk, answer)
            if self.go_on(walk, answer):
                self.ask(name)
            else:
                self.begin_as(name)


def mix(value: int) -> int:
    """rng_mix of src/rng.h."""
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9 % 2**64
    value = (value ^ value >> 27) * 0x94d049bb133111eb % 2**64
    return value ^ value >> 31


def held_out(line: str) -> bool:
    """Whether the game is never trained on; the same hash as record_is_held_out."""
    value = 0xcbf29ce484222325
    fields = line.split(" ")
    identity = fields[6][:2 * HELD_OUT_MOVES] if len(fields) == FIELDS[1] else line
    for byte in identity.encode("ascii"):
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return mix(value) % 50 == 0


def run(options: argparse.Namespace) -> None:
    out = OpinionFile(options.out)
    if out.done >= options.positions:
        return
    if options.ends and not options.records:
        raise ValueError("--ends needs records")
    labeller = Labeller(options, out.done)
    try:
        with out:
            for line in labeller.lines():
                out.add(line)
                if out.done >= options.positions:
                    break
    finally:
        labeller.teacher.end()


def main() -> None:
    try:
        run(arguments())
    except ValueError as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
