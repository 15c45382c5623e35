# SPDX-License-Identifier: MIT
"""The network, and how its last training imitates 8-bit integers.

One network for every size: convolutions, and sums over the board divided by its area.
All inputs are seen by the player to move (engine/net_features.h).

  input   KxK convolution of the planes, plus a bias for each channel from the globals
  block   x + conv2(act(bn2(conv1(act(bn1(x))) + pool))), 3x3; `pool` only in every
          second block: a dense layer of the mean and maximum over the board of each
          channel of act(bn1(x))
  output  act(bn(x)), which all heads read
  policy  1x1 convolution, plus a dense layer of the pooled output, ReLU, 1x1 to one
          logit a point; a pass is a dense layer of the pooled output
  value   1x1 convolution, ReLU; of each channel the mean, the sum divided by SCORE_UNIT
          and the maximum, and the globals, go through a dense layer with ReLU to the
          logit of winning and the score in units of SCORE_UNIT points. The sum is there
          as a lead of a few points hardly changes a mean.
  owner   1x1 convolution to the logit that the point will be the player's

act() is ReLU. With quantise() it is also cut off at a learned range and rounded to 64
steps, and convolutions have weights of -127..127 steps for each output channel, those of
3x3 as 4x4 (squares.py), so that what is trained is what integer kernels compute. Gradients
pass through roundings as if they were not there.

A batch has one size, and sizes differ in their averages. So a training ends with
fix_norms(): batch norms then use their running averages, as in play. Without it the
chance to win is biased in play (by 0.2 in the logit, after 0.17 million positions).
"""

import dataclasses

import torch
from torch import nn
from torch.nn import functional

import squares

PLANES = 32
GLOBALS = 4
KOMI_UNIT = 40.0  # half points in one unit of the first global
SCORE_UNIT = 20.0  # points
POOLED = 2  # numbers of a channel that pool() gives
ACTIVATION_MAX, WEIGHT_MAX = 63, 127  # in steps


@dataclasses.dataclass
class Shape:
    """What must be known to build a network."""

    blocks: int = 4
    channels: int = 32
    input_kernel: int = 5
    policy_channels: int = 16
    value_channels: int = 16
    value_hidden: int = 48


def maximum(x: torch.Tensor) -> torch.Tensor:
    """Maximum over the board; its gradient is cheaper than that of amax."""
    return functional.adaptive_max_pool2d(x, 1).flatten(1)


class Pooling(torch.autograd.Function):
    """Mean and maximum over the board: N x C x H x W to N x 2C. In one function, as its
    gradient then has the channels last as all others have, which adds up faster."""

    @staticmethod
    def forward(ctx, x: torch.Tensor) -> torch.Tensor:
        points = x.permute(0, 2, 3, 1).flatten(1, 2)
        highest, where = points.max(dim=1)
        ctx.save_for_backward(where)
        ctx.shape = x.shape
        return torch.cat([points.mean(dim=1), highest], dim=1)

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> torch.Tensor:
        where, = ctx.saved_tensors
        n, channels, height, width = ctx.shape
        of_mean, of_highest = gradient.chunk(2, dim=1)
        every = of_mean / (height * width)
        points = every[:, None, :].expand(n, height * width, channels).contiguous()
        points.scatter_add_(1, where[:, None, :], of_highest[:, None, :])
        return points.view(n, height, width, channels).permute(0, 3, 1, 2)


pool = Pooling.apply


def round_weights(weight: torch.Tensor) -> torch.Tensor:
    """To 8 bits and a scale for each output channel."""
    step = weight.detach().abs().amax(dim=(1, 2, 3), keepdim=True) / WEIGHT_MAX + 1e-12
    rounded = (weight / step).round() * step
    return weight + (rounded - weight).detach()


