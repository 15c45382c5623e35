#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Labels the positions of games that the engine plays against a stronger program.

usage: sparring.py --out FILE --positions N [OPTIONS] 'TEACHER COMMAND' 'ENGINE COMMAND'

The teacher speaks the JSON protocol of KataGo's analysis engine, as for label.py. The
engine speaks GTP. It must not resign: 'build/ponnuki --rules cgos --resign 0 --playouts
25'. The teacher is asked about each position, for one visit. Moves of the opening and
those of its own side are drawn from its policy. The engine plays the others. In some
games, for variety, it does not search: Ponnuki tells its network's policy, and its moves
are drawn from that. FILE gets labelled positions, one a line, as README.md here says; a
run that finds some adds the rest, in other games.

Where a program errs against its own kind it is not punished. Here it comes to the
positions that its errors lead to.

  --size N        19
  --games N       so many at once, each with an engine of its own, 12
  --opening N     moves at most that the teacher plays for both, 24
  --first N       positions before that move are mostly left out, 30
  --drawn X       part of the games in which the engine's moves are drawn, 0
  --own X         part of these games that it plays alone, in stretches, 0. No position
                  of these is labelled, so labels are of more games
  --seed N        1
"""

import argparse
import pathlib
import random
import shlex
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from gtp_engine import Engine, EngineError
from label import FAIR_KOMI, TO_THE_END, Walk, draw, label
from labelling.opinions import OpinionFile
from raw_network import read_chances
from script import Failure, Parser, run_script
from labelling.teacher import Teacher
from labelling.vertices import letters, two_letters, vertex

SECONDS = 600  # for an answer of the engine
OPENING_MIN = 4
EARLY_TAKEN = 0.1  # part of the positions before --first that are taken
FAIR_CHANCE = 0.5  # of a game that the teacher was not asked about
SYMMETRIES = 8
STRETCH = 16  # moves
TEMPERATURES = (0.3, 0.5, 0.8)  # after the opening, by lot for each game


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("teacher")
    parser.add_argument("engine")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--positions", type=int, required=True)
    for name, default in (("size", 19), ("games", 12), ("opening", 24), ("first", 30),
                          ("seed", 1)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--drawn", type=float, default=0)
    parser.add_argument("--own", type=float, default=0)
    return parser.parse_args()


class Bout:
    """One game after the other with one engine."""

    def __init__(self, name: str, options: argparse.Namespace, rng: random.Random):
        self.name, self.options, self.rng = name, options, rng
        self.engine = Engine("the engine", shlex.split(options.engine),
                             pathlib.Path("/dev/null"), SECONDS)
        self.engine.start()
        self.begin()

    def begin(self) -> None:
        """A new game. Raises EngineError."""
        rng = self.rng
        for command in (f"boardsize {self.options.size}", "clear_board",
                        f"komi {FAIR_KOMI}"):
            self.engine.ask(command)
        self.walk = Walk(size=self.options.size, komi=FAIR_KOMI, handicap=0, moves=[],
                         turns=[], play_on=True, temperature=rng.choice(TEMPERATURES),
                         to_the_end=rng.random() < TO_THE_END)
        self.teachers_turn = rng.randrange(2)  # of two
        self.opening = rng.randint(OPENING_MIN, max(OPENING_MIN, self.options.opening))
        self.is_drawn = rng.random() < self.options.drawn
        self.is_own = False

    def query(self) -> dict:
        return self.walk.query(self.name, 1)

    def is_taken(self) -> bool:
        turn = len(self.walk.moves)
        return turn > 0 and (turn >= self.options.first or
                             self.rng.random() < EARLY_TAKEN)

    def move(self, policy: list) -> str:
        """The next move, in two letters, which the engine has played. Raises EngineError:
        it refuses what the teacher plays."""
        walk, turn = self.walk, len(self.walk.moves)
        color = "bw"[turn % 2]
        is_opening = turn < self.opening
        if not is_opening and (self.is_own or turn % 2 != self.teachers_turn):
            if not self.is_drawn:
                reply = self.engine.ask(f"genmove {color}")
                if reply.lower() == "resign":
                    raise Failure("the engine resigns, and is to play on")
                return two_letters(reply, walk.size)
            policy = read_chances(self.engine.ask(
                f"kata-raw-nn {self.rng.randrange(SYMMETRIES)}"))
        temperature = 1 if is_opening else walk.temperature
        move = letters(draw(policy, temperature, self.rng), walk.size)
        self.engine.ask(f"play {color} {vertex(move, walk.size)}")
        return move

    def play(self, policy: list, chance: float) -> bool:
        """Plays the next move, by this policy if it is the teacher's; `chance` was
        Black's before it. False: the game has ended. Raises EngineError."""
        try:
            move = self.move(policy)
        except EngineError as error:
            # Of what the teacher plays: suicide, which his rules allow.
            if error.kind != "refusal":
                raise
            return False
        return self.walk.play(move, chance)

    def go_on(self, answer: dict) -> None:
        """Plays up to the next position to ask about, in a new game when this one has
        ended. Raises EngineError."""
        goes_on = self.play(answer["policy"], answer["rootInfo"]["winrate"])
        while goes_on:
            turn = len(self.walk.moves)
            if turn % STRETCH == 0:
                self.is_own = (self.is_drawn and turn >= self.opening and
                               self.rng.random() < self.options.own)
            if not self.is_own:
                return
            goes_on = self.play([], FAIR_CHANCE)
        self.begin()


def spar(options: argparse.Namespace, out: OpinionFile) -> None:
    """Adds positions. Raises EngineError and ValueError."""
    rng = random.Random(options.seed * 1000003 + out.done)
    teacher = Teacher(options.teacher)
    bouts: dict = {}
    try:
        for number in range(options.games):
            bout = bouts[str(number)] = Bout(str(number), options, rng)
            teacher.ask(bout.query())
        while out.done < options.positions:
            answer = teacher.answer()
            bout = bouts.get(answer.get("id", ""))
            if bout is None or "error" in answer:
                raise ValueError(f"the teacher says {answer}")
            if bout.is_taken():
                out.add(label(bout.walk, answer))
            bout.go_on(answer)
            teacher.ask(bout.query())
    finally:
        teacher.end()
        for bout in bouts.values():
            bout.engine.end()


def main() -> None:
    options = arguments()
    out = OpinionFile(options.out)
    try:
        with out:
            spar(options, out)
    except (EngineError, ValueError) as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
