# SPDX-License-Identifier: MIT
"""The file of integers that the program reads: made of a network, and read again.

What is in it, and in which order, is said in engine/network/network_internal.h. Batch norms are
folded into the layers before or behind them. Activations and the sums between the blocks
are counted in steps; a step of the sums is chosen so that what batch norms have seen of
them fits several times.

Files of version 2 are read, too, as networks of today that say the same (version2.py).

What a file does not tell is how long the steps were and what was folded together. A
network that is read gets steps as they usually are, and batch norms as if they had seen
a mean of 0 and the usual deviation; it computes the same, but for a few weights of 3x3
convolutions that are rounded otherwise (squares.py).
"""

import math
import pathlib
import pickle
import struct

import numpy
import torch
from torch import nn
from torch.nn import functional

from network import model
from network import squares
from network import version2
from network.model import ACTIVATION_MAX, WEIGHT_MAX

MAGIC = b"PONNUKI\0"
VERSION = 3
VERSION_BLOCKS = 4  # of files with nested blocks or attention
VERSIONS = (2, VERSION, VERSION_BLOCKS)  # that are read
SUM_MAX = 32767
SPREAD = 16  # standard deviations of the sums that must fit
GROUP = 16  # outputs of a layer come in multiples of it
# Of a network that is read: the step of activations, the standard deviation of the sums
# between blocks, and their step.
USUAL_STEP, USUAL_DEVIATION = 6 / ACTIVATION_MAX, 5
USUAL_SUM = SPREAD * USUAL_DEVIATION / SUM_MAX


def array(tensor: torch.Tensor) -> numpy.ndarray:
    return tensor.detach().double().cpu().numpy()


def affine(norm: nn.BatchNorm2d) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The factor and the summand of each channel that a batch norm comes to."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return array(scale), array(norm.bias - norm.running_mean * scale)


def step_of_norms(norms: list) -> float:
    """Of the sums that these read."""
    largest = max(float((norm.running_mean.abs() +
                         SPREAD * torch.sqrt(norm.running_var)).max()) for norm in norms)
    return largest / SUM_MAX


def step_of_sums(network: model.Network) -> float:
    norms = [block.norm1 for block in network.blocks] + [network.norm]
    if network.attention is not None:
        norms += [network.attention.norm1, network.attention.norm3]
    return step_of_norms(norms)


def step_of(activation: model.Activation) -> float:
    reach = float(activation.range.detach())
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


def squared_taps(convolution: nn.Conv2d) -> numpy.ndarray:
    """Weights by output, kind of rows and of columns, input (squares.py)."""
    return array(squares.to_squares(convolution.weight)).transpose(0, 2, 3, 1)


def write_norm(writer: Writer, norm: nn.BatchNorm2d, step: float, activation: float) -> None:
    """Of numbers with a step, to activations with another."""
    scale, shift = affine(norm)
    writer.floats(scale * step / activation)
    writer.floats(shift / activation)


def write_sums(writer: Writer, weights: numpy.ndarray, step: float, sums: float) -> None:
    """A layer of activations with a step, whose values are sums with another."""
    outputs = numpy.ones(len(weights))
    writer.layer(weights, step / sums * outputs, 0 * outputs)


def write_block(writer: Writer, block: model.Block, sums: float) -> None:
    factor, bias = affine(block.norm2)
    first, second = step_of(block.act1), step_of(block.act2)
    write_norm(writer, block.norm1, sums, first)
    writer.layer(squared_taps(block.conv1), first * factor / second, bias / second)
    if block.pool is not None:
        writer.floats(array(block.pool.weight) * (first * factor / second)[:, None])
    write_sums(writer, squared_taps(block.conv2), second, sums)


def write_nested_block(writer: Writer, block: model.NestedBlock, sums: float) -> None:
    inner = step_of_norms([each.norm1 for each in block.blocks] + [block.norm2])
    write_norm(writer, block.norm1, sums, step_of(block.act1))
    write_sums(writer, taps(block.enter), step_of(block.act1), inner)
    for each in block.blocks:
        write_block(writer, each, inner)
    write_norm(writer, block.norm2, inner, step_of(block.act2))
    write_sums(writer, taps(block.leave), step_of(block.act2), sums)


