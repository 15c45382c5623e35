# SPDX-License-Identifier: MIT
"""The optimizer for the weights of convolutions: Muon (K. Jordan and others, "Muon: an
optimizer for hidden layers in neural networks", 2024).

The mean of past gradients is made orthogonal before it is added: so all directions that
a layer can learn in move by the same amount, not just the few that gradients point to.
The step is scaled so that its root mean square is that of a typical step of Adam (J. Liu
and others, "Muon is scalable for LLM training", 2025, section 2.2), and both take the
same learning rate.
"""

import math
import typing

import torch

ROUNDS = 5
COEFFICIENTS = (3.4445, -4.7750, 2.0315)  # Jordan's, of an odd polynomial of degree 5
ADAM_STEP = 0.2  # root mean square of Adam's, in learning rates


def exact_enough(device: torch.device) -> torch.dtype:
    """The type in which small matrices are multiplied fastest. Debian's PyTorch has no MKL
    and multiplies bfloat16 45 times as fast as float32; with MKL it is the other way
    round, unless the processor knows bfloat16, and there both take little time."""
    if device.type == "cpu" and torch.backends.mkl.is_available():
        return torch.float32
    return torch.bfloat16


def orthogonal(matrix: torch.Tensor) -> torch.Tensor:
    """About the nearest matrix whose singular values are all 1 (0.7 to 1.2 in fact)."""
    a, b, c = COEFFICIENTS
    x = (matrix / (matrix.norm() + 1e-12)).to(exact_enough(matrix.device))
    if tall := x.shape[0] > x.shape[1]:
        x = x.T
    for _ in range(ROUNDS):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    return (x.T if tall else x).to(matrix.dtype)


class Muon(torch.optim.Optimizer):
    """For parameters whose first dimension is that of the outputs."""

    def __init__(self, parameters: typing.Iterable, lr: float,
                 weight_decay: float = 0.0, momentum: float = 0.95):
        super().__init__(parameters, {"lr": lr, "weight_decay": weight_decay,
                                      "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    self._move(parameter, group)

    def _move(self, parameter: torch.Tensor, group: dict) -> None:
        state = self.state[parameter]
        if not state:
            state["mean"] = torch.zeros_like(parameter)
        mean, momentum = state["mean"], group["momentum"]
        mean.lerp_(parameter.grad, 1 - momentum)
        ahead = parameter.grad.lerp(mean, momentum).flatten(1)
        size = ADAM_STEP * math.sqrt(max(ahead.shape))
        parameter.mul_(1 - group["lr"] * group["weight_decay"])
        parameter.add_(orthogonal(ahead).view_as(parameter), alpha=-group["lr"] * size)
