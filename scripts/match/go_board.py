# SPDX-License-Identifier: MIT
"""A Go board for the measuring tools: legal moves, and the count.

Points are numbers, row * size + column from 0, row 0 at the bottom, so that point 0 is
A1; PASS is None. Colors are "b" and "w". Nothing here is fast.
"""

import random
import typing

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
EMPTY = "."
PASS = None
SIZE_MAX = len(COLUMNS)

Point = int | None


class Rules(typing.NamedTuple):
    """What may vary."""

    suicide: bool  # is it legal, as far as the ko rule allows it
    ko: str  # what may not come again: POSITIONAL, SITUATIONAL or SIMPLE
    dead_removed: bool  # dead stones are taken off before the count
    territory: bool = False  # stones on the board do not count


POSITIONAL = "any earlier position"
SITUATIONAL = "any earlier position with the same player to move"
SIMPLE = "the position before the opponent's move"

RULES = {
    "tromp-taylor": Rules(True, POSITIONAL, False),
    "cgos": Rules(False, POSITIONAL, False),
    "chinese-kgs": Rules(False, POSITIONAL, True),
    "new-zealand": Rules(True, SITUATIONAL, True),
    "aga": Rules(False, SITUATIONAL, True),
    "japanese": Rules(False, SIMPLE, True, territory=True),
}


def other(color: str) -> str:
    return "w" if color == "b" else "b"


def read_vertex(text: str, size: int) -> Point:
    """The point that GTP calls so. Raises ValueError for what is no vertex."""
    if text.lower() == "pass":
        return PASS
    column = COLUMNS.find(text[:1].upper()) if text else -1
    if not 0 <= column < size or not text[1:].isdecimal():
        raise ValueError(f"{text!r} is no vertex of a board of size {size}")
    row = int(text[1:]) - 1
    if not 0 <= row < size:
        raise ValueError(f"{text!r} is no vertex of a board of size {size}")
    return row * size + column


def write_vertex(point: Point, size: int) -> str:
    if point is PASS:
        return "pass"
    return f"{COLUMNS[point % size]}{point // size + 1}"


def write_result(lead: float) -> str:
    """Black's lead as GTP and SGF write it: B+3.5, W+1, 0."""
    if lead == 0:
        return "0"
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


class Board:
    """A position, and the earlier ones that the ko rule asks for."""

    def __init__(self, size: int, rules: Rules) -> None:
        self.size = size
        self.rules = rules
        self.grid = [EMPTY] * (size * size)
        self.neighbors = [self._beside(point) for point in range(size * size)]
        self.seen = {self._key(self.grid, "b"), self._key(self.grid, "w")}
        self.stones = {"b": 0, "w": 0}  # that each has played

    def _beside(self, point: int) -> list[int]:
        row, column = divmod(point, self.size)
        steps = [(row + 1, column), (row - 1, column), (row, column + 1),
                 (row, column - 1)]
        return [r * self.size + c for r, c in steps
                if 0 <= r < self.size and 0 <= c < self.size]

    def _key(self, grid: list[str], to_play: str) -> str:
        return "".join(grid) + (to_play if self.rules.ko == SITUATIONAL else "")

    def chain(self, grid: list[str], start: int) -> tuple[set[int], set[str]]:
        """The points of one color around start, and the other colors beside them."""
        chain, waiting, beside = {start}, [start], set()
        while waiting:
            for point in self.neighbors[waiting.pop()]:
                if grid[point] != grid[start]:
                    beside.add(grid[point])
                elif point not in chain:
                    chain.add(point)
                    waiting.append(point)
        return chain, beside

    def _clear_if_dead(self, grid: list[str], start: int) -> bool:
        """Takes the chain off if it has no liberty."""
        chain, beside = self.chain(grid, start)
        if EMPTY in beside:
            return False
        for point in chain:
            grid[point] = EMPTY
        return True

    def try_move(self, color: str, point: int) -> tuple[list[str] | None, str]:
        """The grid after the move, or None and why the move is illegal."""
        if self.grid[point] != EMPTY:
            return None, "the point is occupied"
        grid = self.grid.copy()
        grid[point] = color
        for beside in self.neighbors[point]:
            if grid[beside] == other(color):
                self._clear_if_dead(grid, beside)
        if self._clear_if_dead(grid, point) and not self.rules.suicide:
            return None, "suicide"
        if self._key(grid, other(color)) in self.seen:
            return None, "ko" if self.rules.ko == SIMPLE else "superko"
        return grid, ""

    def play(self, color: str, point: Point) -> str:
        """Plays the move; returns why it is illegal, or nothing."""
        grid, why = (self.grid, "") if point is PASS else self.try_move(color, point)
        if grid is None:
            return why
        if self.rules.ko == SIMPLE:
            self.seen = {self._key(self.grid, color)}
        else:
            self.seen.add(self._key(grid, other(color)))
        self.grid = grid
        self.stones[color] += point is not PASS
        return ""

    def random_move(self, color: str, source: random.Random) -> Point:
        """A legal move, each with the same chance; a pass if there is none."""
        points = [point for point, owner in enumerate(self.grid) if owner == EMPTY]
        source.shuffle(points)
        for point in points:
            if self.try_move(color, point)[0] is not None:
                return point
        return PASS

    def area_owners(self) -> list[str]:
        """Of each point who owns it, all stones being alive (Tromp and Taylor): a
        color or EMPTY."""
        owners = self.grid.copy()
        counted: set[int] = set()
        for point, owner in enumerate(self.grid):
            if owner == EMPTY and point not in counted:
                space, beside = self.chain(self.grid, point)
                counted |= space
                if len(beside) == 1:
                    color = next(iter(beside))
                    for owned in space:
                        owners[owned] = color
        return owners

    def area_lead(self) -> int:
        """Black's area minus White's."""
        owners = self.area_owners()
        return owners.count("b") - owners.count("w")

    def lead(self) -> int:
        """Black's lead as the rules count it, without komi. Territory and prisoners are
        the area without the stones that were played."""
        lead = self.area_lead()
        return lead - self.stones["b"] + self.stones["w"] if self.rules.territory else lead
