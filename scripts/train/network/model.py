# SPDX-License-Identifier: MIT
"""The network, and how its last training imitates 8-bit integers.

One network for every size: convolutions, and sums over the board divided by its area.
All inputs are seen by the player to move (engine/network/input_features.h).

  input   KxK convolution of the planes, plus a bias for each channel from the globals
  block   x + conv2(act(bn2(conv1(act(bn1(x))) + pool))), 3x3; `pool` only in every
          second block: a dense layer of the mean and maximum over the board of each
          channel of act(bn1(x))
  output  act(bn(x)), which all heads read
  policy  1x1 convolution, plus a dense layer of the pooled output, ReLU, 1x1 to two
          logits a point; a pass is a dense layer of the pooled output. The first is the
          policy, the second the optimistic policy.
  value   1x1 convolution, ReLU; of each channel the mean, the sum divided by SCORE_UNIT
          and the maximum, and the globals, are the inputs of two paths that are added:
          a linear layer, and a dense layer with leaky ReLU. They give the logit of
          winning, the score in units of SCORE_UNIT points, and by softplus the
          short-term errors of both. The sum is there as a lead of a few points hardly
          changes a mean.
  owner   1x1 convolution to the logit that the point will be the player's

The value head cannot die: with ReLU and no linear path a position where all units of the
dense layer are 0 has the same answer for every komi, and nothing can be learnt from it.

Two candidates are trained beside plain blocks:
  nested     act(bn(x)), 1x1 to fewer channels, two plain blocks of these, act(bn()), 1x1
             back to all channels, added to x
  attention  one block in the middle: all points look at all points, then a dense layer
             of each point, both added to x

act() is ReLU. With quantise() it is also cut off at a learned range and rounded to 64
steps, and convolutions have weights of -127..127 steps for each output channel, those of
3x3 as 4x4 (squares.py), so that what is trained is what integer kernels compute. Gradients
pass through roundings as if they were not there.

A batch has one size, and sizes differ in their averages. So a training ends with
fix_norms(): batch norms then use their running averages, as in play. Without it the
chance to win is biased in play (by 0.2 in the logit, after 0.17 million positions).
"""

import dataclasses
import math
import typing

import torch
from torch import nn
from torch.nn import functional

from network import squares

PLANES = 32
GLOBALS = 4
KOMI_UNIT = 40.0  # half points in one unit of the first global
SCORE_UNIT = 20.0  # points
POOLED = 2  # numbers of a channel that pool() gives
ACTIVATION_MAX, WEIGHT_MAX = 63, 127  # in steps
POLICIES = ("policy", "optimistic")  # outputs of the policy head
VALUES = ("win", "score", "win_error", "score_error")  # outputs of the value head
HEADS = ("policy", "policy_pool", "policy_out", "policy_pass", "value", "value_hidden",
         "value_out", "value_linear", "owner")  # what reads the trunk
LEAK = 0.125  # slope of the value head's leaky ReLU below 0
# The linear path sees komi that much larger, so that it learns in time how much a point of
# it matters: the optimizer moves all weights by about the same.
KOMI_GAIN = 10.0
# What the short-term errors begin with: of the chance to win, and in units of SCORE_UNIT.
USUAL_ERRORS = (0.1, 0.15)
HEAD_CHANNELS = 32  # of a head of attention


@dataclasses.dataclass
class Shape:
    """What must be known to build a network."""

    blocks: int = 4
    channels: int = 32
    input_kernel: int = 5
    policy_channels: int = 16
    value_channels: int = 16
    value_hidden: int = 96
    inner: int = 0  # channels inside nested blocks; 0: plain blocks
    attention: int = 0  # heads of the attention block; 0: there is none


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
        self.convolve: typing.Any = None  # see Network.convolve_by

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.quantised and self.kernel_size == (3, 3):
            return self.in_squares(x)
        weight = round_weights(self.weight) if self.quantised else self.weight
        if self.convolve is not None and self.convolve.fits(x, weight):
            y = self.convolve(x, weight)
            return y if self.bias is None else y + self.bias[:, None, None]
        return functional.conv2d(x, weight, self.bias, padding=self.padding)

    def in_squares(self, x: torch.Tensor) -> torch.Tensor:
        """Each point of a square with the weights that rounding leaves to it."""
        height, width = x.shape[2:]
        rounded = round_weights(squares.to_squares(self.weight))
        if self.convolve is not None and self.convolve.fits(x, rounded):
            return self.convolve(x, rounded)
        weights = squares.of_squares(rounded)
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


