# SPDX-License-Identifier: MIT
"""One game between two GTP engines: moves, clocks, legality, the end, the record."""

import dataclasses
import math
import time
import typing

import go_board
from gtp_engine import Engine, EngineError
from script import Failure

LATE_SECONDS = 10.0  # how long a move is awaited after the clock has run out
COLOR_NAMES = {"b": "black", "w": "white"}

Move = tuple[str, go_board.Point]  # color and point


class TimeControl(typing.NamedTuple):
    """Main time and periods as in GTP's time_settings, seconds; stones 0: absolute."""

    main: float
    period: float
    stones: int

    @property
    def is_whole(self) -> bool:
        return self.main == int(self.main) and self.period == int(self.period)


class Settings(typing.NamedTuple):
    """What holds for every game of a match."""

    size: int
    komi: float
    rules: go_board.Rules
    time: TimeControl | None
    grace: float  # seconds by which a clock may be overrun
    max_moves: int
    adjudicate: bool  # the referee sees and judges every move
    untimed: frozenset[str] = frozenset()  # names of engines that have no clock
    handicap: int = 0  # stones that Black's engine places


class Clock:
    """The time of one player in one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.main
        self.stones = 0  # to play before the period ends; 0: still in main time
        if control.main == 0:
            self._begin_period()

    def _begin_period(self) -> None:
        if self.control.stones:
            self.left += self.control.period
            self.stones = self.control.stones

    @property
    def longest(self) -> float:
        """Seconds that the next move may take."""
        in_main = self.stones == 0 and self.control.stones > 0
        return self.left + (self.control.period if in_main else 0)

    def spend(self, seconds: float) -> float:
        """Takes a move's time off; the seconds by which the clock was overrun, or 0."""
        self.left -= seconds
        if self.left < 0 and self.stones == 0:
            self._begin_period()
        overrun = max(0.0, -self.left)
        # An overrun may be forgiven; the stone has been played all the same.
        if self.stones > 0:
            self.stones -= 1
            if self.stones == 0:
                self.left = 0.0
                self._begin_period()
        return overrun

    def time_left(self) -> str:
        """The arguments of GTP's time_left; whole seconds if the settings were whole,
        because many engines read nothing else."""
        if self.control.is_whole:
            return f"{math.floor(max(0.0, self.left))} {self.stones}"
        return f"{max(0.0, self.left):.2f} {self.stones}"


@dataclasses.dataclass
class Record:
    """How a game went. Colors as keys: b and w."""

    moves: list[Move]
    handicap: list[go_board.Point] = dataclasses.field(default_factory=list)
    opening_length: int = 0
    result: str = "?"  # as in SGF: B+3.5, W+R, B+T, B+F, 0
    winner: str | None = None  # a color; none: a tie
    reason: str = ""  # score, length, resign, time, illegal, crash, hang, protocol,
    # refusal
    scored_by: str = ""  # referee, engines or board
    note: str = ""
    seconds: dict[str, float] = dataclasses.field(
        default_factory=lambda: {"b": 0.0, "w": 0.0})
    longest: dict[str, float] = dataclasses.field(
        default_factory=lambda: {"b": 0.0, "w": 0.0})
    turns: dict[str, int] = dataclasses.field(
        default_factory=lambda: {"b": 0, "w": 0})

    def win(self, winner: str, reason: str, note: str = "") -> None:
        letter = {"resign": "R", "time": "T"}.get(reason, "F")
        self.result = f"{winner.upper()}+{letter}"
        self.winner, self.reason, self.note = winner, reason, note

    def score(self, result: str, reason: str, scored_by: str) -> None:
        self.result, self.reason, self.scored_by = result, reason, scored_by
        self.winner = {"B": "b", "W": "w"}.get(result[0])


