#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the network of a checkpoint as plain arrays, batch norms folded.

usage: export.py CHECKPOINT OUT.npz

The arrays, all float32, are named and explained in scripts/train/README.md.
"""

import pathlib

import numpy
import torch
from torch import nn

import model
from options import Parser


def array(tensor: torch.Tensor) -> numpy.ndarray:
    return tensor.detach().float().cpu().numpy()


def affine(norm: nn.BatchNorm2d) -> tuple:
    """The factor and the summand of each channel that a batch norm comes to."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return scale, norm.bias - norm.running_mean * scale


def fold_block(block: model.Block, name: str) -> dict:
    scale, shift = affine(block.norm1)
    factor, bias = affine(block.norm2)
    arrays = {
        f"{name}.in.scale": array(scale), f"{name}.in.shift": array(shift),
        f"{name}.in.range": array(block.act1.range),
        f"{name}.conv1.weight": array(block.conv1.weight * factor[:, None, None, None]),
        f"{name}.conv1.bias": array(bias),
        f"{name}.mid.range": array(block.act2.range),
        f"{name}.conv2.weight": array(block.conv2.weight)}
    if block.pool is not None:
        arrays[f"{name}.pool.weight"] = array(block.pool.weight * factor[:, None])
    return arrays


def fold(network: model.Network) -> dict:
    """All arrays by name."""
    shape = network.shape
    scale, shift = affine(network.norm)
    units = torch.ones(model.GLOBALS)
    units[0] = 1 / model.KOMI_UNIT
    hidden = network.value_hidden.weight.detach().clone()
    hidden[:, -model.GLOBALS:] *= units
    points = torch.tensor([1.0, model.SCORE_UNIT])
    arrays = {
        "shape": numpy.array([shape.blocks, shape.channels, shape.input_kernel,
                              shape.policy_channels, shape.value_channels,
                              shape.value_hidden, model.PLANES, model.GLOBALS],
                             dtype=numpy.float32),
        "input.weight": array(network.input.weight),
        "input.bias": array(network.input.bias),
        "input.globals": array(network.globals.weight * units),
        "out.scale": array(scale), "out.shift": array(shift),
        "out.range": array(network.act.range),
        "policy.weight": array(network.policy.weight[:, :, 0, 0]),
        "policy.bias": array(network.policy.bias),
        "policy.pool.weight": array(network.policy_pool.weight),
        "policy.out.weight": array(network.policy_out.weight[0, :, 0, 0]),
        "policy.pass.weight": array(network.policy_pass.weight[0]),
        "policy.pass.bias": array(network.policy_pass.bias),
        "value.weight": array(network.value.weight[:, :, 0, 0]),
        "value.bias": array(network.value.bias),
        "value.hidden.weight": array(hidden),
        "value.hidden.bias": array(network.value_hidden.bias),
        "value.out.weight": array(network.value_out.weight * points[:, None]),
        "value.out.bias": array(network.value_out.bias * points),
        "owner.weight": array(network.owner.weight[0, :, 0, 0]),
        "owner.bias": array(network.owner.bias)}
    for i, block in enumerate(network.blocks):
        arrays |= fold_block(block, f"block{i}")
    return arrays


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    saved = torch.load(options.checkpoint, map_location="cpu")
    network = model.Network(model.Shape(**saved["shape"]))
    network.load_state_dict(saved["network"])
    numpy.savez(options.out, **fold(network))


if __name__ == "__main__":
    main()