class NestedBlock(nn.Module):
    """Two plain blocks of fewer channels, see above."""

    def __init__(self, channels: int, inner: int, pooled: bool):
        super().__init__()
        self.norm1 = norm(channels)
        self.act1 = Activation()
        self.enter = Convolution(channels, inner, 1)
        self.blocks = nn.ModuleList([Block(inner, pooled), Block(inner, False)])
        self.norm2 = norm(inner)
        self.act2 = Activation()
        self.leave = Convolution(inner, channels, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.enter(self.act1(self.norm1(x)))
        for block in self.blocks:
            y = block(y)
        return x + self.leave(self.act2(self.norm2(y)))


def attend(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """What each point finds: N x heads x points x channels, all of them."""
    if hasattr(functional, "scaled_dot_product_attention"):  # PyTorch 2
        return functional.scaled_dot_product_attention(query, key, value)
    likeness = query @ key.transpose(2, 3) / math.sqrt(query.shape[3])
    return likeness.softmax(dim=3) @ value


class Attention(nn.Module):
    """Attention (Vaswani et al. 2017, "Attention is all you need"), then a dense layer of
    each point. Where points are to each other is told by turning pairs of channels by an
    angle for each column and row (Su et al. 2021, "RoFormer"), which is learned here."""

    def __init__(self, channels: int, heads: int):
        super().__init__()
        self.heads, inner = heads, heads * HEAD_CHANNELS
        self.norm1 = norm(channels)
        self.act1 = Activation()
        self.ask = Convolution(channels, 3 * inner, 1)  # queries, keys, values
        self.turns = nn.Parameter(self.first_turns(heads))
        self.norm2 = norm(inner)
        self.act2 = Activation()
        self.answer = Convolution(inner, channels, 1)
        self.norm3 = norm(channels)
        self.act3 = Activation()
        self.widen = Convolution(channels, 2 * channels, 1)
        self.norm4 = norm(2 * channels)
        self.act4 = Activation()
        self.narrow = Convolution(2 * channels, channels, 1)

    @staticmethod
    def first_turns(heads: int) -> torch.Tensor:
        """Radians for a column and a row, by head and pair: neighbors are told apart by
        the first pairs, the far ends of the board by the last, in all directions."""
        pairs = HEAD_CHANNELS // 2
        size = torch.logspace(0, -1.5, pairs).expand(heads, pairs)
        direction = 2 * math.pi * torch.rand(heads, pairs)
        return torch.stack([size * direction.cos(), size * direction.sin()], dim=2)

    def turned(self, x: torch.Tensor, height: int, width: int) -> torch.Tensor:
        """N x heads x points x channels, where two neighboring channels are a pair."""
        columns = torch.arange(width, device=x.device).repeat(height)
        rows = torch.arange(height, device=x.device).repeat_interleave(width)
        angle = (self.turns[:, None, :, 0] * columns[:, None] +
                 self.turns[:, None, :, 1] * rows[:, None])
        first, second = x.float().reshape(*x.shape[:3], -1, 2).unbind(4)
        return torch.stack([first * angle.cos() - second * angle.sin(),
                            first * angle.sin() + second * angle.cos()], dim=4).flatten(3)

    def look(self, x: torch.Tensor) -> torch.Tensor:
        n, _, height, width = x.shape
        query, key, value = (part.view(n, self.heads, HEAD_CHANNELS, -1).transpose(2, 3)
                             for part in self.ask(x).flatten(2).chunk(3, dim=1))
        query, key = (self.turned(part, height, width).to(value.dtype)
                      for part in (query, key))
        found = attend(query, key, value)
        return found.transpose(2, 3).reshape(n, -1, height, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.answer(self.act2(self.norm2(self.look(self.act1(self.norm1(x))))))
        y = self.widen(self.act3(self.norm3(x)))
        return x + self.narrow(self.act4(self.norm4(y)))


def komi_fault(network: typing.Callable, planes: torch.Tensor, numbers: torch.Tensor,
               win: torch.Tensor) -> torch.Tensor:
    """By how much the player's chance falls when he is given a point more komi, which it
    should not; 0 where it does not, or where komi is unknown. N, for a loss: that komi
    also goes through the whole network, so nothing but training keeps its sign. `win` is
    the network's output without that point."""
    more = numbers.clone()
    more[:, 0] += 2 / KOMI_UNIT
    fault = win.sigmoid() - network(planes, more)["win"].sigmoid()
    return functional.relu(fault) * numbers[:, 1]


def before_softplus(value: float) -> float:
    return math.log(math.expm1(value))


def new_block(shape: Shape, index: int) -> nn.Module:
    """The one with that number: every second block has pooling."""
    if shape.inner:
        return NestedBlock(shape.channels, shape.inner, pooled=index % 2 == 1)
    return Block(shape.channels, pooled=index % 2 == 1)


class Network(nn.Module):
    """planes N x 32 x H x W, globals N x 4 to a dictionary of outputs, all as the player
    to move sees them:

      policy, optimistic  N x (H W + 1) logits of the moves, the last one of a pass
      win                 N logits of the chance to win
      score               N, points by which the player will win, in SCORE_UNIT
      win_error           N, positive: by how much a search of some moves would find the
                          chance to win (0..1) to be different. KataGo's short-term error
                          of winning minus losing (-1..1) is twice that.
      score_error         N, positive: the same for the score, in SCORE_UNIT
      owner               N x H W logits that the point will be the player's
    """

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        channels = shape.channels
        self.input = Convolution(PLANES, channels, shape.input_kernel, bias=True)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(new_block(shape, i) for i in range(shape.blocks))
        self.attention = None
        if shape.attention:
            self.attention = Attention(channels, shape.attention)
        self.norm = norm(channels)
        self.act = Activation()
        self.policy = Convolution(channels, shape.policy_channels, 1, bias=True)
        self.policy_pool = nn.Linear(POOLED * channels, shape.policy_channels,
                                     bias=False)
        self.policy_out = nn.Conv2d(shape.policy_channels, len(POLICIES), 1, bias=False)
        self.policy_pass = nn.Linear(POOLED * channels, len(POLICIES))
        self.value = Convolution(channels, shape.value_channels, 1, bias=True)
        inputs = 3 * shape.value_channels + GLOBALS
        self.value_hidden = nn.Linear(inputs, shape.value_hidden)
        self.value_out = nn.Linear(shape.value_hidden, len(VALUES))
        self.value_linear = nn.Linear(inputs, len(VALUES), bias=False)
        self.owner = Convolution(channels, 1, 1, bias=True)
        self.norms_fixed = self.trunk_fixed = False
        self.other_trunk: typing.Any = None  # see trunk_by
        self._begin_values()

    def _begin_values(self) -> None:
        """The linear path says nothing at first, and errors are as usual."""
        nn.init.zeros_(self.value_linear.weight)
        nn.init.zeros_(self.value_out.weight[2:])
        self.value_out.bias.data[2:] = torch.tensor(
            [before_softplus(error) for error in USUAL_ERRORS])

    def trunk(self, planes: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """What all heads read."""
        x = self.input(planes) + self.globals(numbers)[:, :, None, None]
        for index, block in enumerate(self.blocks):
            if self.attention is not None and index == len(self.blocks) // 2:
                x = self.attention(x)
            x = block(x)
        return self.act(self.norm(x))

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor) -> dict:
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.trunk_fixed):
            a = (self.other_trunk or self.trunk)(planes, numbers)
        pooled = pool(a)
        p = self.policy(a) + self.policy_pool(pooled)[:, :, None, None]
        points = self.policy_out(functional.relu(p)).flatten(2)
        policies = torch.cat([points, self.policy_pass(pooled)[:, :, None]], dim=2).float()
        v = functional.relu(self.value(a)).float()
        value = self.judge(v, numbers.float())
        return {
            **dict(zip(POLICIES, policies.unbind(1))),
            **dict(zip(VALUES[:2], value[:, :2].unbind(1))),
            **dict(zip(VALUES[2:], functional.softplus(value[:, 2:]).unbind(1))),
            "owner": self.owner(a).flatten(1).float(),
        }

    def judge(self, v: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """The dense layers of the value head, in full precision: points count."""
        mean = v.mean(dim=(2, 3))
        area = v.shape[2] * v.shape[3]
        with torch.autocast(v.device.type, enabled=False):
            seen = [mean, mean * (area / SCORE_UNIT), maximum(v)]
            features = torch.cat([*seen, numbers], dim=1)
            hidden = functional.leaky_relu(self.value_hidden(features), LEAK)
            gained = torch.cat([numbers[:, :1] * KOMI_GAIN, numbers[:, 1:]], dim=1)
            return (self.value_out(hidden) +
                    self.value_linear(torch.cat([*seen, gained], dim=1)))

    def inner_weights(self) -> list:
        """Those of the convolutions of the blocks."""
        parts = [self.blocks] if self.attention is None else [self.blocks, self.attention]
        return [module.weight for part in parts for module in part.modules()
                if isinstance(module, Convolution)]

    def convolve_by(self, convolve: typing.Any) -> None:
        """A winograd.Convolve computes convolutions where it can; or None does not."""
        for module in self.modules():
            if isinstance(module, Convolution):
                module.convolve = convolve

    def trunk_by(self, trunk: typing.Callable) -> None:
        """Heads read what that says of planes and globals, such as a ProgramTrunk."""
        self.other_trunk = trunk

    def quantise(self) -> None:
        """From now on imitates integers; activations must have been measured."""
        for module in self.modules():
            if isinstance(module, (Activation, Convolution)):
                module.quantised = True

    def fix_trunk(self) -> None:
        """From now on only the heads learn."""
        self.trunk_fixed = True
        for name, parameter in self.named_parameters():
            parameter.requires_grad_(name.split(".")[0] in HEADS)
        self.fix_norms()

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