def read_score(text: str) -> str | None:
    """A final_score reply as B+3.5, W+1 or 0; None for one that says no result."""
    word = text.split()[0].upper() if text.split() else ""
    if word in ("0", "DRAW", "JIGO"):
        return "0"
    try:
        lead = float(word[2:])
    except ValueError:
        return None
    if word[:2] not in ("B+", "W+") or not 0 <= lead < math.inf:
        return None
    return go_board.write_result(lead if word[0] == "B" else -lead)


class Game:
    """A game while it is played. `engines` by color; the referee may be missing."""

    def __init__(self, settings: Settings, engines: dict[str, Engine],
                 referee: Engine | None) -> None:
        self.settings = settings
        self.engines = engines
        self.referee = referee
        self.board = go_board.Board(settings.size, settings.rules)
        self.record = Record([])
        self.clocks = {color: Clock(settings.time) for color, engine in engines.items()
                       if settings.time and engine.name not in settings.untimed}

    def play(self, opening: list[Move]) -> Record:
        """The whole game. Raises Failure where the referee fails."""
        try:
            self._prepare(opening)
            color = go_board.other(opening[-1][0]) if opening else "b"
            if self.record.handicap:
                color = "w"
            while self._turn(color):
                color = go_board.other(color)
        except EngineError as error:
            if error.engine is self.referee:
                raise Failure(f"the referee {error}") from None
            culprit = next(color for color, engine in self.engines.items()
                           if engine is error.engine)
            self.record.win(go_board.other(culprit), error.kind,
                            f"{error.engine.name} {error}")
        return self.record

    def _everyone(self) -> list[Engine]:
        judges = [self.referee] if self.referee and self.settings.adjudicate else []
        return [*self.engines.values(), *judges]

    def _set_up(self, engine: Engine) -> None:
        """A new game. Raises Failure where the engine refuses to play such a one."""
        commands = [f"boardsize {self.settings.size}", "clear_board",
                    f"komi {self.settings.komi:g}"]
        control = self.settings.time
        if control is not None and engine.name not in self.settings.untimed:
            commands.append(f"time_settings {control.main:g} {control.period:g} "
                            f"{control.stones}")
        engine.start()
        for command in commands:
            self._demand(engine, command)

    def _demand(self, engine: Engine, command: str) -> str:
        """The answer to what belongs to every game. Raises Failure for a refusal."""
        try:
            return engine.ask(command)
        except EngineError as error:
            if error.kind != "refusal":
                raise
            hint = ("; --no-clock plays it without a clock"
                    if command.startswith("time_settings") else "")
            raise Failure(f"{engine.name} {error}{hint}") from None

    def _prepare(self, opening: list[Move]) -> None:
        for engine in self._everyone():
            self._set_up(engine)
        if self.settings.handicap:
            self._place_handicap()
        for color, point in opening:
            if why := self.board.play(color, point):
                raise Failure(f"the opening move {COLOR_NAMES[color]} "
                              f"{self._vertex(point)} is illegal: {why}")
            for engine in self._everyone():
                self._tell(engine, color, point)
        self.record.moves = opening.copy()
        self.record.opening_length = len(opening)

    def _place_handicap(self) -> None:
        """Black's engine places its stones, and the others are told."""
        count = self.settings.handicap
        black = self.engines["b"]
        answer = self._demand(black, f"fixed_handicap {count}")
        try:
            points = [go_board.read_vertex(word, self.settings.size)
                      for word in answer.split()]
        except ValueError:
            points = []
        if go_board.PASS in points or not len(points) == len(set(points)) == count:
            raise EngineError(black, "protocol",
                              f"answers fixed_handicap {count} by {answer!r}")
        for point in points:
            self.board.play("b", point)
        self.record.handicap = points
        for engine in self._everyone():
            if engine is not black:
                self._tell_handicap(engine)

    def _tell_handicap(self, engine: Engine) -> None:
        vertices = map(self._vertex, self.record.handicap)
        self._demand(engine, " ".join(["set_free_handicap", *vertices]))

    def _vertex(self, point: go_board.Point) -> str:
        return go_board.write_vertex(point, self.settings.size)

    def _tell(self, engine: Engine, color: str, point: go_board.Point) -> None:
        engine.ask(f"play {COLOR_NAMES[color]} {self._vertex(point)}")

    def _turn(self, color: str) -> bool:
        """One move; False if it has ended the game."""
        answer = self._generate(color)
        if answer is None:
            return False
        if answer == "resign":
            self.record.win(go_board.other(color), "resign")
            return False
        engine = self.engines[color]
        try:
            point = go_board.read_vertex(answer, self.settings.size)
        except ValueError:
            raise EngineError(engine, "protocol",
                              f"answers genmove by {answer!r}") from None
        if why := self._judge(color, point):
            raise EngineError(engine, "illegal", f"plays {self._vertex(point)}: {why}")
        self.record.moves.append((color, point))
        self._tell(self.engines[go_board.other(color)], color, point)
        return not self._is_over()

    def _generate(self, color: str) -> str | None:
        """The engine's move in lower case; None if its time has run out."""
        engine, clock = self.engines[color], self.clocks.get(color)
        limit = None
        if clock is not None:
            engine.ask(f"time_left {COLOR_NAMES[color]} {clock.time_left()}")
            limit = clock.longest + self.settings.grace + LATE_SECONDS
        start = time.monotonic()
        try:
            answer = engine.ask(f"genmove {COLOR_NAMES[color]}", limit).lower()
        except EngineError as error:
            if error.kind != "hang" or clock is None:
                raise
            answer = ""
        seconds = time.monotonic() - start
        self._note_seconds(color, seconds)
        overrun = clock.spend(seconds) if clock is not None else 0.0
        if overrun > self.settings.grace:
            late = f"{engine.name} overran the clock by {1000 * overrun:.1f} ms"
            self.record.win(go_board.other(color), "time", late)
            return None
        return answer

    def _note_seconds(self, color: str, seconds: float) -> None:
        record = self.record
        record.seconds[color] += seconds
        record.longest[color] = max(record.longest[color], seconds)
        record.turns[color] += 1

    def _judge(self, color: str, point: go_board.Point) -> str:
        """Plays the move on our board, and the referee's; why it is illegal, or ''."""
        if why := self.board.play(color, point):
            return why
        if self.referee is not None and self.settings.adjudicate:
            try:
                self._tell(self.referee, color, point)
            except EngineError as error:
                if error.kind != "refusal":
                    raise
                return f"the referee {error}"
        return ""

    def _is_over(self) -> bool:
        played = self.record.moves[self.record.opening_length:]
        if [point for _, point in played[-2:]] == [go_board.PASS, go_board.PASS]:
            self._score("score")
            return True
        if len(self.record.moves) >= self.settings.max_moves:
            self._score("length")
            return True
        return False

    def _score(self, reason: str) -> None:
        result, scored_by = None, ""
        if self.referee is not None:
            result, scored_by = self._ask_referee(), "referee"
        elif self.settings.rules.dead_removed and reason == "score":
            result, scored_by = self._ask_engines(), "engines"
        if result is None:
            lead = self.board.lead() - self.settings.komi
            result, scored_by = go_board.write_result(lead), "board"
        self.record.score(result, reason, scored_by)

    def _ask_referee(self) -> str:
        assert self.referee is not None
        if not self.settings.adjudicate:
            self._set_up(self.referee)
            if self.record.handicap:
                self._tell_handicap(self.referee)
            for color, point in self.record.moves:
                self._tell(self.referee, color, point)
        answer = self.referee.ask("final_score")
        result = read_score(answer)
        if result is None:
            raise Failure(f"the referee answers final_score by {answer!r}")
        return result

    def _ask_engines(self) -> str | None:
        """What both say; None if they differ or one does not know."""
        results = []
        for engine in self.engines.values():
            try:
                results.append(read_score(engine.ask("final_score")))
            except EngineError as error:
                if error.kind != "refusal":
                    raise
                results.append(None)
        return results[0] if results[0] == results[1] else None
