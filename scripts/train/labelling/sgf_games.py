# SPDX-License-Identifier: MIT
"""Games in SGF files, such as match.py leaves behind, as records (README.md)."""

import pathlib
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "match"))

import sgf_record
from labelling.vertices import point_letters
from script import Failure

COLORS = ("b", "w")


def files_of(paths: list) -> typing.Iterator[pathlib.Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.sgf"))
        else:
            yield path


def read_game(path: pathlib.Path) -> tuple[str, list]:
    """The beginning of a record, and the moves without the passes at the end; none if
    Black and White do not take turns from the beginning. Raises Failure."""
    try:
        text = sgf_record.decode(path.read_bytes())
        properties = dict(sgf_record.read_main_line(text))
        size = int(properties.get("SZ", ["19"])[0])
        komi = float(properties.get("KM", ["0"])[0])
        moves = sgf_record.read_moves(text, size)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise Failure(f"{path}: {error}") from None
    if any(color != COLORS[turn % 2] for turn, (color, _) in enumerate(moves)):
        return "", []
    letters = [point_letters(move, size) for _, move in moves]
    while letters and letters[-1] == "tt":
        letters.pop()
    return f"{size} {komi:g} 0 ? - -", letters