def write_attention(writer: Writer, block: model.Attention, sums: float) -> None:
    write_norm(writer, block.norm1, sums, step_of(block.act1))
    write_sums(writer, taps(block.ask), step_of(block.act1), 1)
    writer.floats(array(block.turns))
    write_norm(writer, block.norm2, 1, step_of(block.act2))
    write_sums(writer, taps(block.answer), step_of(block.act2), sums)
    third, fourth = step_of(block.act3), step_of(block.act4)
    write_norm(writer, block.norm3, sums, third)
    factor, bias = affine(block.norm4)
    writer.layer(taps(block.widen), third * factor / fourth, bias / fourth)
    write_sums(writer, taps(block.narrow), fourth, sums)


def write_blocks(writer: Writer, network: model.Network, sums: float) -> None:
    for index, block in enumerate(network.blocks):
        if network.attention is not None and index == len(network.blocks) // 2:
            write_attention(writer, network.attention, sums)
        if network.shape.inner:
            write_nested_block(writer, block, sums)
        else:
            write_block(writer, block, sums)


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


# What the file has for each output of the value head: points for the score. Errors are
# counted before softplus, as in training.
VALUE_UNITS = numpy.array([1.0, model.SCORE_UNIT, 1.0, 1.0])


def write_value(writer: Writer, network: model.Network) -> None:
    hidden = array(network.value_hidden.weight).copy()
    hidden[:, -model.GLOBALS] /= model.KOMI_UNIT
    linear = array(network.value_linear.weight) * VALUE_UNITS[:, None]
    linear[:, -model.GLOBALS] *= model.KOMI_GAIN / model.KOMI_UNIT
    writer.floats(hidden)
    writer.floats(array(network.value_hidden.bias))
    writer.floats(array(network.value_out.weight) * VALUE_UNITS[:, None])
    writer.floats(array(network.value_out.bias) * VALUE_UNITS)
    writer.floats(linear)


def check_shape(shape: model.Shape) -> None:
    """Errors: ValueError for what the program cannot run."""
    if shape.input_kernel != 5:
        raise ValueError("the program wants an input layer that sees 5x5 points")
    if shape.channels % GROUP != 0:
        raise ValueError(f"the program wants a multiple of {GROUP} channels")
    if shape.inner % GROUP != 0:
        raise ValueError(f"the program wants a multiple of {GROUP} channels in nested blocks")


def write_shape(writer: Writer, shape: model.Shape) -> None:
    has_blocks = bool(shape.inner or shape.attention)
    writer.integers(VERSION_BLOCKS if has_blocks else VERSION, model.PLANES, model.GLOBALS,
                    shape.blocks, shape.channels, shape.policy_channels,
                    shape.value_channels, shape.value_hidden)
    if has_blocks:
        writer.integers(shape.inner, shape.attention)


def network_file(network: model.Network) -> bytes:
    check_shape(network.shape)
    shape, writer, sums = network.shape, Writer(), step_of_sums(network)
    writer.data += MAGIC
    write_shape(writer, shape)
    outputs = numpy.ones(shape.channels)
    writer.layer(taps(network.input), outputs / sums, array(network.input.bias) / sums)
    numbers = array(network.globals.weight).copy()
    numbers[:, 0] /= model.KOMI_UNIT
    writer.floats(numbers / sums)
    write_blocks(writer, network, sums)
    step = step_of(network.act)
    write_norm(writer, network.norm, sums, step)
    write_heads(writer, network, step)
    write_value(writer, network)
    return bytes(writer.data) + struct.pack("<Q", checksum(writer.data))


class Reader:
    """The numbers of a file, in order. Errors: ValueError when there are too few."""

    def __init__(self, data: bytes) -> None:
        self.data, self.position = data, 0

    def numbers(self, kind: str, *shape: int) -> numpy.ndarray:
        count = math.prod(shape)
        end = self.position + count * numpy.dtype(kind).itemsize
        if end > len(self.data):
            raise ValueError("the file is too short")
        found = numpy.frombuffer(self.data[self.position:end], dtype=kind)
        self.position = end
        return found.reshape(shape).astype(numpy.float64)

    def floats(self, *shape: int) -> numpy.ndarray:
        return self.numbers("<f4", *shape)

    def layer(self, outputs: int, kernel: int, inputs: int) -> tuple:
        """Weights by output, input, row, column, and the bias of each output."""
        steps = self.numbers("i1", outputs, kernel, kernel, inputs)
        weights = steps.transpose(0, 3, 1, 2) * self.floats(outputs, 1, 1, 1)
        return weights, self.floats(outputs)

    def squared_layer(self, outputs: int, inputs: int) -> tuple:
        """The same of 3x3 weights that were written as 4x4."""
        weights, bias = self.layer(outputs, 4, inputs)
        return squares.from_squares(torch.from_numpy(weights)).numpy(), bias


