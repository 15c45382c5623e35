# SPDX-License-Identifier: MIT
"""Small random networks in the format of KataGo's files, for tests: what is written, and
what it means, in plain numpy and double precision, one position after the other. Knows
nothing of the programs that read such files."""

import gzip
import struct

import numpy

METADATA = 192
STEPS = 64  # in one, of which numbers are multiples, so that files can be packed


def input_counts(version):
    """The numbers of planes and globals that a model version sees."""
    if version >= 8:
        return 22, 19
    return {3: (22, 14), 4: (22, 14), 5: (22, 14), 6: (13, 12), 7: (22, 16)}[version]


def softplus(x):
    return numpy.log1p(numpy.exp(x))


ACTIVATIONS = {
    "IDENTITY": lambda x: x,
    "RELU": lambda x: numpy.maximum(x, 0),
    "MISH": lambda x: x * numpy.tanh(softplus(x)),
    "SILU": lambda x: x / (1 + numpy.exp(-x)),
}


def pooled(x, of_values):
    """Channels x rows x columns to three numbers for each channel."""
    size = ((x.shape[1] * x.shape[2]) ** 0.5 - 14) / 10
    mean = x.mean((1, 2))
    third = mean * (size * size - 0.1) if of_values else x.max((1, 2))
    return numpy.concatenate([mean, mean * size, third])


