# SPDX-License-Identifier: MIT
"""Files of positions with opinions, see README.md, and going on with one."""

import dataclasses
import os
import pathlib
import sys
import time

CHANCE_UNIT = 10000
POLICY_MIN = 5  # ten-thousandths; less likely moves are not written
REPORT_EVERY = 20  # seconds


@dataclasses.dataclass
class Opinion:
    """What is thought of a position, all as Black sees it."""

    win: float  # his chance
    lead: float  # points, komi counted
    policy: list  # (chance, move in two letters)
    owner: list  # of each point, row by row from the top: 1 his, -1 White's


def opinion_line(size: int, komi: float, handicap: int, moves: list,
                 opinion: Opinion) -> str:
    """A line of the file about the position after these moves."""
    policy = sorted(((round(CHANCE_UNIT * chance), move)
                     for chance, move in opinion.policy), reverse=True)
    owner = "".join(chr(107 + max(-10, min(10, round(10 * part))))
                    for part in opinion.owner)
    return " ".join((
        str(size), f"{komi:g}", str(handicap), "?", "-", "-", "".join(moves),
        str(round(CHANCE_UNIT * opinion.win)), str(round(2 * opinion.lead)),
        ",".join(f"{move}{chance}" for chance, move in policy if chance >= POLICY_MIN),
        owner))


class OpinionFile:
    """What is added to a file, and a report of that now and then."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        self.done = 0  # lines
        if path.exists():
            data = path.read_bytes()
            if not data.endswith(b"\n"):  # a line cut off by an interruption
                os.truncate(path, data.rfind(b"\n") + 1)
            self.done = data.count(b"\n")

    def __enter__(self) -> "OpinionFile":
        self.file = open(self.path, "a", encoding="ascii")
        self.since, self.before = time.monotonic(), self.done
        return self

    def __exit__(self, *_) -> None:
        self.file.close()

    def add(self, line: str) -> None:
        self.file.write(line + "\n")
        self.done += 1
        now = time.monotonic()
        if now - self.since > REPORT_EVERY:
            self.file.flush()
            speed = (self.done - self.before) / (now - self.since)
            print(f"{self.done} positions, {speed:.0f}/s", file=sys.stderr, flush=True)
            self.since, self.before = now, self.done
