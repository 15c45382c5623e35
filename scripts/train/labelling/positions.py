# SPDX-License-Identifier: MIT
"""Positions with opinions, for tools that ask engines about them."""

import pathlib
import random
import typing

from gtp_engine import Engine, EngineError
from script import Failure
from labelling.vertices import vertex


def read_positions(paths: list, count: int, seed: int,
                   wanted: typing.Callable = lambda fields: True) -> list:
    """The fields of so many lines of each file, drawn by lot among those that are wanted;
    0: of all. Raises Failure."""
    lines: list = []
    for path in paths:
        try:
            found = [line.split() for line in
                     pathlib.Path(path).read_text(encoding="ascii").splitlines()]
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}") from None
        if any(len(fields) != 11 for fields in found):
            raise Failure(f"{path} holds no positions with opinions")
        found = list(filter(wanted, found))
        if 0 < count < len(found):
            found = random.Random(seed).sample(found, count)
        lines += found
    return lines


def color_of(turn: int, handicap: int) -> str:
    """Who makes the move of a turn, 0 the first; the stones of a handicap are turns."""
    if turn < handicap:
        return "b"
    return "bw"[(turn - handicap + (handicap > 0)) % 2]


def set_up(engine: Engine, fields: list) -> str:
    """Shows the engine the position; returns who is to move. Raises EngineError."""
    size, handicap, moves = int(fields[0]), int(fields[2]), fields[6]
    turns = len(moves) // 2
    for command in (f"boardsize {size}", "clear_board", f"komi {fields[1]}"):
        engine.ask(command)
    for turn in range(turns):
        point = vertex(moves[2 * turn:2 * turn + 2], size)
        engine.ask(f"play {color_of(turn, handicap)} {point}")
    return color_of(turns, handicap)


def set_up_if_legal(engine: Engine, fields: list) -> typing.Optional[str]:
    """The same; None if the engine refuses a move: records have other rules of ko. Raises
    EngineError."""
    try:
        return set_up(engine, fields)
    except EngineError as error:
        if error.kind != "refusal":
            raise
        return None