class Convolution(nn.Conv2d):
    """Keeps the size of the board; knows how to imitate 8-bit weights."""

    def __init__(self, inputs: int, outputs: int, kernel: int, bias: bool = False):
        super().__init__(inputs, outputs, kernel, padding=kernel // 2, bias=bias)
        self.quantised = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.quantised and self.kernel_size == (3, 3):
            return self.in_squares(x)
        weight = round_weights(self.weight) if self.quantised else self.weight
        return functional.conv2d(x, weight, self.bias, padding=self.padding)

    def in_squares(self, x: torch.Tensor) -> torch.Tensor:
        """Each point of a square with the weights that rounding leaves to it."""
        height, width = x.shape[2:]
        weights = squares.of_squares(round_weights(squares.to_squares(self.weight)))
        padded = functional.pad(x, (1, 2, 1, 2))

        def points(row: int, column: int) -> torch.Tensor:
            """Those at that place of all squares."""
            found = functional.conv2d(padded[:, :, row:, column:], weights[row][column],
                                      self.bias, stride=2)
            return found[:, :, :(height + 1) // 2, :(width + 1) // 2]

        rows = [torch.stack([points(row, 0), points(row, 1)], dim=4).flatten(3)
                for row in range(2)]
        return torch.stack(rows, dim=3).flatten(2, 3)[:, :, :height, :width]


class Rounding(torch.autograd.Function):
    """Cuts off at 0 and at a limit, and rounds to 64 steps between. In one function,
    as a chain of operations took several times as long."""

    @staticmethod
    def forward(ctx, x: torch.Tensor, limit: torch.Tensor) -> torch.Tensor:
        top = float(limit)
        ctx.top = top
        ctx.save_for_backward(x)
        return x.clamp(0.0, top).mul_(ACTIVATION_MAX / top).round_().mul_(
            top / ACTIVATION_MAX)

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> tuple:
        x, = ctx.saved_tensors
        above = torch.where(x >= ctx.top, gradient, gradient.new_zeros(())).sum()
        return torch.ops.aten.hardtanh_backward(gradient, x, 0.0, ctx.top), above


class Activation(nn.Module):
    """ReLU; later a ReLU of 64 steps up to a learned range."""

    def __init__(self):
        super().__init__()
        self.range = nn.Parameter(torch.tensor(0.0))
        self.quantised = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.quantised:
            return Rounding.apply(x, self.range)
        return functional.relu(x)


def norm(channels: int) -> nn.BatchNorm2d:
    """Averages over many batches, as each has one board size and all sizes use them."""
    return nn.BatchNorm2d(channels, momentum=0.01)


class Block(nn.Module):
    """A residual block, see above."""

    def __init__(self, channels: int, pooled: bool):
        super().__init__()
        self.norm1 = norm(channels)
        self.act1 = Activation()
        self.conv1 = Convolution(channels, channels, 3)
        self.pool = None
        if pooled:
            self.pool = nn.Linear(POOLED * channels, channels, bias=False)
        self.norm2 = norm(channels)
        self.act2 = Activation()
        self.conv2 = Convolution(channels, channels, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a = self.act1(self.norm1(x))
        y = self.conv1(a)
        if self.pool is not None:
            y = y + self.pool(pool(a))[:, :, None, None]
        return x + self.conv2(self.act2(self.norm2(y)))


class Network(nn.Module):
    """planes N x 32 x H x W, globals N x 4 to a dictionary of outputs."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        channels = shape.channels
        self.input = Convolution(PLANES, channels, shape.input_kernel, bias=True)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(
            Block(channels, pooled=i % 2 == 1) for i in range(shape.blocks))
        self.norm = norm(channels)
        self.act = Activation()
        self.policy = Convolution(channels, shape.policy_channels, 1, bias=True)
        self.policy_pool = nn.Linear(POOLED * channels, shape.policy_channels,
                                     bias=False)
        self.policy_out = nn.Conv2d(shape.policy_channels, 1, 1, bias=False)
        self.policy_pass = nn.Linear(POOLED * channels, 1)
        self.value = Convolution(channels, shape.value_channels, 1, bias=True)
        self.value_hidden = nn.Linear(3 * shape.value_channels + GLOBALS,
                                      shape.value_hidden)
        self.value_out = nn.Linear(shape.value_hidden, 2)
        self.owner = Convolution(channels, 1, 1, bias=True)
        self.norms_fixed = False

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor) -> dict:
        x = self.input(planes) + self.globals(numbers)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        a = self.act(self.norm(x))
        pooled = pool(a)
        p = self.policy(a) + self.policy_pool(pooled)[:, :, None, None]
        points = self.policy_out(functional.relu(p)).flatten(1)
        v = functional.relu(self.value(a)).float()
        value = self.judge(v, numbers.float())
        return {
            "policy": torch.cat([points, self.policy_pass(pooled)], dim=1).float(),
            "win": value[:, 0],
            "score": value[:, 1],
            "owner": self.owner(a).flatten(1).float(),
        }

    def judge(self, v: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """The dense layers of the value head, in full precision: points count."""
        mean = v.mean(dim=(2, 3))
        area = v.shape[2] * v.shape[3]
        with torch.autocast(v.device.type, enabled=False):
            features = torch.cat(
                [mean, mean * (area / SCORE_UNIT), maximum(v), numbers], dim=1)
            return self.value_out(functional.relu(self.value_hidden(features)))

    def inner_weights(self) -> list:
        """Those of the convolutions of the blocks."""
        return [convolution.weight for block in self.blocks
                for convolution in (block.conv1, block.conv2)]

    def quantise(self) -> None:
        """From now on imitates integers; activations must have been measured."""
        for module in self.modules():
            if isinstance(module, (Activation, Convolution)):
                module.quantised = True

    def fix_norms(self) -> None:
        """From now on batch norms use their running averages in training, too."""
        self.norms_fixed = True
        self.train(self.training)

    def train(self, mode: bool = True):
        """As always, but for fixed batch norms."""
        super().train(mode)
        if self.norms_fixed:
            for module in self.modules():
                if isinstance(module, nn.BatchNorm2d):
                    module.eval()
        return self