class Writer:
    """Each method writes a layer, and returns the function that it is."""

    def __init__(self, seed, version, binary=True, act="SILU"):
        self.random = numpy.random.RandomState(seed)  # the same in every numpy
        self.version, self.binary, self.act_name = version, binary, act
        self.data = b""

    def words(self, *words):
        self.data += b"".join(str(word).encode() + b"\n" for word in words)

    def numbers(self, *shape, scale=1.0):
        return self.given(scale * self.random.standard_normal(shape)).reshape(shape)

    def conv(self, inputs, outputs, kernel, dilation=(1, 1)):
        """`kernel` and `dilation` are of rows and of columns; a number is of both."""
        height, width = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        self.words("conv", height, width, inputs, outputs, *dilation)
        weights = self.numbers(height, width, inputs, outputs,
                               scale=(height * width * inputs) ** -0.5)
        reach = (height // 2 * dilation[0], width // 2 * dilation[1])

        def apply(x):
            padded = numpy.pad(x, ((0, 0), (reach[0], reach[0]), (reach[1], reach[1])))
            rows, columns = x.shape[1:]
            found = numpy.zeros((outputs, rows, columns))
            for i in range(height):
                for j in range(width):
                    row, column = i * dilation[0], j * dilation[1]
                    found += numpy.einsum(
                        "io,irc->orc", weights[i, j],
                        padded[:, row:row + rows, column:column + columns])
            return found
        return apply

    def norm(self, channels, has_scale=1, has_bias=1):
        self.words("norm", channels, 0.001, has_scale, has_bias)
        mean = self.numbers(channels, scale=0.3)
        variance = self.given(numpy.abs(self.random.standard_normal(channels)) + 0.5)
        scale = self.numbers(channels) if has_scale else 1.0
        bias = self.numbers(channels, scale=0.3) if has_bias else 0.0
        factor = scale / numpy.sqrt(variance + 0.001)
        return lambda x: ((x - mean[:, None, None]) * (factor * numpy.ones(channels))[
            :, None, None] + (bias * numpy.ones(channels))[:, None, None])

    def given(self, numbers):
        flat = (numpy.rint(numbers * STEPS) / STEPS).astype(numpy.float32).flatten()
        self.data += (b"@BIN@" + struct.pack(f"<{len(flat)}f", *flat) + b"\n"
                      if self.binary else
                      " ".join(f"{number:.9g}" for number in flat).encode() + b"\n")
        return flat.astype(float)

    def act(self, name=None):
        name = name or self.act_name
        self.words("act")
        if self.version < 11:
            return ACTIVATIONS["RELU"]
        self.words("ACTIVATION_" + name)
        return ACTIVATIONS[name]

    def dense(self, inputs, outputs):
        self.words("dense", inputs, outputs)
        weights = self.numbers(inputs, outputs, scale=inputs ** -0.5)
        return lambda x: x @ weights

    def bias(self, channels):
        self.words("bias", channels)
        found = self.numbers(channels)
        return lambda x: x + found

    def rms(self, channels):
        self.words("rms", channels, 1e-5)
        weights = self.numbers(channels)
        # Points x channels.
        return lambda x: x / numpy.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * weights

    def ordinary(self, channels, kernel=3, dilation=(1, 1)):
        self.words("ordinary_block", "name")
        norm1, act1 = self.norm(channels), self.act()
        conv1 = self.conv(channels, 5, kernel, dilation)
        norm2, act2, conv2 = self.norm(5, 0, 1), self.act(), self.conv(5, channels, 3)
        return lambda x: x + conv2(act2(norm2(conv1(act1(norm1(x))))))

    def pooling(self, channels):
        self.words("gpool_block", "name")
        norm1, act1, conv1 = self.norm(channels), self.act(), self.conv(channels, 6, 3)
        conv_pool, norm_pool = self.conv(channels, 4, 3), self.norm(4)
        act_pool, dense = self.act(), self.dense(12, 6)
        norm2, act2, conv2 = self.norm(6, 1, 0), self.act(), self.conv(6, channels, 3)

        def apply(x):
            active = act1(norm1(x))
            bias = dense(pooled(act_pool(norm_pool(conv_pool(active))), False))
            return x + conv2(act2(norm2(conv1(active) + bias[:, None, None])))
        return apply

    def nested(self, channels, *inner):
        self.words("nested_bottleneck_block", "name", len(inner))
        norm1, act1, conv1 = self.norm(channels), self.act(), self.conv(channels, 8, 1)
        blocks = [getattr(self, kind)(8, *rest) for kind, *rest in inner]
        norm2, act2, conv2 = self.norm(8), self.act(), self.conv(8, channels, 1)

        def apply(x):
            y = conv1(act1(norm1(x)))
            for block in blocks:
                y = block(y)
            return x + conv2(act2(norm2(y)))
        return apply

    def attention(self, channels, heads, key_heads, query, value, rotary):
        """`rotary`: "learned", "fixed" or ""."""
        self.words("transformer_attention_block", "name", heads, key_heads, query, value,
                   int(rotary != ""), int(rotary == "learned"))
        norm = self.rms(channels)
        to_query = self.dense(channels, heads * query)
        to_key = self.dense(channels, key_heads * query)
        to_value = self.dense(channels, key_heads * value)
        out = self.dense(heads * value, channels)
        pairs = query // 2
        by_column, by_row = numpy.zeros((2, key_heads, pairs))
        if rotary == "learned":
            self.words("frequencies", key_heads, pairs, 2)
            both = self.numbers(key_heads, pairs, 2)
            by_column, by_row = both[:, :, 0], both[:, :, 1]
        elif rotary == "fixed":
            self.words("theta", 100.0)
            for pair in range(pairs):
                place = pair if pair < pairs // 2 else pair - pairs // 2
                which = by_row if pair < pairs // 2 else by_column
                which[:, pair] = 100.0 ** (-2 * place / pairs)

        def turned(x, angles):
            """Points x channels of a head; angles points x pairs."""
            found = x.copy()
            for pair in range(pairs):
                a, b = x[:, 2 * pair], x[:, 2 * pair + 1]
                c, s = numpy.cos(angles[:, pair]), numpy.sin(angles[:, pair])
                found[:, 2 * pair], found[:, 2 * pair + 1] = a * c - b * s, a * s + b * c
            return found

        def apply(x):
            rows, columns = x.shape[1:]
            points = x.reshape(channels, -1).T
            seen = norm(points)
            queries, keys, values = to_query(seen), to_key(seen), to_value(seen)
            row, column = numpy.divmod(numpy.arange(rows * columns), columns)
            found = []
            for head in range(heads):
                other = head * key_heads // heads
                angles = (column[:, None] * by_column[other] + row[:, None] * by_row[other])
                q = turned(queries[:, head * query:(head + 1) * query], angles)
                k = turned(keys[:, other * query:(other + 1) * query], angles)
                weights = numpy.exp(q @ k.T / query ** 0.5)
                weights /= weights.sum(1, keepdims=True)
                found.append(weights @ values[:, other * value:(other + 1) * value])
            return x + out(numpy.concatenate(found, 1)).T.reshape(x.shape)
        return apply

    def feed_forward(self, channels):
        self.words("transformer_ffn_block", "name", channels, 10, 1)
        norm, first = self.rms(channels), self.dense(channels, 10)
        gate, last = self.dense(channels, 10), self.dense(10, channels)

        def apply(x):
            seen = norm(x.reshape(channels, -1).T)
            return x + last(ACTIVATIONS["SILU"](first(seen)) * gate(seen)).T.reshape(x.shape)
        return apply

    def last_norm(self, channels, kind):
        """`kind`: "batch", "spatial" or "point"."""
        if kind == "batch":
            return self.norm(channels)
        self.words("last", channels, 1e-5, int(kind == "spatial"), 0)
        gamma, beta = self.numbers(channels), self.numbers(channels)

        def apply(x):
            squares = (x * x).mean() if kind == "spatial" else (x * x).mean(0)
            return (x / numpy.sqrt(squares + 1e-5) * gamma[:, None, None] +
                    beta[:, None, None])
        return apply

    def policy_outputs(self, of_newest):
        if self.version >= 17:
            self.words(of_newest, 0, 0, 0)
            return of_newest
        return 4 if self.version == 16 else 2 if self.version >= 12 else 1

    def policy(self, channels, of_newest=2):
        self.words("policy")
        outputs = self.policy_outputs(of_newest)
        conv, conv_pool = self.conv(channels, 6, 1), self.conv(channels, 5, 1)
        norm_pool, act_pool, dense = self.norm(5), self.act(), self.dense(15, 6)
        norm, act, out = self.norm(6), self.act(), self.conv(6, outputs, 1)
        if self.version >= 15:
            dense1, bias1, act1 = self.dense(15, 6), self.bias(6), self.act()
            dense2 = self.dense(6, outputs)

            def to_pass(x):
                return dense2(act1(bias1(dense1(x))))
        else:
            to_pass = self.dense(15, outputs)

        def apply(x):
            bias = pooled(act_pool(norm_pool(conv_pool(x))), False)
            points = out(act(norm(conv(x) + dense(bias)[:, None, None])))
            return numpy.concatenate([points.reshape(outputs, -1), to_pass(bias)[:, None]],
                                     1)
        return apply

    def value(self, channels):
        self.words("value")
        if self.version >= 17:
            self.words(0, 0, 0)
        conv, norm, act = self.conv(channels, 7, 1), self.norm(7), self.act()
        dense, bias, act2 = self.dense(21, 9), self.bias(9), self.act()
        value, value_bias = self.dense(9, 3), self.bias(3)
        scores = (6 if self.version >= 9 else 4 if self.version >= 8 else
                  2 if self.version >= 4 else 1)
        score, score_bias, owner = self.dense(9, scores), self.bias(scores), self.conv(7, 1, 1)

        def apply(x):
            v = act(norm(conv(x)))
            hidden = act2(bias(dense(pooled(v, True))))
            return (value_bias(value(hidden)), score_bias(score(hidden)),
                    owner(v).flatten())
        return apply


    def encoder(self, channels):
        """What is known about the players."""
        self.words("encoder", METADATA)
        dense1, bias1, act1 = self.dense(METADATA, 5), self.bias(5), self.act()
        dense2, bias2, act2 = self.dense(5, 4), self.bias(4), self.act()
        dense3 = self.dense(4, channels)
        return lambda x: dense3(act2(bias2(dense2(act1(bias1(dense1(x)))))))


def network(seed, version, blocks, binary=True, act="SILU", last="batch", channels=8,
            suicide=0, multipliers=(20, 21, 22, 23, 40, 0.25, 150), kernel=3, policies=2,
            metadata=False):
    """The bytes of a network, not packed, and its function: planes and numbers of one
    position, and what is known about the players if it is told that, to policy, value,
    score and ownership. `blocks` are names of methods above with their arguments."""
    writer = Writer(seed, version, binary, act)
    planes_count, globals_count = input_counts(version)
    writer.words("tiny-net", version, planes_count, globals_count)
    if version >= 13:
        writer.words(*multipliers)
    if version >= 15:
        writer.words(int(metadata), suicide, 0, 0, 0, 0, 0, 0)
    writer.words("trunk", len(blocks), channels, 5, 6, 1, 4)
    if version >= 15:
        writer.words(int(last != "batch"), 0, 0, 0, 0, 0)
    conv, dense = writer.conv(planes_count, channels, kernel), writer.dense(globals_count,
                                                                            channels)
    encoder = writer.encoder(channels) if metadata else None
    inner = [getattr(writer, kind)(channels, *rest) for kind, *rest in blocks]
    norm, last_act = writer.last_norm(channels, last), writer.act()
    policy, value = writer.policy(channels, policies), writer.value(channels)

    def apply(planes, numbers, players=None):
        x = conv(planes) + dense(numbers)[:, None, None]
        if encoder is not None:
            x = x + encoder(players)[:, None, None]
        for block in inner:
            x = block(x)
        x = last_act(norm(x))
        return (policy(x), *value(x))
    return writer.data, apply


def write(path, data, packed=True):
    with open(path, "wb") as file:
        file.write(gzip.compress(data, 1) if packed else data)
    return path