def put(tensor: torch.Tensor, numbers: numpy.ndarray) -> None:
    tensor.data.copy_(torch.from_numpy(numbers))


def with_all_planes(weights: torch.Tensor) -> torch.Tensor:
    """Those of the input, when there were fewer planes: new ones mean nothing at first.
    Errors: ValueError when there were more."""
    added = model.PLANES - weights.shape[1]
    if added < 0:
        raise ValueError("the network sees more planes than there are")
    return functional.pad(weights, (0, 0, 0, 0, 0, added))


def put_affine(norm: nn.BatchNorm2d, scale: numpy.ndarray, shift: numpy.ndarray,
               deviation: float) -> None:
    """Makes a batch norm of what it comes to and what it is to have seen."""
    norm.running_mean.zero_()
    norm.running_var.fill_(deviation ** 2 - norm.eps)
    put(norm.weight, scale * deviation)
    put(norm.bias, shift)


def read_norm(reader: Reader, norm: nn.BatchNorm2d) -> None:
    """One that reads the sums between blocks."""
    channels = norm.num_features
    put_affine(norm, reader.floats(channels) * USUAL_STEP / USUAL_SUM,
               reader.floats(channels) * USUAL_STEP, USUAL_DEVIATION)


def read_block(reader: Reader, block: model.Block, channels: int) -> None:
    read_norm(reader, block.norm1)
    weights, bias = reader.squared_layer(channels, channels)
    put(block.conv1.weight, weights)
    put_affine(block.norm2, numpy.ones(channels), bias * USUAL_STEP, 1)
    if block.pool is not None:
        put(block.pool.weight, reader.floats(channels, model.POOLED * channels))
    weights, _ = reader.squared_layer(channels, channels)
    put(block.conv2.weight, weights * USUAL_SUM / USUAL_STEP)


def read_sums(reader: Reader, convolution: nn.Conv2d, step: float) -> None:
    """A layer of activations whose values are sums with that step."""
    weights, _ = reader.layer(convolution.out_channels, 1, convolution.in_channels)
    put(convolution.weight, weights * step / USUAL_STEP)


def read_nested_block(reader: Reader, block: model.NestedBlock, inner: int) -> None:
    read_norm(reader, block.norm1)
    read_sums(reader, block.enter, USUAL_SUM)
    for each in block.blocks:
        read_block(reader, each, inner)
    read_norm(reader, block.norm2)
    read_sums(reader, block.leave, USUAL_SUM)


def read_attention(reader: Reader, block: model.Attention) -> None:
    read_norm(reader, block.norm1)
    read_sums(reader, block.ask, 1)
    put(block.turns, reader.floats(*block.turns.shape))
    width = block.norm2.num_features
    put_affine(block.norm2, reader.floats(width) * USUAL_STEP,
               reader.floats(width) * USUAL_STEP, 1)
    read_sums(reader, block.answer, USUAL_SUM)
    read_norm(reader, block.norm3)
    wide = block.norm4.num_features
    weights, bias = reader.layer(wide, 1, block.widen.in_channels)
    put(block.widen.weight, weights)
    put_affine(block.norm4, numpy.ones(wide), bias * USUAL_STEP, 1)
    read_sums(reader, block.narrow, USUAL_SUM)


def read_blocks(reader: Reader, network: model.Network) -> None:
    shape = network.shape
    for index, block in enumerate(network.blocks):
        if network.attention is not None and index == len(network.blocks) // 2:
            read_attention(reader, network.attention)
        if shape.inner:
            read_nested_block(reader, block, shape.inner)
        else:
            read_block(reader, block, shape.channels)


def read_heads(reader: Reader, network: model.Network) -> None:
    channels, pooled = network.shape.channels, model.POOLED * network.shape.channels
    heads = (network.policy, network.value, network.owner)
    count = sum(head.out_channels for head in heads)
    weights, bias = reader.layer(count + -count % GROUP, 1, channels)
    for head in heads:
        put(head.weight, weights[:head.out_channels] / USUAL_STEP)
        put(head.bias, bias[:head.out_channels])
        weights, bias = weights[head.out_channels:], bias[head.out_channels:]
    policy = network.shape.policy_channels
    put(network.policy_pool.weight, reader.floats(policy, pooled) / USUAL_STEP)


