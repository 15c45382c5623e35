# SPDX-License-Identifier: MIT
"""Labelled positions on the device that trains: made of a teacher's answers or of stored
labels, kept to be used several times, turned as the board can be turned.

Points are in the order of the samples, row by row from the bottom, the pass last;
everything is as the player to move sees it.
"""

import dataclasses
import typing

import numpy
import torch

from network import batches
from katago import katago_file
from network import model
from katago.katago_teacher import Teacher
from labelling.questions import Questions

FORBIDDEN_PLANES = (1, 2, 14)  # stones, and what ko or superko forbid
SYMMETRIES = 8


@dataclasses.dataclass
class Labels:
    """Positions of one board size."""

    size: int
    planes: torch.Tensor  # uint8, N x bytes: a bit for each of model.PLANES * points
    numbers: torch.Tensor  # float32, N x 4
    policy: torch.Tensor  # float16, N x 2 x (points + 1), logarithms of chances, the
    # second of the optimistic policy; -inf where not legal
    rest: torch.Tensor  # float16, N x 2: what those moves have in `policy` of which a
    # label only knows their sum; nan if there are none
    owner: torch.Tensor  # float16, N x points: chance that the point will be the player's
    values: torch.Tensor  # float32, N x 4: as model.VALUES, the first one a chance
    known: torch.Tensor  # bool, N x 2: the optimistic policy; the errors
    family: torch.Tensor  # int64, N: as Questions.family

    def __len__(self) -> int:
        return len(self.numbers)

    def tensors(self) -> dict:
        return {field.name: getattr(self, field.name)
                for field in dataclasses.fields(self)[1:]}

    def unpacked_planes(self) -> torch.Tensor:
        return unpack_bits(self.planes, model.PLANES * self.size ** 2).view(
            len(self), model.PLANES, self.size, self.size)

    def turned(self, symmetry: int) -> "Turned":
        points = self.size ** 2

        def turn_points(x: torch.Tensor) -> torch.Tensor:
            square = x[..., :points].unflatten(-1, (self.size, self.size))
            return torch.cat([turn(square, symmetry).flatten(-2), x[..., points:]], dim=-1)

        return Turned(self.size, turn(self.unpacked_planes(), symmetry), self.numbers,
                      turn_points(self.policy).float(), self.rest.float(),
                      turn_points(self.owner).float(), self.values, self.known,
                      self.family)


@dataclasses.dataclass
class Turned:
    """Labels ready to be learnt from; all but the planes, which are uint8, as float32."""

    size: int
    planes: torch.Tensor
    numbers: torch.Tensor
    policy: torch.Tensor
    rest: torch.Tensor
    owner: torch.Tensor
    values: torch.Tensor
    known: torch.Tensor
    family: torch.Tensor

    def __len__(self) -> int:
        return len(self.numbers)


class Seen(typing.NamedTuple):
    """What a network sees of positions of which nothing is known."""

    planes: torch.Tensor  # uint8
    numbers: torch.Tensor


def seen_of(questions: Questions, device: torch.device) -> Seen:
    size = questions.size
    planes = unpack_bits(to_device(questions.samples["planes"], device),
                         model.PLANES * size * size)
    return Seen(planes.view(-1, model.PLANES, size, size),
                to_device(numbers_of(questions.samples), device))


def turn(x: torch.Tensor, symmetry: int) -> torch.Tensor:
    """The last two dimensions in one of the eight ways."""
    if symmetry & 4:
        x = x.transpose(-1, -2)
    flipped = [dim for bit, dim in ((1, -1), (2, -2)) if symmetry & bit]
    return x.flip(flipped) if flipped else x


def unpack_bits(packed: torch.Tensor, count: int) -> torch.Tensor:
    """N x bytes to N x count, 0 or 1, lowest bit first."""
    shifts = torch.arange(8, dtype=torch.uint8, device=packed.device)
    return ((packed[:, :, None] >> shifts) & 1).flatten(1)[:, :count]


def to_device(array: numpy.ndarray, device: torch.device) -> torch.Tensor:
    return torch.from_numpy(numpy.array(array)).to(device)


def numbers_of(samples: numpy.ndarray) -> numpy.ndarray:
    numbers = samples["globals"].astype(numpy.float32)
    numbers[:, 0] /= model.KOMI_UNIT
    return numbers


def from_top(points: torch.Tensor, size: int) -> torch.Tensor:
    """Points, the last dimension, row by row from the top to row by row from the bottom; a
    pass stays."""
    square = points[..., :size * size].unflatten(-1, (size, size)).flip(-2)
    return torch.cat([square.flatten(-2), points[..., size * size:]], dim=-1)


def answers(teacher: Teacher, questions: Questions, batch: int) -> dict:
    """What the teacher thinks (Teacher.opinions), on his device, points in his order;
    `batch` at once."""
    size, device = questions.size, torch.device(teacher.device)
    points, parts = size * size, []
    for begin in range(0, len(questions), batch):
        shown = questions.shown[begin:begin + batch]
        bits = unpack_bits(to_device(shown["sets"], device),
                           (katago_file.PLANES + 1) * points)
        planes = bits[:, :katago_file.PLANES * points].view(-1, katago_file.PLANES, size,
                                                            size)
        legal = torch.nn.functional.pad(bits[:, katago_file.PLANES * points:].bool(),
                                        (0, 1), value=True)
        no_result = to_device(shown["flags"], device) & 2 != 0
        with torch.inference_mode():
            outputs = teacher.raw(planes, to_device(shown["numbers"], device))
            parts.append(teacher.opinions(outputs, legal, no_result))
    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}


