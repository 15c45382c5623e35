# SPDX-License-Identifier: MIT
"""The teacher of make_labels.py if PyTorch computes its network."""

import argparse
import collections
import typing

import numpy
import torch

from katago import katago_teacher
from labelling.label_sources import Position
from labelling.thoughts import Thoughts, thoughts_of


def mirrored(array: numpy.ndarray) -> numpy.ndarray:
    """Points, the last dimension, with columns in the other order; a pass stays."""
    size = int(array.shape[-1] ** 0.5)
    points = array[..., :size * size].reshape(*array.shape[:-1], size, size)
    turned = points[..., ::-1].reshape(*array.shape[:-1], size * size)
    return numpy.concatenate([turned, array[..., size * size:]], axis=-1)


def thoughts(answer: dict, black: bool) -> Thoughts:
    sign = 1 if black else -1
    policies = katago_teacher.probabilities(answer["policy"])
    # The network tells the error of win - loss, which is twice that of the chance.
    errors = ([answer["score_stdev"], answer["win_error"] / 2, answer["score_error"]]
              if "win_error" in answer else [numpy.nan] * 3)
    return thoughts_of(
        [answer["win" if black else "loss"], sign * answer["lead"], *errors],
        policies[0].tolist(), policies[1].tolist() if len(policies) > 1 else [],
        (sign * answer["ownership"]).tolist())


class ThinkingNetwork:
    """It is asked about batches of one board size."""

    def __init__(self, options: argparse.Namespace):
        torch.set_num_threads(options.threads)
        precision = options.precision or katago_teacher.fast_precision()
        self.teacher = katago_teacher.load(options.teacher, precision=precision)
        self.converter = self.teacher.converter(options.programs / "katago_inputs",
                                                processes=options.threads)
        self.mirror, self.batch = options.mirror, options.batch
        self.waiting: dict = collections.defaultdict(list)  # positions, by board size
        self.answers: collections.deque = collections.deque()

    def _fullest(self) -> list:
        """The positions of the size of which most wait."""
        return max(self.waiting.values(), key=len, default=[])

    def wants_more(self) -> bool:
        return not self.answers and len(self._fullest()) < self.batch

    def ask(self, position: Position) -> None:
        self.waiting[position.size].append(position)

    def answer(self) -> typing.Optional[typing.Tuple[Position, Thoughts]]:
        """About one of those that were asked for; None: they all have been answered. What
        cannot be played is left out."""
        while not self.answers and self._fullest():
            positions = self._fullest()[:self.batch]
            del self._fullest()[:self.batch]
            self.answers.extend(self._compute(positions))
        return self.answers.popleft() if self.answers else None

    def _compute(self, positions: list) -> typing.Iterator[typing.Tuple]:
        inputs = self.converter.convert(positions[0].size,
                                        [each.record() for each in positions])
        if self.mirror:
            inputs.planes = numpy.ascontiguousarray(inputs.planes[..., ::-1])
            inputs.legal = mirrored(inputs.legal)
        found = self.teacher.evaluate(inputs, len(inputs))
        if self.mirror:
            found["policy"] = mirrored(found["policy"])
            found["ownership"] = mirrored(found["ownership"])
        for index, row in enumerate(inputs.rows):
            answer = {name: values[index] for name, values in found.items()}
            yield positions[row], thoughts(answer, bool(inputs.black[index]))

    def end(self) -> None:
        """Nothing is left to do."""
