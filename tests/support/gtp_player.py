#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A GTP engine that does as it is told, for the tests of the measuring tools.

usage: gtp_player.py [--score RESULT] [--stones VERTICES] [--refuse COMMAND]
                     [--log FILE] [--set strength=N] [--seed N] [--leak WHAT] [WORD...]

Every genmove takes the next WORD, from the first one in each game, and `pass` when
there are none: a vertex, pass or resign is answered; `random` is a random legal move by
the rules of Tromp and Taylor, the same ones for the same seed; crash ends with status 7;
junk is no answer of GTP; hang is no answer; a number is a pause of so many seconds before
the next word. A last word `...` repeats the one before for ever. With a strength below
10 it resigns. VERTICES are what it answers fixed_handicap by. WHAT is kept for good with
each new game: a file, or a MiB of memory.
"""
import argparse
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "match"))
import go_board  # noqa: E402

COLORS = {"black": "b", "white": "w"}


class Player:
    """The state of the engine."""

    def __init__(self, options):
        self.options = options
        self.words = options.words
        self.random = random.Random(options.seed)
        self.kept = []
        self.clear(19)

    def clear(self, size):
        self.size = size
        self.board = go_board.Board(size, go_board.RULES["tromp-taylor"])
        self.turn = 0

    def leak(self):
        if self.options.leak == "memory":
            self.kept.append(bytearray(b"x" * (1 << 20)))
        elif self.options.leak == "file":
            self.kept.append(open(__file__, "rb"))

    def next_word(self):
        if self.turn >= len(self.words):
            return "pass"
        word = self.words[self.turn]
        if word == "...":
            return self.words[self.turn - 1]
        self.turn += 1
        return word

    def genmove(self, color):
        word = self.next_word()
        if word == "crash":
            print("out of luck", file=sys.stderr)
            sys.exit(7)
        while word == "hang":
            time.sleep(1)
        if word.replace(".", "").isdecimal():
            time.sleep(float(word))
            word = self.next_word()
        if word == "random":
            point = self.board.random_move(color, self.random)
            word = go_board.write_vertex(point, self.size)
        if self.options.strength < 10:
            word = "resign"
        return word

    def play(self, color, vertex):
        """Any move onto an empty point; only `random` needs the true position."""
        self.board.play(color, go_board.read_vertex(vertex, self.size))

    def answer(self, command, *arguments):
        if command == self.options.refuse:
            return "? refused"
        if command == "boardsize":
            self.clear(int(arguments[0]))
        elif command == "clear_board":
            self.leak()
            self.clear(self.size)
        elif command == "final_score":
            return f"= {self.options.score}"
        elif command == "fixed_handicap":
            return f"= {self.options.stones}"
        elif command == "play":
            self.play(COLORS[arguments[0]], arguments[1])
        elif command == "genmove":
            word = self.genmove(COLORS[arguments[0]])
            if word == "junk":
                return "junk"
            if word.lower() != "resign":
                try:
                    self.play(COLORS[arguments[0]], word)
                except ValueError:
                    pass  # a nonsense word, which is meant
            return f"= {word}"
        return "= "


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--score", default="?")
    parser.add_argument("--stones", default="")
    parser.add_argument("--refuse")
    parser.add_argument("--log")
    parser.add_argument("--set", default="strength=10", dest="setting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leak", choices=["file", "memory"])
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    options.strength = float(options.setting.partition("=")[2])
    player = Player(options)
    for line in sys.stdin:
        if options.log:
            with open(options.log, "a", encoding="utf-8") as file:
                file.write(line)
        print(player.answer(*line.split()) + "\n", flush=True)
        if line.strip() == "quit":
            break


if __name__ == "__main__":
    main()