def labels_of_teacher(teacher: Teacher, questions: Questions, batch: int) -> Labels:
    """Labels by a teacher's answers, on his device."""
    found, device = answers(teacher, questions, batch), torch.device(teacher.device)
    policy = from_top(found["policy"].float(), questions.size).log_softmax(dim=2)
    optimistic_known = policy.shape[1] > 1
    unknown = torch.zeros_like(found["win"])
    errors_known = "win_error" in found
    # The network tells the error of win - loss, which is twice that of the chance.
    values = [found["win"] + found["no_result"] / 2, found["lead"] / model.SCORE_UNIT,
              found["win_error"] / 2 if errors_known else unknown,
              found["score_error"] / model.SCORE_UNIT if errors_known else unknown]
    known = torch.tensor([optimistic_known, errors_known], device=device)
    owner = from_top((found["ownership"] + 1) / 2, questions.size)
    samples = questions.samples
    return Labels(questions.size, to_device(samples["planes"], device),
                  to_device(numbers_of(samples), device),
                  policy.expand(-1, 2, -1).half(),
                  torch.full((len(questions), 2), torch.nan, device=device).half(),
                  owner.half(), torch.stack(values, dim=1).float(),
                  known.expand(len(questions), 2),
                  torch.from_numpy(questions.family).to(device))


def with_others(policy: torch.Tensor, listed: torch.Tensor,
                legal: torch.Tensor) -> tuple:
    """Logarithms of all chances, where labels list the likeliest moves only: what these
    leave is shared by the other legal moves; and the logarithm that each of the others
    gets, nan if there are none. Chances N x (points + 1) that sum to 1, and what they
    summed to."""
    others = legal & (policy <= 0)
    count = others.sum(dim=1)
    rest = (1 - listed).clamp(min=0.001) / count.clamp(min=1)
    chances = torch.where(others, rest[:, None], policy * listed[:, None])
    whole = chances.sum(dim=1).clamp(min=1e-6)
    return ((chances / whole[:, None]).log(),
            (rest / whole).log().masked_fill(count == 0, torch.nan))


def labels_stored(questions: Questions, device: torch.device) -> Labels:
    """Labels of samples with a teacher's stored opinion."""
    batch = batches.unpack(questions.samples.tobytes(), questions.size)
    planes = batch.tensor("planes")
    legal = planes[:, list(FORBIDDEN_PLANES)].sum(dim=1).flatten(1) == 0
    legal = torch.nn.functional.pad(legal, (0, 1), value=True)
    known = torch.from_numpy(numpy.stack(
        [batch.known["optimistic"], batch.known["errors"]], axis=1))
    listed = batch.tensor("listed")
    policy, rest = zip(*(with_others(batch.tensor(name), listed[:, index], legal)
                         for index, name in enumerate(("policy", "optimistic"))))
    values = [batch.tensor(name) for name in ("outcome", "score", "win_error",
                                              "score_error")]
    found = Labels(batch.size, to_device(questions.samples["planes"], device),
                   batch.tensor("numbers"), torch.stack(policy, dim=1).half(),
                   torch.stack(rest, dim=1).half(),
                   batch.tensor("owner").half(), torch.stack(values, dim=1), known,
                   torch.from_numpy(questions.family))
    return Labels(batch.size, **{name: tensor.to(device)
                                 for name, tensor in found.tensors().items()})


def turned_at_random(labels: Labels) -> Turned:
    return labels.turned(int(torch.randint(SYMMETRIES, ())))


class Ring:
    """The newest labels of each board size, from which batches are drawn."""

    def __init__(self, capacity: int):
        self.capacity = capacity
        self.kept: dict = {}  # tensors by board size
        self.counts: dict = {}
        self.places: dict = {}  # where the next one goes

    def add(self, labels: Labels) -> None:
        size = labels.size
        if size not in self.kept:
            self.kept[size] = {
                name: torch.empty((self.capacity, *tensor.shape[1:]), dtype=tensor.dtype,
                                  device=tensor.device)
                for name, tensor in labels.tensors().items()}
            self.counts[size] = self.places[size] = 0
        place = self.places[size]
        index = (place + torch.arange(len(labels))) % self.capacity
        for name, tensor in labels.tensors().items():
            self.kept[size][name][index.to(tensor.device)] = tensor
        self.places[size] = (place + len(labels)) % self.capacity
        self.counts[size] = min(self.capacity, self.counts[size] + len(labels))

    def draw(self, size: int, count: int) -> Turned:
        """Some at random, all turned in the same way."""
        kept = self.kept[size]
        index = torch.randint(self.counts[size], (count,), device=kept["numbers"].device)
        labels = Labels(size, **{name: tensor[index] for name, tensor in kept.items()})
        return turned_at_random(labels)

    def sizes(self) -> list:
        return sorted(self.kept)
