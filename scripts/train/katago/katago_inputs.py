# SPDX-License-Identifier: MIT
"""What KataGo's networks see of positions: reads what the program katago_inputs writes.

    ninja -C build scripts/train/katago_inputs

A position is a line of a file of records (README.md), of which its end counts, or some
turns: `@0,12,40 19 7.5 0 ? - - ddpp...` are three positions, after that many moves. An
unknown komi is taken for 7.5.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import subprocess
import typing

import numpy

from katago import katago_file

HEAD_BYTES = 16
BLACK, NO_RESULT, LEFT_OUT = 1, 2, 4  # flags of a position
PROGRAM = pathlib.Path(__file__).resolve().parents[3] / "build/scripts/train/katago_inputs"


@dataclasses.dataclass
class Inputs:
    """Positions of one board size. Points are in KataGo's order: row by row from the top,
    A19 first, the pass last. Those of `samples` begin at the bottom (sample.h)."""

    size: int
    planes: numpy.ndarray  # uint8, N x 22 x size x size, 0 or 1
    numbers: numpy.ndarray  # float32, N x 19
    legal: numpy.ndarray  # bool, N x (size * size + 1)
    black: numpy.ndarray  # bool, N: Black is to move
    no_result: numpy.ndarray  # bool, N: the game may end without a result
    rows: numpy.ndarray  # int64, N: which of the positions that were asked for, from 0

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, part: slice) -> "Inputs":
        return Inputs(self.size, *(getattr(self, field.name)[part]
                                   for field in dataclasses.fields(self)[1:]))


def position_type(size: int) -> numpy.dtype:
    """The layout of a packed position."""
    bits = (katago_file.PLANES + 1) * size * size
    return numpy.dtype([("numbers", "<f4", (katago_file.GLOBALS,)), ("flags", "u1"),
                        ("sets", "u1", ((bits + 7) // 8,))])


def unpack(data: bytes) -> Inputs:
    """What the program wrote. Raises ValueError if it is none of ours."""
    size, length, planes = numpy.frombuffer(data[4:10], "<u2").tolist() or (0, 0, 0)
    kind = position_type(size)
    if (data[:4] != b"PNKG" or length != kind.itemsize or planes != katago_file.PLANES or
            (len(data) - HEAD_BYTES) % length != 0):
        raise ValueError("this is not what katago_inputs writes; build it again")
    packed = numpy.frombuffer(data, kind, offset=HEAD_BYTES)
    rows = numpy.flatnonzero(packed["flags"] & LEFT_OUT == 0)
    packed = packed[rows]
    count, area = len(packed), size * size
    bits = numpy.unpackbits(packed["sets"], axis=1, bitorder="little",
                            count=(planes + 1) * area)
    legal = numpy.ones((count, area + 1), dtype=bool)
    legal[:, :area] = bits[:, planes * area:]
    return Inputs(
        size, bits[:, :planes * area].reshape(count, planes, size, size),
        packed["numbers"].astype(numpy.float32), legal, packed["flags"] & BLACK != 0,
        packed["flags"] & NO_RESULT != 0, rows)


def joined(parts: typing.List[Inputs]) -> Inputs:
    return Inputs(parts[0].size, *(
        numpy.concatenate([getattr(part, field.name) for part in parts])
        for field in dataclasses.fields(Inputs)[1:]))


def turns_of(line: str) -> int:
    """How many positions a line stands for."""
    return line.split(" ", 1)[0].count(",") + 1 if line.startswith("@") else 1


class Converter:
    """Makes inputs of lines. `rules` are KataGo's names of rules, such as tromp-taylor,
    chinese or japanese. `root` shows positions as KataGo's analysis engine shows the root
    of a search: without the last moves, and so that a pass does not end the game.
    `pass_alive_suicide` is what the header of a network says. Several processes at once
    work on many lines, as many as there are processors unless told."""

    def __init__(self, program: typing.Union[str, pathlib.Path] = PROGRAM,
                 rules: str = "tromp-taylor", root: bool = False,
                 pass_alive_suicide: bool = False, processes: int = 0):
        self.command = [str(program), "--rules", rules]
        self.command += ["--root"] * root + ["--pass-alive-suicide"] * pass_alive_suicide
        self.processes = processes or len(os.sched_getaffinity(0))
        self.pool = concurrent.futures.ThreadPoolExecutor(self.processes)

    def _run(self, size: int, lines: list) -> Inputs:
        done = subprocess.run([*self.command, str(size)], capture_output=True, check=False,
                              input=("\n".join(lines) + "\n").encode("ascii"))
        if done.returncode != 0:
            raise ValueError("katago_inputs failed: " +
                             done.stderr.decode("ascii", "replace").strip()[:200])
        return unpack(done.stdout)

    def convert(self, size: int, lines: list) -> Inputs:
        """The positions of lines of that board size. Those that do not exist are left out;
        `rows` tells which are there. Raises ValueError, OSError."""
        parts = min(self.processes, max(1, len(lines)))
        bounds = [len(lines) * i // parts for i in range(parts + 1)]
        pieces = [lines[a:b] for a, b in zip(bounds, bounds[1:])]
        found = list(self.pool.map(lambda piece: self._run(size, piece), pieces))
        before = 0
        for piece, inputs in zip(pieces, found):
            inputs.rows += before
            before += sum(map(turns_of, piece))
        return joined(found)
