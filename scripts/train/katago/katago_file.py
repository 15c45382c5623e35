# SPDX-License-Identifier: MIT
"""Reads the files of KataGo's networks: .bin.gz, .txt.gz, the same unpacked or as .xz.

A file is a list of words, and of numbers that are written out (.txt) or follow the word
@BIN@ as little-endian float32 (.bin). What the words mean is known from cpp/neuralnet/
desc.cpp of KataGo 1.17. Model versions 8 to 17 are read, those of its present input
planes ("V7"). Networks that imitate people of a rank ask for more inputs; these are not
read.

Nothing here needs PyTorch. Weights have the shapes that it wants: dense layers are
outputs x inputs, convolutions outputs x inputs x rows x columns.
"""

import dataclasses
import gzip
import lzma
import pathlib
import typing
import zlib

import numpy

PLANES, GLOBALS = 22, 19
OLDEST, NEWEST = 8, 17  # model versions
# Model versions from which on something is in the file, or means something else.
SHORT_TERM_ERRORS, NAMED_ACTIVATIONS, OPTIMISM, MULTIPLIERS = 9, 11, 12, 13
OPTIONS, Q_VALUES, HEAD_OPTIONS = 15, 16, 17
ACTIVATIONS = {"ACTIVATION_" + name: name.lower()
               for name in ("IDENTITY", "RELU", "MISH", "SILU")}
PARAMETERS_MAX = 1 << 30  # of one layer: more is damage
NAME_BYTES = 100  # of a word, at most
SMALL = 4096  # weights of an array that is not rounded


@dataclasses.dataclass
class Convolution:
    weights: numpy.ndarray  # outputs x inputs x rows x columns
    dilation: tuple  # of rows, of columns


@dataclasses.dataclass
class Affine:
    """A batch norm, folded into a factor and a summand of each channel."""

    scale: numpy.ndarray
    bias: numpy.ndarray


@dataclasses.dataclass
class RmsNorm:
    """x / sqrt(mean of squares + epsilon) * scale + bias. The mean is over the channels
    of a point or, if it is `spatial`, over those of all points."""

    epsilon: float
    spatial: bool
    scale: numpy.ndarray
    bias: typing.Optional[numpy.ndarray]


@dataclasses.dataclass
class OrdinaryBlock:
    norm1: Affine
    act1: str
    conv1: Convolution
    norm2: Affine
    act2: str
    conv2: Convolution


@dataclasses.dataclass
class PoolingBlock:
    """An ordinary block, but that a dense layer of the pooled `pool_conv` is added to
    what the first convolution gives."""

    norm1: Affine
    act1: str
    conv1: Convolution
    pool_conv: Convolution
    pool_norm: Affine
    pool_act: str
    pool_dense: numpy.ndarray
    norm2: Affine
    act2: str
    conv2: Convolution


@dataclasses.dataclass
class NestedBlock:
    """Blocks between two convolutions that change the number of channels."""

    norm1: Affine
    act1: str
    conv1: Convolution
    blocks: list
    norm2: Affine
    act2: str
    conv2: Convolution


@dataclasses.dataclass
class AttentionBlock:
    heads: int
    key_heads: int  # heads of keys and values: each serves several of the queries
    query_size: int  # of a head, also that of keys
    value_size: int
    norm: RmsNorm
    query: numpy.ndarray
    key: numpy.ndarray
    value: numpy.ndarray
    out: numpy.ndarray
    # Rotary positions: key heads x pairs x (by column, by row), radians a point; or the
    # base of fixed ones; or neither.
    frequencies: typing.Optional[numpy.ndarray]
    theta: typing.Optional[float]


@dataclasses.dataclass
class FeedForwardBlock:
    """SwiGLU."""

    norm: RmsNorm
    first: numpy.ndarray
    gate: numpy.ndarray
    last: numpy.ndarray


@dataclasses.dataclass
class PolicyHead:
    """Outputs: the policy; from model version 12 on the optimistic one; in some files two
    more, predictions of values, which are not used."""

    conv: Convolution
    pool_conv: Convolution
    pool_norm: Affine
    pool_act: str
    pool_dense: numpy.ndarray
    norm: Affine
    act: str
    out: Convolution
    # The pass: one dense layer, or from model version 15 on two.
    pass_dense: numpy.ndarray
    pass_bias: typing.Optional[numpy.ndarray] = None
    pass_act: typing.Optional[str] = None
    pass_out: typing.Optional[numpy.ndarray] = None