def read_outputs(reader: Reader, shape: model.Shape, version: int) -> dict:
    """What the heads make of their channels: a part of the network's state."""
    pooled, inputs = model.POOLED * shape.channels, 3 * shape.value_channels + model.GLOBALS
    policies, values = (1, 2) if version == 2 else (len(model.POLICIES), len(model.VALUES))
    units = VALUE_UNITS[:values, None]
    state = {"policy_out.weight": reader.floats(policies, shape.policy_channels, 1, 1),
             "policy_pass.weight": reader.floats(policies, pooled) / USUAL_STEP,
             "policy_pass.bias": reader.floats(policies),
             "value_hidden.weight": reader.floats(shape.value_hidden, inputs),
             "value_hidden.bias": reader.floats(shape.value_hidden),
             "value_out.weight": reader.floats(values, shape.value_hidden) / units,
             "value_out.bias": reader.floats(values) / VALUE_UNITS[:values]}
    state["value_hidden.weight"][:, -model.GLOBALS] *= model.KOMI_UNIT
    if version != 2:
        linear = reader.floats(values, inputs) / units
        linear[:, -model.GLOBALS] *= model.KOMI_UNIT / model.KOMI_GAIN
        state["value_linear.weight"] = linear
    return {name: torch.from_numpy(numbers) for name, numbers in state.items()}


def put_outputs(network: model.Network, state: dict) -> None:
    if version2.is_old(state):
        state = version2.state_of_today(state)
    own = network.state_dict()
    for name, numbers in state.items():
        own[name].copy_(numbers)


def read_shape(reader: Reader) -> tuple[model.Shape, int, int]:
    """And the version and the number of planes, of which there may be more today."""
    version, planes, numbers, *sizes = map(int, reader.numbers("<u4", 8))
    if (version not in VERSIONS or numbers != model.GLOBALS or planes > model.PLANES):
        raise ValueError("the file is of another version")
    if version == VERSION_BLOCKS:
        sizes += map(int, reader.numbers("<u4", 2))
    return model.Shape(sizes[0], sizes[1], 5, *sizes[2:]), version, planes


def network_of(data: bytes) -> model.Network:
    """The network in a file that the program reads. Errors: ValueError."""
    checked = len(data) - 8
    if not data.startswith(MAGIC) or checked < len(MAGIC) or (
            struct.pack("<Q", checksum(data[:checked])) != data[checked:]):
        raise ValueError("the file is no network, or damaged")
    reader = Reader(data[len(MAGIC):checked])
    shape, version, planes = read_shape(reader)
    network, channels = model.Network(shape), shape.channels
    weights, bias = reader.layer(channels, shape.input_kernel, planes)
    put(network.input.weight,
        with_all_planes(torch.from_numpy(weights * USUAL_SUM)).numpy())
    put(network.input.bias, bias * USUAL_SUM)
    numbers = reader.floats(channels, model.GLOBALS) * USUAL_SUM
    numbers[:, 0] *= model.KOMI_UNIT
    put(network.globals.weight, numbers)
    read_blocks(reader, network)
    read_norm(reader, network.norm)
    read_heads(reader, network)
    put_outputs(network, read_outputs(reader, shape, version))
    if reader.position != len(reader.data):
        raise ValueError("the file is too long")
    for module in network.modules():
        if isinstance(module, model.Activation):
            module.range.data.fill_(USUAL_STEP * ACTIVATION_MAX)
    return network


def forget_ranges(network: model.Network) -> None:
    """Ranges of activations must be measured again after more training; a network whose
    ranges are not known is not written."""
    for module in network.modules():
        if isinstance(module, model.Activation):
            module.range.data.zero_()


def is_net_file(path: pathlib.Path) -> bool:
    """Not a checkpoint, then."""
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def load(path: pathlib.Path) -> model.Network:
    """The network of a checkpoint or of a file that the program reads. Errors:
    ValueError, OSError."""
    if is_net_file(path):
        return network_of(path.read_bytes())
    try:
        saved = torch.load(path, map_location="cpu")
    except (pickle.UnpicklingError, RuntimeError, EOFError) as error:
        raise ValueError(f"{path} is neither a checkpoint nor a network") from error
    network = model.Network(model.Shape(**saved["shape"]))
    state = saved["network"]
    state["input.weight"] = with_all_planes(state["input.weight"])
    if version2.is_old(state):
        state = version2.state_of_today(state)
    network.load_state_dict(state)
    return network
