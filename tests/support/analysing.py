# SPDX-License-Identifier: MIT
"""Analyses as they come, line by line, and as clients read them."""

import re
import time

from dialogue import TIMEOUT, Dialogue, equal
from tap import true

VERTEX = r"(?:[A-HJ-T](?:1[0-9]|[1-9])|pass)"


class Analysing(Dialogue):
    """A program that is read line by line."""

    def __init__(self, *options):
        super().__init__(*options)
        self.unread = b""

    def line(self):
        """The next line, without its end. Waits for it."""
        started = time.monotonic()
        while b"\n" not in self.unread:
            true(time.monotonic() - started < TIMEOUT, "no line: %r" % self.unread)
            got = self.written()
            # A line of a small board is written at once, and never a part of one.
            true(not got or got.endswith(b"\n"), got)
            self.unread += got
            time.sleep(0.001)
        line, self.unread = self.unread.split(b"\n", 1)
        return line.decode()

    def lines(self, count):
        return [self.line() for _ in range(count)]

    def ask(self, text):
        """The reply to a command, line by line, without the empty one at its end."""
        self.send(text.encode() + b"\n")
        lines = [self.line()]
        while lines[-1] != "":
            lines.append(self.line())
        return lines[:-1]

    def begin(self, command, size="9"):
        """Begins an analysis on an empty board."""
        self.ask("boardsize " + size)
        self.send(command.encode() + b"\n")
        equal(self.line(), "= ")

    def end_analysis(self, sent=b"\n"):
        """The lines that come after it was sent, until the empty one."""
        self.send(sent)
        lines = []
        while not lines or lines[-1] != "":
            lines.append(self.line())
        return lines[:-1]


def sabaki(line, has_fractions):
    """A line as Sabaki reads it: a list of moves, each a dictionary."""
    true(line.startswith("info "), line)
    moves = []
    for part in re.split(r"\s*info\s+", line)[1:]:
        match = re.search(r"(?:\s|^)pv((?:\s+(?:[A-Za-z]\d+|pass))+)$", part)
        if match is None:
            continue
        words = part[:match.start()].split()
        equal(len(words) % 2, 0)
        move = dict(zip(words[::2], words[1::2]))
        equal("." in move["winrate"], has_fractions)
        rate = float(move["winrate"]) * (100 if has_fractions else 0.01)
        true(0 <= rate <= 100, line)
        move["winrate"] = rate
        move["pv"] = match.group(1).split()
        moves.append(move)
    return moves


def check_moves(line, moves):
    true("  " not in line and line == line.strip(), repr(line))
    equal(len(moves), line.count("info move"))
    for order, move in enumerate(moves):
        equal(move["order"], str(order))
        equal(move["pv"][0], move["move"])
        true(re.fullmatch(VERTEX, move["move"]), line)
        if order > 0:
            true(int(move["visits"]) >= 2, "a move that was only tried: " + line)
        if order > 1:  # the first one may be another than the most visited
            true(int(move["visits"]) <= int(moves[order - 1]["visits"]), line)
    equal(len({move["move"] for move in moves}), len(moves))


def numbers_after(line, word, count):
    words = line.split(" ")
    first = words.index(word) + 1
    return [float(word) for word in words[first:first + count]]
