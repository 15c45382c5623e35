# SPDX-License-Identifier: MIT
"""A larger network that begins with what a smaller one has learnt.

The old channels and blocks keep their weights and do not listen to the new ones: those
weights are zero. What feeds the new channels is random (He et al. 2015, "Delving deep
into rectifiers", section 2.2, for their variance), so that training can make use of
them at once, and a new block begins by adding nothing. So does a new block of attention.

Plain blocks cannot become nested ones: these have fewer channels inside than the sums
between plain blocks, so they cannot pass on what a plain block adds.
"""

import dataclasses

import torch
from torch import nn

from network import model

POOLED_LAYERS = ("pool", "policy_pool", "policy_pass")  # they read model.pool()
VALUE_LAYERS = ("value_hidden", "value_linear")  # they read what the value head pools
VALUE_PARTS = 3  # means, sums and maxima
# What a block adds comes from these.
LAST = {model.Block: ("conv2",), model.NestedBlock: ("leave",),
        model.Attention: ("answer", "narrow")}


def widen(old: torch.Tensor, new: torch.Tensor, columns: torch.Tensor) -> None:
    """Weights by output, input ...: the inputs of the old layer are these columns of the
    new one, its outputs the first."""
    new.data[:len(old)] = 0
    new.data[:len(old), columns] = old.data


def widen_layer(old: nn.Module, new: nn.Module, columns: torch.Tensor) -> None:
    """A dense layer or a convolution."""
    widen(old.weight, new.weight, columns)
    if old.bias is not None:
        new.bias.data[:len(old.bias)] = old.bias.data


def widen_convolution(old: nn.Conv2d, new: nn.Conv2d) -> None:
    nn.init.kaiming_normal_(new.weight, nonlinearity="relu")
    if new.bias is not None:
        nn.init.zeros_(new.bias)
    widen_layer(old, new, torch.arange(old.in_channels))


def widen_pooled(old: nn.Linear, new: nn.Linear) -> None:
    """A layer that reads model.pool(): first all means, then all maxima."""
    channels, more = (layer.in_features // model.POOLED for layer in (old, new))
    widen_layer(old, new, torch.cat(
        [more * part + torch.arange(channels) for part in range(model.POOLED)]))


def widen_value(old: nn.Linear, new: nn.Linear) -> None:
    """A layer that reads means, sums and maxima of the value head, then the globals."""
    channels, more = ((layer.in_features - model.GLOBALS) // VALUE_PARTS
                      for layer in (old, new))
    pooled = [more * part + torch.arange(channels) for part in range(VALUE_PARTS)]
    widen_layer(old, new, torch.cat(
        [*pooled, VALUE_PARTS * more + torch.arange(model.GLOBALS)]))


def widen_norm(old: nn.BatchNorm2d, new: nn.BatchNorm2d) -> None:
    for name in ("weight", "bias", "running_mean", "running_var"):
        getattr(new, name).data[:old.num_features] = getattr(old, name).data


def widen_parts(old: nn.Module, new: nn.Module) -> None:
    """Everything that a network or a block consists of."""
    for name, part in old.named_children():
        other = getattr(new, name)
        if isinstance(part, nn.Conv2d):
            widen_convolution(part, other)
        elif isinstance(part, nn.BatchNorm2d):
            widen_norm(part, other)
        elif isinstance(part, model.Activation):
            other.range.data = part.range.data.clone()
        elif name in POOLED_LAYERS:
            widen_pooled(part, other)
        elif name in VALUE_LAYERS:
            widen_value(part, other)
        elif isinstance(part, nn.Linear):
            widen_layer(part, other, torch.arange(part.in_features))
        else:
            widen_parts(part, other)
    if isinstance(old, model.Attention):
        new.turns.data = old.turns.data.clone()


def begin_silent(block: nn.Module) -> None:
    """A new block adds nothing at first."""
    for layer in block.modules():
        if isinstance(layer, model.Convolution):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    for name in LAST[type(block)]:
        nn.init.zeros_(getattr(block, name).weight)


def can_grow(old: model.Shape, new: model.Shape) -> bool:
    """The block of attention stays in the middle, so it has to be new if blocks are."""
    larger = ("blocks", "channels", "policy_channels", "value_channels", "value_hidden")
    same = {name: getattr(new, name) for name in (*larger, "attention")}
    return (new == dataclasses.replace(old, **same) and
            all(getattr(new, name) >= getattr(old, name) for name in larger) and
            (old.attention == 0 or
             (new.attention, new.blocks) == (old.attention, old.blocks)))


def grow(old: model.Network, shape: model.Shape) -> model.Network:
    """A network of this shape that computes what `old` does; what its batch norms have
    seen must be measured. Errors: ValueError if it is not larger, or differs in more
    than blocks, channels, the sizes of heads and a new block of attention."""
    sizes = old.shape
    if shape.inner != sizes.inner:
        raise ValueError("plain blocks cannot become nested ones, nor the other way round")
    if not can_grow(sizes, shape):
        raise ValueError(f"a network of {sizes.blocks} blocks and {sizes.channels} "
                         "channels can only get more of them")
    new = model.Network(shape)
    widen_parts(old, new)
    for block in new.blocks[sizes.blocks:]:
        begin_silent(block)
    if new.attention is not None and old.attention is None:
        begin_silent(new.attention)
    return new
