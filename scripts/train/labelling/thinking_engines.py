# SPDX-License-Identifier: MIT
"""The teacher of make_labels.py if Ponnuki computes its network."""

import argparse
import math
import typing

from labelling.engine_teacher import Answer, Engines, Setting
from labelling.label_sources import Position
from labelling.thoughts import Thoughts, thoughts_of


def legal(policy: list) -> list:
    """With 0 where a move is not legal."""
    return [0.0 if math.isnan(chance) else chance for chance in policy]


def thoughts(answer: Answer) -> Thoughts:
    # The network tells the error of win - loss, which is twice that of the chance.
    errors = ([answer.deviation, answer.win_error / 2, answer.score_error]
              if answer.win_error is not None else [math.nan] * 3)
    return thoughts_of([answer.win, answer.lead, *errors], legal(answer.policy),
                       legal(answer.optimistic), answer.owner)


class ThinkingEngines:
    """Answers come in any order. Raises ValueError."""

    def __init__(self, options: argparse.Namespace):
        self.engines = Engines(Setting(
            network=options.teacher, command=options.ponnuki, precision=options.precision,
            history=True, mirror=options.mirror, processes=options.threads))
        self.asked: dict = {}  # positions without an answer, by number
        self.number = 0

    def wants_more(self) -> bool:
        return len(self.asked) < self.engines.wanted

    def ask(self, position: Position) -> None:
        self.number += 1
        self.asked[self.number] = position
        self.engines.ask(self.number, position.record())

    def answer(self) -> typing.Optional[typing.Tuple[Position, Thoughts]]:
        """About one of those that were asked for; None: they all have been answered. What
        cannot be played is left out."""
        while self.asked:
            number, answer = self.engines.answer()
            position = self.asked.pop(number)
            if answer is not None:
                return position, thoughts(answer)
        return None

    def end(self) -> None:
        self.engines.end()
