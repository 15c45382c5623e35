# SPDX-License-Identifier: MIT
"""Positions for a teacher, as the program `samples --teacher` writes them."""

import dataclasses
import typing

import numpy

from network import batches
from katago import katago_inputs
from network import model


@dataclasses.dataclass
class Questions:
    """Positions of one board size: what is to be learnt from, and what the teacher is
    shown of each."""

    size: int
    samples: numpy.ndarray  # of batches.sample_type
    shown: numpy.ndarray  # of katago_inputs.position_type; of length 0: not for a teacher
    # int64: positions after different moves of the same position have the same number. -1:
    # there is no other.
    family: typing.Optional[numpy.ndarray] = None  # not given: all are alone

    def __post_init__(self) -> None:
        if self.family is None:
            self.family = numpy.full(len(self.samples), -1)

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, part: typing.Any) -> "Questions":
        return Questions(self.size, self.samples[part], self.shown[part],
                         self.family[part])


def read_exactly(stream: typing.BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise ValueError("the stream of samples ends within a batch")
    return data


def read_questions(stream: typing.BinaryIO) -> typing.Optional[Questions]:
    """The next batch, or None at the end; it may be one of samples for no teacher, too.
    Errors: ValueError if it is none of ours."""
    head = stream.read(batches.HEAD_BYTES)
    if not head:
        return None
    if len(head) < batches.HEAD_BYTES or head[:4] != batches.MAGIC:
        raise ValueError("this is not a stream of training samples")
    size, count, length, planes, shown = numpy.frombuffer(head[4:14], "<u2").tolist()
    kind, shown_kind = batches.sample_type(size), katago_inputs.position_type(size)
    if ((length, planes) != (kind.itemsize, model.PLANES) or
            shown not in (0, shown_kind.itemsize)):
        raise ValueError("the samples have another format; build `samples` again")
    samples = numpy.frombuffer(read_exactly(stream, count * length), kind)
    return Questions(size, samples, numpy.frombuffer(read_exactly(stream, count * shown),
                                                     shown_kind))
