# SPDX-License-Identifier: MIT
"""The positions of tests/data/suite: what they are, and the only reader of their files.

`suite.py --help` says how a file looks. What is wrong with one is a Failure whose text
names the file and the line where the position begins.
"""

import pathlib
import re
import typing

from script import Failure

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "data" / "suite"
COLUMNS = "ABCDEFGHJKLMNOPQRST"
KEYS = ("name", "komi", "play", "moves", "right", "wrong", "why", "checked")
NEEDED = ("name", "komi", "play", "why", "checked")
COLORS = {"X": "B", "O": "W"}
VERTEX = re.compile(r"PASS|([A-HJ-T])([1-9]\d?)")


class Position(typing.NamedTuple):
    """A question to an engine."""

    name: str
    theme: str
    rows: list[str]  # top row first, without blanks
    komi: str
    play: str  # B or W
    moves: list[tuple[str, str]]  # color and vertex
    right: list[str]  # vertices in upper case, PASS included; empty: all but wrong
    wrong: list[str]
    why: str
    checked: str

    def is_solved_by(self, vertex: str) -> bool:
        """Takes an engine's answer in upper case, RESIGN and complaints included."""
        if self.right:
            return vertex in self.right
        return VERTEX.fullmatch(vertex) is not None and vertex not in self.wrong

    def answer(self) -> str:
        return " ".join(self.right) or "not " + ", ".join(self.wrong)

    def stones(self) -> list[tuple[str, str]]:
        """Color and vertex of each, Black's and White's by turns while both last."""
        size = len(self.rows)
        found: dict[str, list[tuple[str, str]]] = {"B": [], "W": []}
        for number, row in enumerate(self.rows):
            for column, character in zip(COLUMNS, row):
                if character in COLORS:
                    color = COLORS[character]
                    found[color].append((color, f"{column}{size - number}"))
        pairs = min(map(len, found.values()))
        turns = [stone for pair in zip(found["B"], found["W"]) for stone in pair]
        return turns + found["B"][pairs:] + found["W"][pairs:]


def reach(rows: list[str], start: tuple[int, int], color: str) -> tuple[set, bool]:
    """The chain at a point, and if it has a liberty."""
    chain, waiting, free = {start}, [start], False
    while waiting:
        y, x = waiting.pop()
        for point in (y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1):
            if not (0 <= point[0] < len(rows) and 0 <= point[1] < len(rows)):
                continue
            character = rows[point[0]][point[1]]
            free = free or character == "."
            if character == color and point not in chain:
                chain.add(point)
                waiting.append(point)
    return chain, free


def check_rows(rows: list[str]) -> None:
    if not 2 <= len(rows) <= 19:
        raise Failure(f"{len(rows)} rows, 2 to 19 are possible")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise Failure(f"row {number} has {len(row)} points, not {len(rows)}")
        if not set(row) <= set(".XO"):
            raise Failure(f"row {number} has other characters than . X O")
    done: set = set()
    for y, row in enumerate(rows):
        for x, color in enumerate(row):
            if color != "." and (y, x) not in done:
                chain, free = reach(rows, (y, x), color)
                if not free:
                    raise Failure(f"the chain at {COLUMNS[x]}{len(rows) - y} has no "
                                  "liberty")
                done |= chain


def read_vertex(text: str, size: int) -> str:
    """A vertex in upper case. Raises Failure."""
    vertex = text.upper()
    match = VERTEX.fullmatch(vertex)
    if match and (not match[1] or COLUMNS.index(match[1]) < size
                  and int(match[2]) <= size):
        return vertex
    raise Failure(f"{text!r} is no vertex of a board of size {size}")


def read_moves(text: str, size: int) -> list[tuple[str, str]]:
    words = text.split()
    if len(words) % 2 or not set(words[::2]) <= {"B", "W"}:
        raise Failure(f"moves: {text!r} is not like 'B C3 W pass'")
    return [(color, read_vertex(vertex, size))
            for color, vertex in zip(words[::2], words[1::2])]


def check_answer(position: Position) -> None:
    """Right or wrong moves must be given, once, on points that are empty."""
    if bool(position.right) == bool(position.wrong):
        raise Failure("needs either right or wrong moves")
    answer = position.right or position.wrong
    if len(set(answer)) < len(answer):
        raise Failure("has a move twice in its answer")
    taken = {vertex for _, vertex in position.stones()} if not position.moves else set()
    for vertex in answer:
        if vertex in taken:
            raise Failure(f"there is a stone at {vertex}")


def read_position(fields: dict[str, str], rows: list[str], theme: str) -> Position:
    for key in NEEDED:
        if not fields.get(key):
            raise Failure(f"no {key}")
    check_rows(rows)
    if not re.fullmatch(r"[a-z0-9-]+", fields["name"]):
        raise Failure(f"name: {fields['name']!r} is not of a-z, 0-9 and -")
    if not re.fullmatch(r"-?\d+(\.5)?", fields["komi"]):
        raise Failure(f"komi: {fields['komi']!r} is no whole or half number")
    if fields["play"] not in ("B", "W"):
        raise Failure(f"play: {fields['play']!r} is neither B nor W")
    size = len(rows)
    right, wrong = ([read_vertex(word, size) for word in fields.get(key, "").split()]
                    for key in ("right", "wrong"))
    position = Position(fields["name"], theme, rows, fields["komi"], fields["play"],
                        read_moves(fields.get("moves", ""), size), right, wrong,
                        fields["why"], fields["checked"])
    check_answer(position)
    return position


def read_paragraph(lines: list[str], theme: str) -> Position:
    fields: dict[str, str] = {}
    rows = []
    for line in lines:
        key, colon, value = line.partition(":")
        if not colon:
            rows.append(line.replace(" ", ""))
        elif rows or key not in KEYS or key in fields:
            raise Failure(f"{line!r} is out of place")
        else:
            fields[key] = value.strip()
    return read_position(fields, rows, theme)


def read_file(path: pathlib.Path) -> list[Position]:
    """The positions of a file. Raises Failure that names file and line."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no UTF-8 text"
        raise Failure(f"{path}: {reason}") from None
    positions = []
    paragraph: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip() and not line.startswith("#"):
            paragraph.append(line.rstrip())
        elif not line.strip() and paragraph:
            try:
                positions.append(read_paragraph(paragraph, path.stem))
            except Failure as failure:
                raise Failure(f"{path}:{number - len(paragraph)}: {failure}") from None
            paragraph = []
    if not positions:
        raise Failure(f"{path}: no position")
    return positions


def read_files(files: list[pathlib.Path]) -> list[Position]:
    """All positions, in the order of the files; a folder without any is a Failure."""
    paths = files or sorted(FOLDER.glob("*.txt"))
    positions = [position for path in paths for position in read_file(path)]
    names = [position.name for position in positions]
    for name in names:
        if names.count(name) > 1:
            raise Failure(f"two positions have the name {name}")
    if not positions:
        raise Failure(f"no files in {FOLDER}")
    return positions
