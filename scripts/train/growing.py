# SPDX-License-Identifier: MIT
"""A larger network that begins with what a smaller one has learnt.

The old channels and blocks keep their weights and do not listen to the new ones: those
weights are zero. What feeds the new channels is random (He et al. 2015, "Delving deep
into rectifiers", section 2.2, for their variance), so that training can make use of
them at once, and a new block begins by adding nothing.
"""

import dataclasses

import torch
from torch import nn

import model


def widen(old: torch.Tensor, new: torch.Tensor, columns: torch.Tensor) -> None:
    """Weights by output, input ...: the inputs of the old layer are these columns of the
    new one, its outputs the first."""
    new.data[:len(old)] = 0
    new.data[:len(old), columns] = old.data


def widen_convolution(old: nn.Conv2d, new: nn.Conv2d) -> None:
    nn.init.kaiming_normal_(new.weight, nonlinearity="relu")
    widen(old.weight, new.weight, torch.arange(old.in_channels))
    if old.bias is not None:
        nn.init.zeros_(new.bias)
        new.bias.data[:old.out_channels] = old.bias.data


def widen_pooled(old: nn.Linear, new: nn.Linear) -> None:
    """A layer that reads model.pool(): first all means, then all maxima."""
    channels, more = (layer.in_features // model.POOLED for layer in (old, new))
    widen(old.weight, new.weight, torch.cat(
        [more * part + torch.arange(channels) for part in range(model.POOLED)]))
    if old.bias is not None:
        new.bias.data[:len(old.bias)] = old.bias.data


def widen_norm(old: nn.BatchNorm2d, new: nn.BatchNorm2d) -> None:
    for name in ("weight", "bias", "running_mean", "running_var"):
        getattr(new, name).data[:old.num_features] = getattr(old, name).data


def widen_block(old: model.Block, new: model.Block) -> None:
    widen_norm(old.norm1, new.norm1)
    widen_norm(old.norm2, new.norm2)
    widen_convolution(old.conv1, new.conv1)
    widen_convolution(old.conv2, new.conv2)
    if old.pool is not None:
        widen_pooled(old.pool, new.pool)
    for name in ("act1", "act2"):
        getattr(new, name).range.data = getattr(old, name).range.data.clone()


def grow(old: model.Network, shape: model.Shape) -> model.Network:
    """A network of this shape that computes what `old` does; what its batch norms have
    seen must be measured. Errors: ValueError if it is not larger, or differs in more
    than blocks and channels."""
    sizes = old.shape
    if (shape.blocks < sizes.blocks or shape.channels < sizes.channels or shape !=
            dataclasses.replace(sizes, blocks=shape.blocks, channels=shape.channels)):
        raise ValueError(f"a network of {sizes.blocks} blocks and {sizes.channels} "
                         "channels can only get more of them")
    new = model.Network(shape)
    widen_convolution(old.input, new.input)
    widen(old.globals.weight, new.globals.weight, torch.arange(model.GLOBALS))
    for i, block in enumerate(new.blocks):
        if i < sizes.blocks:
            widen_block(old.blocks[i], block)
        else:
            nn.init.kaiming_normal_(block.conv1.weight, nonlinearity="relu")
            nn.init.zeros_(block.conv2.weight)
    widen_norm(old.norm, new.norm)
    new.act.range.data = old.act.range.data.clone()
    for name in ("policy", "value", "owner"):
        widen_convolution(getattr(old, name), getattr(new, name))
    for name in ("policy_pool", "policy_pass"):
        widen_pooled(getattr(old, name), getattr(new, name))
    for name in ("policy_out", "value_hidden", "value_out"):
        getattr(new, name).load_state_dict(getattr(old, name).state_dict())
    return new
