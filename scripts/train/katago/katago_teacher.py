# SPDX-License-Identifier: MIT
"""KataGo's networks as teachers, computed by PyTorch in this process.

    teacher = katago_teacher.load("b10c384h6nbttflrs.bin.gz")
    converter = teacher.converter()
    inputs = converter.convert(19, ["19 7.5 0 ? - - ddpp", "@2,3 19 7.5 0 ? - - ddpppd"])
    opinions = teacher.evaluate(inputs)
    opinions["win"]  # for the player to move; inputs.black says who that is

A line is one of a file of records, see README.md and katago_inputs.py.
"""

import dataclasses
import pathlib
import typing

import numpy
import torch

from katago import katago_file
from katago import katago_model
from katago.katago_inputs import PROGRAM, Converter, Inputs

PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16,
              "half": torch.float16}
FINE_ERRORS, SQUARED_ERRORS = 10, 14  # model versions
OLD_SCORE_ERROR = 10.0  # points, before these
# Points of boards that are computed at once: on processors few enough for their caches.
POINTS_AT_ONCE = {"cpu": 1500, "other": 200000}


def fast_precision() -> str:
    """That in which this processor is fastest: bfloat16 where it multiplies these."""
    try:
        flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").split()
    except OSError:
        flags = []
    return "bfloat16" if {"amx_bf16", "avx512_bf16"} & set(flags) else "float32"


@dataclasses.dataclass
class Teacher:
    """A network that has been loaded."""

    name: str
    header: katago_file.Network  # its version and multipliers; no weights any more
    network: torch.nn.Module
    device: str
    compiled: bool  # for each board size and number of positions

    def converter(self, program: typing.Union[str, pathlib.Path] = PROGRAM,
                  **options: typing.Any) -> Converter:
        """Of lines to what this network wants to see; options are those of Converter."""
        return Converter(program, pass_alive_suicide=self.header.pass_alive_suicide,
                         **options)

    def raw(self, planes: torch.Tensor, numbers: torch.Tensor) -> tuple:
        """Outputs of the network as they are (katago_model.Network), on its device."""
        with torch.inference_mode():
            return self.network(planes.to(self.device, non_blocking=True),
                                numbers.to(self.device, non_blocking=True))

    def _filled_up(self, inputs: Inputs, batch: int) -> tuple:
        """Planes and numbers; if it is compiled always as many as a batch."""
        planes, numbers = torch.from_numpy(inputs.planes), torch.from_numpy(inputs.numbers)
        more = batch - len(inputs) if self.compiled else 0
        if more == 0:
            return planes, numbers
        return (torch.nn.functional.pad(planes, (0, 0, 0, 0, 0, 0, 0, more)),
                torch.nn.functional.pad(numbers, (0, 0, 0, more)))

    def opinions(self, outputs: tuple, legal: torch.Tensor,
                 no_result: torch.Tensor) -> dict:
        """What outputs of raw() mean, as tensors on their device: see evaluate()."""
        policy, value, score, ownership = outputs
        by = self.header.multipliers
        policy = policy.masked_fill(~legal[:, None], -torch.inf)
        value = torch.stack([value[:, 0], value[:, 1], value[:, 2].masked_fill(
            ~no_result, -torch.inf)], 1).softmax(1)
        with_result = 1 - value[:, 2]
        found = {"policy": policy, "win": value[:, 0], "loss": value[:, 1],
                 "no_result": value[:, 2], "lead": by.lead * score[:, 2] * with_result,
                 "ownership": ownership.tanh()}
        mean = by.score_mean * score[:, 0]
        stdev = by.score_stdev * torch.nn.functional.softplus(score[:, 1])
        found["score_mean"] = mean * with_result
        square = (mean.square() + stdev.square()) * with_result
        found["score_stdev"] = (square - found["score_mean"].square()).clamp(min=0).sqrt()
        found["variance_time"] = by.variance_time * torch.nn.functional.softplus(score[:, 3])
        if score.shape[1] > 4:
            found["win_error"] = self._error(score[:, 4], by.win_error, 1.0)
            found["score_error"] = self._error(score[:, 5], by.score_error,
                                               OLD_SCORE_ERROR)
        return found

    def _error(self, x: torch.Tensor, multiplier: float, old: float) -> torch.Tensor:
        softplus = torch.nn.functional.softplus
        if self.header.version >= SQUARED_ERRORS:
            return softplus(x / 2) * multiplier ** 0.5
        if self.header.version >= FINE_ERRORS:
            return (softplus(x) * multiplier).sqrt()
        return softplus(x) * old

    def usual_batch(self, size: int) -> int:
        """How many positions of a board size are best computed at once."""
        points = POINTS_AT_ONCE.get(self.device, POINTS_AT_ONCE["other"])
        return max(1, points // size ** 2)

    def evaluate(self, inputs: Inputs, batch: int = 0) -> dict:
        """What the network thinks of positions, as float32 arrays; all as the player to
        move sees it, points in the order of Inputs.

          policy         N x policies x (points + 1), logits; -inf where not legal. The
                         second policy, from model version 12 on, is the optimistic one
          win, loss, no_result  N, chances that sum to 1
          lead           N, points by which komi would have to change for an even game
          score_mean, score_stdev  N, of the score at the end of games that the network
                         plays against itself, in points, komi counted
          variance_time  N, turns until the outcome is mostly settled
          win_error, score_error  N, by how much win - loss and the score will have changed
                         a few turns of search later; from model version 9 on
          ownership      N x points, 1 own, -1 the other's

        `batch` positions are computed at once; 0: as many as is usual."""
        parts = []
        batch = batch or self.usual_batch(inputs.size)
        for begin in range(0, max(1, len(inputs)), batch):
            part = inputs[begin:begin + batch]
            outputs = self.raw(*self._filled_up(part, batch))
            outputs = tuple(output[:len(part)] for output in outputs)
            found = self.opinions(outputs, torch.from_numpy(part.legal).to(self.device),
                                  torch.from_numpy(part.no_result).to(self.device))
            parts.append({name: tensor.cpu().numpy() for name, tensor in found.items()})
        return {name: numpy.concatenate([part[name] for part in parts])
                for name in parts[0]}


def probabilities(logits: numpy.ndarray) -> numpy.ndarray:
    """Chances of moves of their logits: the last dimension sums to 1."""
    power = numpy.exp(logits - logits.max(axis=-1, keepdims=True))
    return power / power.sum(axis=-1, keepdims=True)


def load(path: typing.Union[str, pathlib.Path], device: str = "cpu",
         precision: str = "float32", compiled: bool = False) -> Teacher:
    """The network in a file of KataGo's. `precision` is a key of PRECISIONS. A network
    that is `compiled` takes a minute or more before it answers the first time for each
    board size and batch. Raises OSError, ValueError."""
    if not hasattr(torch.nn.functional, "scaled_dot_product_attention"):
        raise ValueError(f"PyTorch {torch.__version__} is too old: take 2.0 or newer")
    if precision not in PRECISIONS:
        raise ValueError(f"{precision} is none of {', '.join(PRECISIONS)}")
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise ValueError("PyTorch finds no CUDA device: take another one or none")
    read = katago_file.read(path)
    network = katago_model.Network(read).to_precision(PRECISIONS[precision]).to(device)
    header = dataclasses.replace(read, blocks=[])
    if compiled:
        network = torch.compile(network, dynamic=False)
    return Teacher(read.name, header, network, device, compiled)
