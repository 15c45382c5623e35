# SPDX-License-Identifier: MIT
"""Game records in SGF: writing a game, and the first line of play of a record. The
program reads more records (src/sgf/sgf.h); here it matters that no move is left out."""

import re
import typing

import go_board

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# A sign, a name, a value, or what is none of them and left out.
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z_]\w*)(?=\s*\[)|\[((?:[^\]\\]|\\.)*)\]|.)",
                   re.DOTALL)
BEGINNING = re.compile(r"\(\s*(?:;|[A-Z]+\s*\[)")
TURNS = ("B", "W", "AB", "AW", "AE")
# What is not UTF-8 mostly is one of these; their names are Python's.
ENCODINGS = ("latin-1", "cp932", "gb18030", "big5hkscs")


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


def property_name(spelled: str) -> str:
    """Small letters are decoration, where there are capital ones."""
    capitals = "".join(letter for letter in spelled if not letter.islower())
    return capitals if any(letter.isupper() for letter in spelled) else spelled.upper()


def read_main_line(text: str) -> list[tuple[str, list[str]]]:
    """The properties of the first line of play with moves, in their order; of a record
    that is cut off as far as it goes. Raises ValueError."""
    properties: list[tuple[str, list[str]]] = []
    beginning = BEGINNING.search(text)
    if beginning is None:
        raise ValueError("no game record")
    place, depth, turn_depth = beginning.start() + 1, 1, 0
    while match := TOKEN.match(text, place):
        mark, name, value = match.groups()
        if mark == ")":
            if turn_depth >= depth or depth == 1:
                break
            depth -= 1
        elif mark == "(":
            depth += 1
        elif name:
            properties.append((property_name(name), []))
        elif value is not None and properties:
            properties[-1][1].append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
            if properties[-1][0] in TURNS:
                turn_depth = depth
        place = match.end()
    return properties


def count_turns(text: str) -> int:
    """How many moves and set-up stones all variations have."""
    names = [match.group(2) or "" for match in TOKEN.finditer(text)]
    return sum(property_name(name) in TURNS for name in names)


def decode(record: bytes) -> str:
    """The text of a record, whatever CA says of its encoding: what is not UTF-8 or
    UTF-16 is in the encoding in which no move is swallowed by a comment."""
    if record[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return record.decode("utf-16", "replace")
    try:
        return record.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    return max((record.decode(encoding, "replace") for encoding in ENCODINGS),
               key=count_turns)


def read_moves(text: str, size: int) -> list[tuple[str, go_board.Point]]:
    """Set-up stones, each as a move, and moves. Raises ValueError."""
    moves = []
    for name, values in read_main_line(text):
        if name == "SZ" and values not in ([str(size)], [""]):
            raise ValueError(f"its board is of size {''.join(values)}, not {size}")
        if name in ("B", "W", "AB", "AW"):
            moves += [(name[-1].lower(), read_point(value, size)) for value in values]
    return moves
