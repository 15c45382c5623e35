# SPDX-License-Identifier: MIT
"""Game records in SGF: writing a game, and the first line of play of a record."""

import re
import typing

import go_board

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)


def write_point(point: go_board.Point, size: int) -> str:
    if point is go_board.PASS:
        return ""
    return LETTERS[point % size] + LETTERS[size - 1 - point // size]


def read_point(text: str, size: int) -> go_board.Point:
    """Raises ValueError for what is no point of the board."""
    if text == "" or (text == "tt" and size <= 19):
        return go_board.PASS
    if len(text) != 2 or not all(letter in LETTERS[:size] for letter in text):
        raise ValueError(f"[{text}] is no point of a board of size {size}")
    column, row = map(LETTERS.index, text)
    return (size - 1 - row) * size + column


def escape(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def write_game(moves: list[tuple[str, go_board.Point]], size: int,
               properties: dict[str, str],
               handicap: typing.Sequence[go_board.Point] = ()) -> str:
    """A record with these root properties, which are escaped here, and Black's stones
    of a handicap."""
    head = "".join(f"{name}[{escape(value)}]" for name, value in properties.items())
    if handicap:
        head += "AB" + "".join(f"[{write_point(point, size)}]" for point in handicap)
    lines, line = [f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]{head}"], ""
    for color, point in moves:
        line += f";{color.upper()}[{write_point(point, size)}]"
        if len(line) > 70:
            lines.append(line)
            line = ""
    return "\n".join([*lines, line + ")"]) + "\n"


def read_main_line(text: str) -> list[tuple[str, list[str]]]:
    """The properties of the first line of play, in their order."""
    properties: list[tuple[str, list[str]]] = []
    place = text.find("(;")
    if place < 0:
        raise ValueError("no game record")
    while match := TOKEN.match(text, place):
        mark, name, value = match.groups()
        if mark == ")":
            break
        if name:
            capitals = "".join(letter for letter in name if letter.isupper())
            properties.append((capitals, []))
        elif value is not None and properties:
            properties[-1][1].append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
        place = match.end()
    return properties


def read_moves(text: str, size: int) -> list[tuple[str, go_board.Point]]:
    """Set-up stones, each as a move, and moves. Raises ValueError."""
    moves = []
    for name, values in read_main_line(text):
        if name == "SZ" and values != [str(size)]:
            raise ValueError(f"its board is of size {''.join(values)}, not {size}")
        if name in ("B", "W", "AB", "AW"):
            moves += [(name[-1].lower(), read_point(value, size)) for value in values]
    return moves