@dataclasses.dataclass
class ValueHead:
    conv: Convolution
    norm: Affine
    act: str
    dense: numpy.ndarray
    dense_bias: numpy.ndarray
    dense_act: str
    value: numpy.ndarray
    value_bias: numpy.ndarray
    score: numpy.ndarray
    score_bias: numpy.ndarray
    ownership: Convolution


@dataclasses.dataclass
class Multipliers:
    """What the outputs are counted in: points, and squares of a chance and of points."""

    td_score: float = 20.0
    score_mean: float = 20.0
    score_stdev: float = 20.0
    lead: float = 20.0
    variance_time: float = 40.0
    win_error: float = 0.25
    score_error: float = 30.0


@dataclasses.dataclass
class Network:
    name: str
    version: int
    multipliers: Multipliers
    # Are areas that are alive without a move found as if suicide were allowed, whatever
    # the rules? A matter of the input planes.
    pass_alive_suicide: bool
    channels: int
    input: Convolution
    globals: numpy.ndarray
    blocks: list
    norm: typing.Union[Affine, RmsNorm]
    act: str
    policy: PolicyHead
    value: ValueHead


class _Words:
    """The words and numbers of a file, one after the other."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0
        self.binary = b"@BIN@" in data
        self.arrays: list = []  # where those in binary begin, and how long they are

    def word(self) -> str:
        data, begin = self.data, self.at
        while data[begin:begin + 1].isspace():
            begin += 1
        end = begin
        while end < len(data) and not data[end:end + 1].isspace():
            end += 1
            if end - begin > NAME_BYTES:
                raise ValueError("there is a word without an end")
        if begin == end:
            raise ValueError("it ends too soon")
        self.at = end
        try:
            return data[begin:end].decode("ascii")
        except UnicodeDecodeError:
            raise ValueError("there are bytes where a word should be") from None

    def integer(self, least: int = 0, most: int = PARAMETERS_MAX) -> int:
        word = self.word()
        try:
            number = int(word)
        except ValueError:
            raise ValueError(f"'{word}' should be a whole number") from None
        if not least <= number <= most:
            raise ValueError(f"{number} should be {least} to {most}")
        return number

    def positive(self) -> float:
        word = self.word()
        try:
            number = float(word)
        except ValueError:
            number = 0.0
        if not 0 < number < float("inf"):
            raise ValueError(f"'{word}' should be a positive number")
        return number

    def array(self, *shape: int) -> numpy.ndarray:
        count = int(numpy.prod(shape, dtype=numpy.float64))
        if count > PARAMETERS_MAX:
            raise ValueError(f"a layer of {count} weights is too large")
        found = self._packed(count) if self.binary else self._written(count)
        if not numpy.isfinite(found).all():
            raise ValueError("a weight is not a number")
        return found.reshape(shape)

    def _packed(self, count: int) -> numpy.ndarray:
        begin = self.data.find(b"@BIN@", self.at, self.at + NAME_BYTES)
        if begin < 0:
            raise ValueError("weights should begin with @BIN@")
        begin += len(b"@BIN@")
        if begin + 4 * count > len(self.data):
            raise ValueError("it ends within weights")
        self.at = begin + 4 * count
        self.arrays.append((begin, count))
        return numpy.frombuffer(self.data, "<f4", count, begin).astype(numpy.float32)

    def _written(self, count: int) -> numpy.ndarray:
        words = self.data[self.at:self.at + NAME_BYTES * count].split(None, count)
        if len(words) < count:
            raise ValueError("it ends within weights")
        rest = len(words[count]) if len(words) > count else 0
        self.at = min(self.at + NAME_BYTES * count, len(self.data)) - rest
        try:
            return numpy.array(words[:count], dtype="S").astype(numpy.float32)
        except ValueError:
            raise ValueError("there is a word where a weight should be") from None

    def rest(self) -> int:
        """Bytes that are left, but for blanks."""
        return len(self.data[self.at:].strip())


def _same(*numbers: int) -> None:
    """Raises ValueError unless layers that follow each other fit."""
    if len(set(numbers)) > 1:
        raise ValueError("layers do not fit: " + ", ".join(map(str, numbers)) +
                         " channels should be the same number")


class _Reader:
    """The layers of a file."""

    def __init__(self, words: _Words):
        self.words = words
        self.version = 0

    def convolution(self, inputs: int, outputs: int = 0) -> Convolution:
        """With that many inputs and outputs; 0: any."""
        words = self.words
        words.word()
        rows, columns, found_inputs, found_outputs, *dilation = (
            words.integer(1) for _ in range(6))
        if rows % 2 == 0 or columns % 2 == 0:
            raise ValueError(f"a convolution of {rows}x{columns} has no middle")
        _same(inputs, found_inputs)
        _same(outputs or found_outputs, found_outputs)
        weights = words.array(rows, columns, found_inputs, found_outputs)
        return Convolution(numpy.ascontiguousarray(weights.transpose(3, 2, 0, 1)),
                           tuple(dilation))

    def affine(self, channels: int) -> Affine:
        words = self.words
        words.word()
        _same(channels, words.integer(1))
        epsilon = words.positive()
        has_scale, has_bias = words.integer(0, 1), words.integer(0, 1)
        mean, variance = words.array(channels), words.array(channels)
        if (variance < 0).any():
            raise ValueError("a variance is negative")
        scale = words.array(channels) if has_scale else numpy.float32(1)
        bias = words.array(channels) if has_bias else numpy.float32(0)
        scale = scale / numpy.sqrt(variance + numpy.float32(epsilon))
        return Affine(scale, bias - mean * scale)

    def activation(self) -> str:
        self.words.word()
        if self.version < NAMED_ACTIVATIONS:
            return "relu"
        word = self.words.word()
        if word not in ACTIVATIONS:
            raise ValueError(f"{word} is not an activation that is known here")
        return ACTIVATIONS[word]

    def dense(self, inputs: int, outputs: int = 0) -> numpy.ndarray:
        words = self.words
        words.word()
        found_inputs, found_outputs = words.integer(1), words.integer(1)
        _same(inputs, found_inputs)
        _same(outputs or found_outputs, found_outputs)
        return numpy.ascontiguousarray(words.array(found_inputs, found_outputs).T)

    def bias(self, channels: int) -> numpy.ndarray:
        self.words.word()
        _same(channels, self.words.integer(1))
        return self.words.array(channels)

    def rms_norm(self, channels: int) -> RmsNorm:
        """One of a transformer block."""
        self.words.word()
        _same(channels, self.words.integer(1))
        epsilon = self.words.positive()
        return RmsNorm(epsilon, False, self.words.array(channels), None)

    def last_rms_norm(self, channels: int) -> RmsNorm:
        words = self.words
        words.word()
        _same(channels, words.integer(1))
        epsilon, spatial = words.positive(), words.integer(0, 1) == 1
        if words.integer() != 0:
            raise ValueError("norms of groups of channels are not known here")
        return RmsNorm(epsilon, spatial, words.array(channels), words.array(channels))

    def options(self, count: int) -> None:
        """Places in the header that mean nothing yet."""
        for _ in range(count):
            if self.words.integer() != 0:
                raise ValueError("an option in it is not known here")

    def ordinary_block(self, channels: int) -> OrdinaryBlock:
        norm1, act1 = self.affine(channels), self.activation()
        conv1 = self.convolution(channels)
        norm2, act2 = self.affine(len(conv1.weights)), self.activation()
        return OrdinaryBlock(norm1, act1, conv1, norm2, act2,
                             self.convolution(len(conv1.weights), channels))

    def pooling_block(self, channels: int) -> PoolingBlock:
        norm1, act1 = self.affine(channels), self.activation()
        conv1, pool_conv = self.convolution(channels), self.convolution(channels)
        middle, pooled = len(conv1.weights), len(pool_conv.weights)
        pool_norm, pool_act = self.affine(pooled), self.activation()
        pool_dense = self.dense(3 * pooled, middle)
        norm2, act2 = self.affine(middle), self.activation()
        return PoolingBlock(norm1, act1, conv1, pool_conv, pool_norm, pool_act,
                            pool_dense, norm2, act2, self.convolution(middle, channels))

    def nested_block(self, channels: int) -> NestedBlock:
        count = self.words.integer(1)
        norm1, act1 = self.affine(channels), self.activation()
        conv1 = self.convolution(channels)
        middle = len(conv1.weights)
        blocks = self.blocks(count, middle)
        norm2, act2 = self.affine(middle), self.activation()
        return NestedBlock(norm1, act1, conv1, blocks, norm2, act2,
                           self.convolution(middle, channels))

    def attention_block(self, channels: int) -> AttentionBlock:
        words = self.words
        heads, key_heads, query_size, value_size = (words.integer(1) for _ in range(4))
        rotary, learned = words.integer(0, 1), words.integer(0, 1)
        if heads % key_heads != 0 or (rotary and query_size % 2 != 0):
            raise ValueError(f"{heads} heads of {query_size} channels do not fit")
        norm = self.rms_norm(channels)
        query = self.dense(channels, heads * query_size)
        key = self.dense(channels, key_heads * query_size)
        value = self.dense(channels, key_heads * value_size)
        out = self.dense(heads * value_size, channels)
        frequencies, theta = None, None
        if rotary:
            words.word()
        if rotary and learned:
            _same(key_heads, words.integer(1))
            _same(query_size // 2, words.integer(1))
            _same(2, words.integer(1))
            frequencies = words.array(key_heads, query_size // 2, 2)
        elif rotary:
            theta = words.positive()
        return AttentionBlock(heads, key_heads, query_size, value_size, norm, query, key,
                              value, out, frequencies, theta)

    def feed_forward_block(self, channels: int) -> FeedForwardBlock:
        _same(channels, self.words.integer(1))
        inner = self.words.integer(1)
        if self.words.integer(0, 1) != 1:
            raise ValueError("feed-forward blocks other than SwiGLU are not known here")
        return FeedForwardBlock(
            self.rms_norm(channels), self.dense(channels, inner),
            self.dense(channels, inner), self.dense(inner, channels))

    def blocks(self, count: int, channels: int) -> list:
        """Each is a word for its kind, a name, and what its kind has."""
        kinds = {"ordinary_block": self.ordinary_block,
                 "gpool_block": self.pooling_block,
                 "nested_bottleneck_block": self.nested_block,
                 "transformer_attention_block": self.attention_block,
                 "transformer_ffn_block": self.feed_forward_block}
        found = []
        for _ in range(count):
            kind, name = self.words.word(), self.words.word()
            if kind not in kinds:
                raise ValueError(f"{kind} ({name}) is not a block that is known here")
            found.append(kinds[kind](channels))
        return found

    def policy_outputs(self) -> int:
        """What the policy head begins with."""
        self.words.word()
        if self.version < HEAD_OPTIONS:
            return (4 if self.version == Q_VALUES else
                    2 if self.version >= OPTIMISM else 1)
        outputs = self.words.integer(1)
        if outputs not in (2, 4):
            raise ValueError(f"{outputs} outputs of the policy are not known here")
        self.options(3)
        return outputs

    def policy_head(self, channels: int) -> PolicyHead:
        outputs = self.policy_outputs()
        conv, pool_conv = self.convolution(channels), self.convolution(channels)
        inner, pooled = len(conv.weights), len(pool_conv.weights)
        pool_norm, pool_act = self.affine(pooled), self.activation()
        pool_dense = self.dense(3 * pooled, inner)
        norm, act = self.affine(inner), self.activation()
        out = self.convolution(inner, outputs)
        head = PolicyHead(conv, pool_conv, pool_norm, pool_act, pool_dense, norm, act, out,
                          self.dense(3 * pooled, 0 if self.version >= OPTIONS else outputs))
        if self.version >= OPTIONS:
            hidden = len(head.pass_dense)
            head.pass_bias, head.pass_act = self.bias(hidden), self.activation()
            head.pass_out = self.dense(hidden, outputs)
        return head

    def value_head(self, channels: int) -> ValueHead:
        self.words.word()
        if self.version >= HEAD_OPTIONS:
            self.options(3)
        conv = self.convolution(channels)
        inner = len(conv.weights)
        norm, act = self.affine(inner), self.activation()
        dense = self.dense(3 * inner)
        hidden, scores = len(dense), 6 if self.version >= SHORT_TERM_ERRORS else 4
        return ValueHead(
            conv, norm, act, dense, self.bias(hidden), self.activation(),
            self.dense(hidden, 3), self.bias(3), self.dense(hidden, scores),
            self.bias(scores), self.convolution(inner, 1))

    def multipliers(self) -> Multipliers:
        if self.version < MULTIPLIERS:
            return Multipliers()
        count = len(dataclasses.fields(Multipliers))
        return Multipliers(*(self.words.positive() for _ in range(count)))

    def header_options(self) -> bool:
        """Whether areas are found as if suicide were allowed."""
        if self.version < OPTIONS:
            return False
        if self.words.integer() != 0:
            raise ValueError("it wants to know about the players, which is not known here")
        found = self.words.integer(0, 1) == 1
        self.options(6)
        return found

    def trunk(self) -> tuple:
        """Numbers of blocks and channels, and whether the last norm is an RMS norm."""
        self.words.word()
        count, channels = self.words.integer(1), self.words.integer(1)
        for _ in range(4):  # numbers of channels that the blocks tell as well
            self.words.integer()
        if self.version < OPTIONS:
            return count, channels, False
        is_rms = self.words.integer(0, 1) == 1
        self.options(5)
        return count, channels, is_rms

    def network(self) -> Network:
        name = self.words.word()
        self.version = self.words.integer()
        if not OLDEST <= self.version <= NEWEST:
            raise ValueError(f"its model version is {self.version}; {OLDEST} to {NEWEST} "
                             "can be read")
        _same(PLANES, self.words.integer(1))
        _same(GLOBALS, self.words.integer(1))
        multipliers = self.multipliers()
        pass_alive_suicide = self.header_options()
        count, channels, is_rms = self.trunk()
        network = Network(
            name, self.version, multipliers, pass_alive_suicide, channels,
            self.convolution(PLANES, channels), self.dense(GLOBALS, channels),
            self.blocks(count, channels),
            self.last_rms_norm(channels) if is_rms else self.affine(channels),
            self.activation(), self.policy_head(channels), self.value_head(channels))
        if self.words.rest():
            raise ValueError("there is more in it than a network")
        return network


def _unpacked(path: pathlib.Path) -> bytes:
    data = path.read_bytes()
    try:
        if data.startswith(b"\x1f\x8b"):
            return gzip.decompress(data)
        return lzma.decompress(data) if data.startswith(b"\xfd7zXZ\0") else data
    except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError) as error:
        raise ValueError(f"it cannot be unpacked: {error}") from None


def read(path: typing.Union[str, pathlib.Path]) -> Network:
    """The network in a file. Errors: OSError, ValueError; the latter says what is wrong
    with which file."""
    try:
        return _Reader(_Words(_unpacked(pathlib.Path(path)))).network()
    except ValueError as error:
        raise ValueError(f"{path}: no network of KataGo that can be read: {error}") from None


def in_half_precision(path: typing.Union[str, pathlib.Path]) -> bytes:
    """The same file, for .bin.xz, where each weight has as many bits as half precision
    keeps; of arrays that hardly take any room all bits stay. Errors: OSError,
    ValueError."""
    words = _Words(_unpacked(pathlib.Path(path)))
    if not words.binary:
        raise ValueError(f"{path}: its weights are written out: take the .bin.gz")
    _Reader(words).network()
    data = bytearray(words.data)
    for begin, count in words.arrays:
        weights = numpy.frombuffer(words.data, "<f4", count, begin)
        if count > SMALL and numpy.abs(weights).max() < numpy.finfo(numpy.float16).max:
            data[begin:begin + 4 * count] = weights.astype("<f2").astype("<f4").tobytes()
    # Bytes of numbers of four each.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 1, "lp": 2, "pb": 2}]
    return lzma.compress(bytes(data), filters=filters)


def parameters(part: typing.Any) -> int:
    """How many weights there are, batch norms as what they are folded to."""
    if isinstance(part, numpy.ndarray):
        return part.size
    if isinstance(part, list):
        return sum(map(parameters, part))
    if dataclasses.is_dataclass(part):
        return sum(parameters(getattr(part, field.name))
                   for field in dataclasses.fields(part))
    return 0
