#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A game against GNU Go, refereed: both programs must accept every move, and agree
about the result. Speaks TAP; skipped where GNU Go is missing.

usage: gnugo_game.py PONNUKI

The rules are those of CGOS, because GNU Go knows no suicide of several stones.
"""
import os
import shlex
import shutil
import subprocess
import sys

import tap

REPLY_SECONDS = 120
SIZE = 9
KOMI = "7.5"
TURNS_MAX = 4 * SIZE * SIZE
OPTIONS = ["--rules", "cgos", "--playouts", "300", "--seed", "1", "--resign", "0",
           "--memory", "16"]
GNUGO_OPTIONS = ["--mode", "gtp", "--level", "1", "--seed", "1", "--chinese-rules",
                 "--positional-superko", "--capture-all-dead", "--never-resign"]


class Failure(Exception):
    """What a program did wrong."""


class Player:
    """A program that speaks GTP."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)

    def ask(self, command):
        """The reply to a command; Failure if it is an error, or no reply at all."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Failure(f"{self.name} ended before `{command}`") from error
        lines = []
        try:
            tap.call(lambda: self.read(lines), REPLY_SECONDS)
        except tap.Hung as hung:
            raise Failure(f"{self.name} is asked `{command}`: {hung}") from hung
        reply = "\n".join(lines)
        if not reply.startswith("="):
            raise Failure(f"{self.name} answers `{command}` by `{reply}`")
        return reply[1:].strip()

    def read(self, lines):
        """Adds the lines of a reply."""
        while line := self.process.stdout.readline():
            if line.strip() == "" and lines:
                break
            lines.append(line.rstrip("\n"))

    def end(self):
        """Ends the program and returns its exit status."""
        try:
            self.ask("quit")
            self.process.stdin.close()
            return self.process.wait(timeout=10)
        except (Failure, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            return self.process.wait()


def find_gnugo():
    """The path of GNU Go, or None; Debian does not have games on everybody's path."""
    return shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games")


def play(players):
    """Plays a game, the first player being Black. Returns the moves."""
    moves = []
    for player in players:
        player.ask(f"boardsize {SIZE}")
        player.ask("clear_board")
        player.ask(f"komi {KOMI}")
    while moves[-2:] != ["pass", "pass"]:
        if len(moves) == TURNS_MAX:
            raise Failure(f"no end after {TURNS_MAX} turns: {' '.join(moves)}")
        turn = len(moves) % 2
        color = ("black", "white")[turn]
        move = players[turn].ask(f"genmove {color}").lower()
        if move == "resign":
            raise Failure(f"{players[turn].name} resigns")
        players[1 - turn].ask(f"play {color} {move}")
        moves.append(move)
    return moves


def reached(start, points):
    """The points that are reached from one of them within the set."""
    found, waiting = set(), [start]
    while waiting:
        x, y = waiting.pop()
        if (x, y) in points and (x, y) not in found:
            found.add((x, y))
            waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


def count(black, white):
    """The result as GTP writes it, all stones being alive."""
    stones = {"B": set(), "W": set()}
    for color, vertices in ("B", black), ("W", white):
        for vertex in vertices:
            stones[color].add(("ABCDEFGHJKLMNOPQRST".index(vertex[0]), int(vertex[1:])))
    empty = {(x, y) for x in range(SIZE) for y in range(1, SIZE + 1)}
    empty -= stones["B"] | stones["W"]
    areas = {}
    for color, own in stones.items():
        beside = set()
        for x, y in own:
            for point in (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1):
                beside |= reached(point, empty) if point not in beside else set()
        areas[color] = beside
    lead = (len(stones["B"]) + len(areas["B"] - areas["W"]) -
            len(stones["W"]) - len(areas["W"] - areas["B"]) - float(KOMI))
    return f"B+{lead}" if lead > 0 else f"W+{-lead}"


def compare(ours, gnugo):
    """What both say about the final position; Failure if they disagree."""
    boards = []
    for player in ours, gnugo:
        boards.append([sorted(player.ask(f"list_stones {color}").upper().split())
                       for color in ("black", "white")])
    if boards[0] != boards[1]:
        raise Failure(f"the stones are {boards[0]} and {boards[1]}")
    scores = [count(*boards[0]), ours.ask("final_score")]
    # GNU Go does not count stones that it believes to be dead, whatever its options.
    if gnugo.ask("final_status_list dead") == "":
        scores.append(gnugo.ask("final_score"))
    if len(set(scores)) > 1:
        raise Failure(f"the scores are {', '.join(scores)}")
    return f"{scores[0]} by {len(scores)} counts"


def referee(ours, gnugo):
    """Plays a game each way round; returns True if nothing went wrong."""
    passed = True
    for number in 1, 2:
        pair = (Player("ponnuki", ours + OPTIONS),
                Player("gnugo", [gnugo] + GNUGO_OPTIONS))
        players = pair if number == 1 else pair[::-1]
        name = f"{players[0].name} as Black against {players[1].name}"
        try:
            moves = play(players)
            print(f"ok {number} - {name}: {compare(*pair)}, {len(moves)} turns")
        except Failure as failure:
            print(f"not ok {number} - {name}\n# {failure}")
            passed = False
        statuses = [player.end() for player in players]
        if any(statuses):
            print(f"# exit statuses {statuses}")
            passed = False
    return passed


def main(path):
    gnugo = find_gnugo()
    if gnugo is None:
        print("1..0 # SKIP GNU Go is not installed")
        return 0
    ours = shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")) + [path]
    tap.skip_without_wine(ours)
    print("1..2")
    return 0 if referee(ours, gnugo) else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
