#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the network of a checkpoint as the file of integers that the program reads.

usage: export.py CHECKPOINT OUT

The checkpoint must come from a training with --quantise, which finds the ranges of the
activations. What is in the file, and in which order, is said in engine/network_parts.h.
Batch norms are folded into the layers before or behind them. Activations and the sums
between the blocks are counted in steps; a step of the sums is chosen so that what batch
norms have seen of them fits several times.
"""

import argparse
import pathlib
import struct
import sys

import numpy
import torch
from torch import nn

import model

MAGIC = b"PONNUKI\0"
VERSION = 1
WEIGHT_MAX, ACTIVATION_MAX, SUM_MAX = 127, 255, 32767
SPREAD = 16  # standard deviations of the sums that must fit
GROUP = 16  # outputs of a layer come in multiples of it


def array(tensor: torch.Tensor) -> numpy.ndarray:
    return tensor.detach().double().cpu().numpy()


def affine(norm: nn.BatchNorm2d) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The factor and the summand of each channel that a batch norm comes to."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return array(scale), array(norm.bias - norm.running_mean * scale)


def step_of_sums(network: model.Network) -> float:
    norms = [block.norm1 for block in network.blocks] + [network.norm]
    largest = max(float((norm.running_mean.abs() +
                         SPREAD * torch.sqrt(norm.running_var)).max()) for norm in norms)
    return largest / SUM_MAX


def step_of(activation: model.Activation) -> float:
    reach = float(activation.range)
    if reach <= 0:
        raise ValueError("the ranges of activations are unknown: train with --quantise")
    return reach / ACTIVATION_MAX


def checksum(data: bytes) -> int:
    """FNV-1a, 64 bits."""
    value = 0xcbf29ce484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return value


class Writer:
    """The bytes of the file."""

    def __init__(self) -> None:
        self.data = bytearray()

    def integers(self, *numbers: int) -> None:
        self.data += struct.pack(f"<{len(numbers)}I", *numbers)

    def floats(self, numbers: numpy.ndarray) -> None:
        self.data += numpy.ascontiguousarray(numbers, dtype="<f4").tobytes()

    def layer(self, weights: numpy.ndarray, scale: numpy.ndarray,
              bias: numpy.ndarray) -> None:
        """Weights by output; the layer's value is the sum times scale plus bias."""
        outputs = len(weights)
        step = numpy.abs(weights.reshape(outputs, -1)).max(axis=1) / WEIGHT_MAX + 1e-12
        steps = weights.reshape(outputs, -1) / step[:, None]
        self.data += numpy.rint(steps).astype(numpy.int8).tobytes()
        self.floats(step * scale)
        self.floats(bias)


def taps(convolution: nn.Conv2d) -> numpy.ndarray:
    """Weights by output, row, column, input."""
    return array(convolution.weight).transpose(0, 2, 3, 1)


def write_block(writer: Writer, block: model.Block, sums: float) -> None:
    scale, shift = affine(block.norm1)
    factor, bias = affine(block.norm2)
    first, second = step_of(block.act1), step_of(block.act2)
    writer.floats(scale * sums / first)
    writer.floats(shift / first)
    writer.layer(taps(block.conv1), first * factor / second, bias / second)
    if block.pool is not None:
        writer.floats(array(block.pool.weight) * (first * factor / second)[:, None])
    outputs = numpy.ones(len(factor))
    writer.layer(taps(block.conv2), second / sums * outputs, 0 * outputs)


def write_heads(writer: Writer, network: model.Network, step: float) -> None:
    heads = (network.policy, network.value, network.owner)
    weights = numpy.concatenate([taps(head) for head in heads])
    bias = numpy.concatenate([array(head.bias) for head in heads])
    padding = -len(weights) % GROUP
    weights = numpy.concatenate([weights, numpy.zeros((padding, *weights.shape[1:]))])
    bias = numpy.concatenate([bias, numpy.zeros(padding)])
    writer.layer(weights, numpy.full(len(weights), step), bias)
    writer.floats(array(network.policy_pool.weight) * step)
    writer.floats(array(network.policy_out.weight))
    writer.floats(array(network.policy_pass.weight) * step)
    writer.floats(array(network.policy_pass.bias))


def write_value(writer: Writer, network: model.Network) -> None:
    hidden = array(network.value_hidden.weight).copy()
    hidden[:, -model.GLOBALS] /= model.KOMI_UNIT
    points = numpy.array([1.0, model.SCORE_UNIT])
    writer.floats(hidden)
    writer.floats(array(network.value_hidden.bias))
    writer.floats(array(network.value_out.weight) * points[:, None])
    writer.floats(array(network.value_out.bias) * points)


def network_file(network: model.Network) -> bytes:
    shape, writer, sums = network.shape, Writer(), step_of_sums(network)
    if shape.input_kernel != 5:
        raise ValueError("the program wants an input layer that sees 5x5 points")
    writer.data += MAGIC
    writer.integers(VERSION, model.PLANES, model.GLOBALS, shape.blocks, shape.channels,
                    shape.policy_channels, shape.value_channels, shape.value_hidden)
    outputs = numpy.ones(shape.channels)
    writer.layer(taps(network.input), outputs / sums, array(network.input.bias) / sums)
    numbers = array(network.globals.weight).copy()
    numbers[:, 0] /= model.KOMI_UNIT
    writer.floats(numbers / sums)
    for block in network.blocks:
        write_block(writer, block, sums)
    step = step_of(network.act)
    scale, shift = affine(network.norm)
    writer.floats(scale * sums / step)
    writer.floats(shift / step)
    write_heads(writer, network, step)
    write_value(writer, network)
    return bytes(writer.data) + struct.pack("<Q", checksum(writer.data))


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    saved = torch.load(options.checkpoint, map_location="cpu")
    network = model.Network(model.Shape(**saved["shape"]))
    network.load_state_dict(saved["network"])
    try:
        options.out.write_bytes(network_file(network))
    except (OSError, ValueError) as error:
        sys.exit(f"export.py: {error}")


if __name__ == "__main__":
    main()
