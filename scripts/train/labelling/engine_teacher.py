# SPDX-License-Identifier: MIT
"""A network of KataGo's that Ponnuki computes, asked as teacher.Teacher is: several
processes of it, one for each processor. No other library is needed.

An answer to a query is what KataGo's analysis engine says, as Black sees it, but for
two things. The board is never turned. With more than one visit, the search sees the last
moves, and so does the network if `history` is set.
"""

import dataclasses
import functools
import math
import os
import pathlib
import shlex
import sys
import tempfile
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "match"))

import crew
from gtp_engine import Engine, EngineError
from labelling.positions import color_of
from labelling.teacher import record_of
from labelling.vertices import vertex
from script import Failure

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENGINE = str(ROOT / "build/ponnuki")
PRECISION = "int16"  # as good as floats for what labels keep
SECONDS = 600  # for an answer
IN_ADVANCE = 2  # positions for each process, so that none waits
UPRIGHT, MIRRORED = 0, 2  # symmetries of KataGo's: the board as it is; left is right


@dataclasses.dataclass
class Setting:
    """What is asked, and how."""

    network: str
    command: str = ENGINE
    precision: str = ""  # a word of the engine's; "": PRECISION
    history: bool = False
    mirror: bool = False  # shows the network all boards mirrored
    processes: int = 0  # 0: one for each processor

    def words(self) -> list:
        """The command line of a process."""
        return [*shlex.split(self.command), "--network", self.network, "--precision",
                self.precision or PRECISION, "--threads", "1", "--rules", "tromp-taylor",
                "--accept-illegal"]

    def question(self) -> str:
        root = "" if self.history else " root"
        return f"ponnuki-raw-nn {MIRRORED if self.mirror else UPRIGHT}{root}"


