# SPDX-License-Identifier: MIT
"""3x3 convolutions as the program computes them, for squares of four points at once:
Winograd's F(2x2, 3x3), see engine/network/runtime/layer.h. 3x3 weights become 4x4; when these are
rounded, the points of a square come to have weights of their own. Weights are by output,
input, row, column."""

import torch


def widen(weight: torch.Tensor, dim: int) -> torch.Tensor:
    """Three numbers of a dimension become four: both, apart, before, after."""
    u, v, w = weight.unbind(dim)
    return torch.stack([(u + v + w) / 2, (u - v + w) / 2, u, w], dim)


def split(weight: torch.Tensor, dim: int) -> tuple[torch.Tensor, torch.Tensor]:
    """What the first and the second one of two neighbors get from four numbers."""
    both, apart, before, after = weight.unbind(dim)
    middle = both - apart
    return (torch.stack([before, middle, both + apart - before], dim),
            torch.stack([both + apart - after, middle, after], dim))


def narrow(weight: torch.Tensor, dim: int) -> torch.Tensor:
    """The three numbers that fit four best; exact for what widen() gave."""
    both, apart, before, after = weight.unbind(dim)
    share = (both + apart - before - after) / 4
    return torch.stack([before + share, both - apart, after + share], dim)


def to_squares(weight: torch.Tensor) -> torch.Tensor:
    """From 3x3 to 4x4."""
    return widen(widen(weight, 2), 3)


def from_squares(squares: torch.Tensor) -> torch.Tensor:
    """The 3x3 weights that fit best. If they are made 4x4 again, most roundings come to
    what they were."""
    return narrow(narrow(squares, 2), 3)


def of_squares(squares: torch.Tensor) -> list[list[torch.Tensor]]:
    """The weights of the four points of a square, by row, then column."""
    return [list(split(row, 3)) for row in split(squares, 2)]
