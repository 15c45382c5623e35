# SPDX-License-Identifier: MIT
"""KataGo's networks in PyTorch, made of what katago_file.py reads.

Any board size, but one for a batch, so nothing has to be masked. Inside, a batch is
N x rows x columns x channels, rows from the top, in the order of KataGo. What the layers
are is said in katago_file.py; the formulas are those of KataGo 1.17's backends:

  pooling    mean, mean * d and maximum over the board, with d = (size - 14) / 10; in the
             value head the third is mean * (d * d - 0.1). The size of a rectangle is the
             square root of its area.
  attention  queries and keys are turned by an angle for each pair of channels, which is
             frequency by column * column + frequency by row * row
"""

import math
import typing

import numpy
import torch
from torch import nn
from torch.nn import functional

from katago import katago_file

MIDDLE_SIZE, SIZE_UNIT = 14.0, 10.0  # of boards, as the poolings see them
ACTIVATIONS = {"identity": lambda x: x, "relu": functional.relu,
               "mish": functional.mish, "silu": functional.silu}


def parameter(array: numpy.ndarray) -> nn.Parameter:
    return nn.Parameter(torch.from_numpy(numpy.ascontiguousarray(array, numpy.float32)),
                        requires_grad=False)


class Dense(nn.Module):
    """A dense layer of the last dimension."""

    def __init__(self, weights: numpy.ndarray,
                 bias: typing.Optional[numpy.ndarray] = None):
        super().__init__()
        self.weight = parameter(weights)
        self.bias = None if bias is None else parameter(bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.linear(x, self.weight, self.bias)


class Convolution(nn.Module):
    """One of 1x1 is a dense layer."""

    def __init__(self, read: katago_file.Convolution):
        super().__init__()
        rows, columns = read.weights.shape[2:]
        self.is_dense = rows == 1 and columns == 1
        self.weight = parameter(read.weights[:, :, 0, 0] if self.is_dense else read.weights)
        self.dilation = read.dilation
        self.padding = (rows // 2 * read.dilation[0], columns // 2 * read.dilation[1])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.is_dense:
            return functional.linear(x, self.weight)
        found = functional.conv2d(x.permute(0, 3, 1, 2), self.weight, None, 1, self.padding,
                                  self.dilation)
        return found.permute(0, 2, 3, 1)


class Affine(nn.Module):
    def __init__(self, read: katago_file.Affine):
        super().__init__()
        self.scale, self.bias = parameter(read.scale), parameter(read.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale + self.bias


class RmsNorm(nn.Module):
    """Sums up squares in full precision."""

    def __init__(self, read: katago_file.RmsNorm):
        super().__init__()
        self.epsilon = read.epsilon
        self.over = (1, 2, 3) if read.spatial else (3,)
        self.scale = parameter(read.scale)
        self.bias = None if read.bias is None else parameter(read.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        full = x.float()
        squares = full.square().mean(self.over, keepdim=True)
        found = (full * torch.rsqrt(squares + self.epsilon)).to(x.dtype) * self.scale
        return found if self.bias is None else found + self.bias


def norm_of(read: typing.Union[katago_file.Affine, katago_file.RmsNorm]) -> nn.Module:
    return Affine(read) if isinstance(read, katago_file.Affine) else RmsNorm(read)


class Pooling(nn.Module):
    """N x rows x columns x C to N x 3C, in full precision."""

    def __init__(self, of_values: bool):
        super().__init__()
        self.of_values = of_values

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        size = (math.sqrt(x.shape[1] * x.shape[2]) - MIDDLE_SIZE) / SIZE_UNIT
        mean = x.mean((1, 2), dtype=torch.float32)
        third = mean * (size * size - 0.1) if self.of_values else x.amax((1, 2)).float()
        return torch.cat([mean, mean * size, third], 1)


class OrdinaryBlock(nn.Module):
    """Also the frame of the other two with convolutions: what is between its two
    convolutions is theirs."""

    def __init__(self, read: typing.Any):
        super().__init__()
        self.norm1, self.act1 = Affine(read.norm1), ACTIVATIONS[read.act1]
        self.conv1 = Convolution(read.conv1)
        self.norm2, self.act2 = Affine(read.norm2), ACTIVATIONS[read.act2]
        self.conv2 = Convolution(read.conv2)

    def between(self, active: torch.Tensor) -> torch.Tensor:
        return self.conv1(active)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        middle = self.between(self.act1(self.norm1(x)))
        return x + self.conv2(self.act2(self.norm2(middle)))


class PoolingBlock(OrdinaryBlock):
    def __init__(self, read: katago_file.PoolingBlock):
        super().__init__(read)
        self.pool_conv, self.pool_norm = Convolution(read.pool_conv), Affine(read.pool_norm)
        self.pool_act, self.pool = ACTIVATIONS[read.pool_act], Pooling(False)
        self.pool_dense = Dense(read.pool_dense)

    def between(self, active: torch.Tensor) -> torch.Tensor:
        pooled = self.pool(self.pool_act(self.pool_norm(self.pool_conv(active))))
        bias = self.pool_dense(pooled.to(active.dtype))
        return self.conv1(active) + bias[:, None, None]


class NestedBlock(OrdinaryBlock):
    def __init__(self, read: katago_file.NestedBlock):
        super().__init__(read)
        self.blocks = nn.Sequential(*map(block_of, read.blocks))

    def between(self, active: torch.Tensor) -> torch.Tensor:
        return self.blocks(self.conv1(active))


class AttentionBlock(nn.Module):
    """The channels of queries and keys are sorted anew: first those that come first in
    their pairs. That changes no product of the two, and pairs are turned at one blow."""

    def __init__(self, read: katago_file.AttentionBlock):
        super().__init__()
        self.heads, self.key_heads = read.heads, read.key_heads
        self.query_size, self.value_size = read.query_size, read.value_size
        self.norm = RmsNorm(read.norm)
        self.split = [len(read.query), len(read.key), len(read.value)]
        query = self.sorted_rows(read.query, read.heads)
        key = self.sorted_rows(read.key, read.key_heads)
        self.all = Dense(numpy.concatenate([query, key, read.value]))
        self.out = Dense(read.out)
        # Those of each head of queries and then of keys: heads x pairs x 2.
        self.register_buffer("frequencies", self.frequencies_of(read))

    def sorted_rows(self, weights: numpy.ndarray, heads: int) -> numpy.ndarray:
        if self.query_size % 2:
            return weights  # nothing is turned
        pairs = weights.reshape(heads, self.query_size // 2, 2, -1)
        return pairs.transpose(0, 2, 1, 3).reshape(weights.shape)

    def frequencies_of(self, read: katago_file.AttentionBlock
                       ) -> typing.Optional[torch.Tensor]:
        if read.frequencies is not None:
            found = torch.from_numpy(read.frequencies)
            shared = self.heads // self.key_heads
            return torch.cat([found.repeat_interleave(shared, 0), found])
        if read.theta is None:
            return None
        # The first half of the pairs turns by row, the others by column.
        pairs = self.query_size // 2
        found = torch.zeros(pairs, 2)
        for pair in range(pairs):
            by_row = pair < pairs // 2
            place = pair if by_row else pair - pairs // 2
            found[pair, int(by_row)] = read.theta ** (-2 * place / pairs)
        return found.repeat(self.heads + self.key_heads, 1, 1)

    def turned(self, x: torch.Tensor, rows: int, columns: int) -> torch.Tensor:
        """N x points x heads x channels, queries and keys."""
        if self.frequencies is None:
            return x
        index = torch.arange(rows * columns, device=x.device)
        places = torch.stack([index % columns, index // columns], 1).float()
        angles = torch.einsum("ni,hpi->nhp", places, self.frequencies)
        cosine, sine = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        first, second = x.chunk(2, dim=3)
        return torch.cat([first * cosine - second * sine, first * sine + second * cosine], 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        count, rows, columns, _ = x.shape
        points = rows * columns
        asking, values = self.all(self.norm(x)).view(count, points, -1).split(
            [self.split[0] + self.split[1], self.split[2]], 2)
        asking = self.turned(asking.view(count, points, -1, self.query_size), rows, columns)
        query, key = asking.transpose(1, 2).split([self.heads, self.key_heads], 1)
        value = values.view(count, points, self.key_heads, self.value_size).transpose(1, 2)
        if self.heads != self.key_heads:
            shared = self.heads // self.key_heads
            key = key.repeat_interleave(shared, 1)
            value = value.repeat_interleave(shared, 1)
        found = functional.scaled_dot_product_attention(query, key, value)
        found = found.transpose(1, 2).reshape(count, rows, columns, -1)
        return x + self.out(found)


class FeedForwardBlock(nn.Module):
    def __init__(self, read: katago_file.FeedForwardBlock):
        super().__init__()
        self.norm = RmsNorm(read.norm)
        self.both = Dense(numpy.concatenate([read.first, read.gate]))
        self.last = Dense(read.last)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        first, gate = self.both(self.norm(x)).chunk(2, 3)
        return x + self.last(functional.silu(first) * gate)


def block_of(read: typing.Any) -> nn.Module:
    return {katago_file.OrdinaryBlock: OrdinaryBlock,
            katago_file.PoolingBlock: PoolingBlock,
            katago_file.NestedBlock: NestedBlock,
            katago_file.AttentionBlock: AttentionBlock,
            katago_file.FeedForwardBlock: FeedForwardBlock}[type(read)](read)


class PolicyHead(nn.Module):
    """Logits N x policies x (points + 1), the pass last."""

    def __init__(self, read: katago_file.PolicyHead):
        super().__init__()
        self.conv, self.pool_conv = Convolution(read.conv), Convolution(read.pool_conv)
        self.pool_norm, self.pool_act = Affine(read.pool_norm), ACTIVATIONS[read.pool_act]
        self.pool, self.pool_dense = Pooling(False), Dense(read.pool_dense)
        self.norm, self.act = Affine(read.norm), ACTIVATIONS[read.act]
        self.out = Convolution(read.out)
        self.pass_dense = Dense(read.pass_dense, read.pass_bias)
        self.pass_act = ACTIVATIONS[read.pass_act or "identity"]
        self.pass_out = None if read.pass_out is None else Dense(read.pass_out)
        self.policies = min(len(read.out.weights), 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pooled = self.pool(self.pool_act(self.pool_norm(self.pool_conv(x).float())))
        p = self.conv(x).float() + self.pool_dense(pooled)[:, None, None]
        points = self.out(self.act(self.norm(p))).flatten(1, 2)
        passes = self.pass_dense(pooled)
        if self.pass_out is not None:
            passes = self.pass_out(self.pass_act(passes))
        found = torch.cat([points, passes[:, None]], 1).transpose(1, 2)
        return found[:, :self.policies]


class ValueHead(nn.Module):
    """Logits of win, loss and no result, N x 3; what the other outputs are made of, N x 6
    or N x 4; and of ownership, N x points."""

    def __init__(self, read: katago_file.ValueHead):
        super().__init__()
        self.conv, self.norm = Convolution(read.conv), Affine(read.norm)
        self.act, self.pool = ACTIVATIONS[read.act], Pooling(True)
        self.dense = Dense(read.dense, read.dense_bias)
        self.dense_act = ACTIVATIONS[read.dense_act]
        self.value = Dense(read.value, read.value_bias)
        self.score = Dense(read.score, read.score_bias)
        self.ownership = Convolution(read.ownership)

    def forward(self, x: torch.Tensor) -> tuple:
        v = self.act(self.norm(self.conv(x).float()))
        hidden = self.dense_act(self.dense(self.pool(v)))
        return self.value(hidden), self.score(hidden), self.ownership(v).flatten(1)


class Network(nn.Module):
    """Planes N x 22 x rows x columns and N x 19 numbers to a tuple of float32: the policy,
    values, scores and ownership of the heads above, as the player to move sees them."""

    def __init__(self, read: katago_file.Network):
        super().__init__()
        self.input, self.globals = Convolution(read.input), Dense(read.globals)
        self.blocks = nn.Sequential(*map(block_of, read.blocks))
        self.norm, self.act = norm_of(read.norm), ACTIVATIONS[read.act]
        self.policy, self.value = PolicyHead(read.policy), ValueHead(read.value)
        self.eval()

    def to_precision(self, precision: torch.dtype) -> "Network":
        """Blocks compute in it, and the convolutions in front of the heads: where nearly
        all the work is. What is behind these stays in full precision, as points count,
        and so do angles."""
        for part in (self.input, self.globals, self.blocks, self.norm, self.policy.conv,
                     self.policy.pool_conv, self.value.conv):
            for weight in part.parameters():
                weight.data = weight.data.to(precision)
        return self

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor) -> tuple:
        precision = self.input.weight.dtype
        x = self.input(planes.permute(0, 2, 3, 1).to(precision).contiguous())
        x = x + self.globals(numbers.to(precision))[:, None, None]
        x = self.act(self.norm(self.blocks(x)))
        return (self.policy(x), *self.value(x))
