# SPDX-License-Identifier: MIT
"""Names of moves: two letters as in SGF, column and row from the upper left, `tt` for a
pass; vertices as in GTP; and indices, row by row from the upper left, the pass last."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "match"))

import go_board

LETTERS = "ABCDEFGHJKLMNOPQRST"


def vertex(move: str, size: int) -> str:
    """GTP's name of a move in two letters as in SGF."""
    if move == "tt":
        return "pass"
    return LETTERS[ord(move[0]) - 97] + str(size - (ord(move[1]) - 97))


def letters(index: int, size: int) -> str:
    """The move of an index into a policy."""
    if index == size * size:
        return "tt"
    return chr(97 + index % size) + chr(97 + index // size)


def two_letters(point: str, size: int) -> str:
    """The move of a vertex, as in SGF."""
    if point.lower() == "pass":
        return "tt"
    row = size - int(point[1:])
    return chr(97 + LETTERS.index(point[0].upper())) + chr(97 + row)


def point_letters(point: go_board.Point, size: int) -> str:
    """The move of a point of go_board, as in SGF."""
    if point is go_board.PASS:
        return "tt"
    row, column = divmod(point, size)
    return chr(97 + column) + chr(97 + size - 1 - row)