def set_up(line: str) -> list:
    """The commands that show an engine the end of a record."""
    fields = line.split(" ")
    size, handicap, text = int(fields[0]), int(fields[2]), fields[6]
    komi = "7.5" if fields[1] == "?" else fields[1]
    moves = [f"{color_of(turn, handicap)} {vertex(text[2 * turn:2 * turn + 2], size)}"
             for turn in range(len(text) // 2)]
    commands = [f"boardsize {size}", f"komi {komi}"]
    if handicap:
        commands += ["gogui-setup " + " ".join(moves[:handicap]), "gogui-setup_player w"]
    if moves[handicap:]:
        commands.append("gogui-play_sequence " + " ".join(moves[handicap:]))
    return commands


def is_black(line: str) -> bool:
    """Is Black to move at the end of a record?"""
    fields = line.split(" ")
    return color_of(len(fields[6]) // 2, int(fields[2])) == "b"


def numbers_of(reply: str) -> dict:
    """The words of an answer under their keys, as lists of numbers; NaN where a move is
    not legal."""
    found: dict = {}
    key = ""
    for word in reply.split():
        if word[0].isalpha() and word != "NAN":
            key = word
            found[key] = []
        else:
            found[key].append(float(word))
    return found


def rooted(reply: str) -> dict:
    """The numbers of the root in the last report of a search, as the player to move sees
    it."""
    reports = [line for line in reply.splitlines() if " rootInfo " in line]
    if not reports:
        raise ValueError("the teacher's search tells nothing of its root")
    return numbers_of(reports[-1].partition(" rootInfo ")[2])


@dataclasses.dataclass
class Answer:
    """What a network says of a position, as Black sees it, points row by row from the top
    and then the pass. Moves that are not legal have NaN."""

    win: float
    lead: float
    policy: list
    optimistic: list  # empty if the network has no such policy
    owner: list
    # Of the score, the difference of the chances to win and to lose, and the score; None
    # if the network does not tell its errors.
    deviation: typing.Optional[float]
    win_error: typing.Optional[float]
    score_error: typing.Optional[float]

    @staticmethod
    def of(reply: str) -> "Answer":
        found = numbers_of(reply)

        def policy(name: str) -> list:
            return found[name] + found[name + "Pass"] if name in found else []

        def number(name: str) -> typing.Optional[float]:
            value = found.get(name, [-1.0])[0]
            return None if value == -1 else value

        return Answer((1 + found["whiteLoss"][0] - found["whiteWin"][0]) / 2,
                      -found["whiteLead"][0], policy("policy"), policy("optimisticPolicy"),
                      [-share for share in found["whiteOwnership"]], number("scoreStdev"),
                      number("shorttermWinlossError"), number("shorttermScoreError"))


class Asked:
    """One process."""

    def __init__(self, setting: Setting, log: pathlib.Path):
        """The engine's standard error is added to the log."""
        self.setting = setting
        self.engine = Engine("the teacher", setting.words(), log, SECONDS)

    def start(self) -> None:
        """Raises ValueError if it does not start."""
        try:
            self.engine.start()
        except Failure as failure:
            raise ValueError(str(failure)) from None

    def _ask_all(self, commands: list) -> typing.Optional[str]:
        """The answer to the last of them, or None if one is refused. Raises ValueError."""
        reply: typing.Optional[str] = None
        refused = False
        try:
            self.engine.send("\n".join(commands))
            for command in commands:
                try:
                    reply = self.engine.receive(command)
                except EngineError as error:
                    if error.kind != "refusal":
                        raise
                    refused = True
        except EngineError as error:
            raise ValueError(f"the teacher {error}") from None
        return None if refused else reply

    def answer(self, line: str) -> typing.Optional[Answer]:
        """What the network says of the end of a record; None if that cannot be played."""
        reply = self._ask_all([*set_up(line), self.setting.question()])
        return Answer.of(reply) if reply is not None else None

    def searched(self, line: str, visits: int) -> typing.Optional[Answer]:
        """The same, but the winner, the lead and the owners are those of a search."""
        found = self.answer(line)
        if found is None or visits == 1:
            return found
        reply = self._ask_all([f"kata-set-param maxVisits {visits}",
                               "kata-search_analyze rootInfo true ownership true"])
        if reply is None:
            return None
        root = rooted(reply)
        win = root["winrate"][0]
        sign = 1 if is_black(line) else -1
        return dataclasses.replace(
            found, win=win if sign > 0 else 1 - win, lead=sign * root["scoreLead"][0],
            owner=[sign * share for share in root["ownership"]])


class Answerer:
    """A worker (crew.py) with a process. A job is a name, a record and visits; the result
    is the name and an Answer, or None if there is no such position."""

    def __init__(self, setting: Setting, _: int):
        self.folder = tempfile.TemporaryDirectory()
        self.asked = Asked(setting, pathlib.Path(self.folder.name) / "log")
        self.strike = self.asked.engine.strike

    def do(self, question: tuple) -> tuple:
        name, line, visits = question
        self.asked.start()
        return name, self.asked.searched(line, visits)

    def end(self) -> None:
        self.asked.engine.kill()
        self.folder.cleanup()


class Engines:
    """All processes. Answers come in any order."""

    def __init__(self, setting: Setting):
        if setting.processes < 0:
            raise ValueError("the number of processes cannot be negative")
        self.crew = crew.hire(functools.partial(Answerer, setting),
                              setting.processes or len(os.sched_getaffinity(0)))
        self.wanted = IN_ADVANCE * self.crew.size  # questions that keep all busy

    def ask(self, name: typing.Any, line: str, visits: int = 1) -> None:
        """About the end of a record."""
        self.crew.ask((name, line, visits))

    def answer(self) -> tuple:
        """The next one: a name and an Answer, or None if there is no such position. Raises
        ValueError, also if the engine does not start."""
        return self.crew.answer()

    def end(self) -> None:
        self.crew.end()


class EngineTeacher:
    """Ask `wanted` questions before the first answer, and then one after each: that keeps
    all processes busy. Raises ValueError."""

    def __init__(self, setting: Setting):
        self.engines = Engines(setting)
        self.wanted = self.engines.wanted
        self.open = 0  # questions without an answer

    def ask(self, query: dict) -> None:
        self.engines.ask(query["id"], record_of(query), query["maxVisits"])
        self.open += 1

    def answer(self) -> dict:
        """As that of teacher.Teacher. Raises ValueError."""
        if self.open == 0:
            raise ValueError("the teacher has not been asked anything")
        name, found = self.engines.answer()
        self.open -= 1
        if found is None:
            return {"id": name, "error": "no position"}
        policy = [-1 if math.isnan(chance) else chance for chance in found.policy]
        return {"id": name, "policy": policy, "ownership": found.owner,
                "rootInfo": {"winrate": found.win, "scoreLead": found.lead}}

    def end(self) -> None:
        self.engines.end()
