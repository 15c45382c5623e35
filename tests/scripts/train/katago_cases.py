#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the random networks of tests/data/katago, and what they are to compute.

usage: katago_cases.py FOLDER

Each case is a file in KataGo's format and NAME.expected, whose words are, for each of some
positions: columns and rows; each plane as a word of 0 and 1; the globals; what is known
about the players, if the network is told that; and the outputs, which are the logits of
each policy, with that of the pass behind those of the points, then three of the value, the
score, and ownership. Points are row by row from the top. Needs numpy.
"""

import gzip
import pathlib
import sys

import numpy

import katago_network

BOARDS = ((5, 5), (7, 3))  # columns and rows
LEARNED = ("attention", 2, 2, 4, 4, "learned")
GROUPED = ("attention", 4, 2, 6, 3, "learned")
FIXED = ("attention", 4, 2, 6, 3, "fixed")
UNTURNED = ("attention", 2, 1, 3, 5, "")
WIDE = ("attention", 4, 4, 32, 32, "fixed")  # wide enough for products of bytes
FEED = ("feed_forward",)
RELU, MISH = {"act": "RELU"}, {"act": "MISH"}
# File name: model version, blocks, other arguments of katago_network.network().
CASES = {
    "v03.txt": (3, [("ordinary",), ("pooling",)], RELU),
    "v04.bin.gz": (4, [("ordinary",)], RELU),
    "v05.txt.gz": (5, [("pooling",)], RELU),
    "v06.bin": (6, [("ordinary",)], RELU),
    "v07.bin.gz": (7, [("pooling",), ("ordinary",)], RELU),
    "v08.bin.gz": (8, [("ordinary",), ("pooling",)], {"act": "RELU", "kernel": 5}),
    "v09.bin.gz": (9, [("ordinary", (3, 5), (2, 1))], RELU),
    "v10.bin.gz": (10, [("ordinary", 1)], RELU),
    "v11.bin.gz": (11, [("pooling",), ("ordinary",)], MISH),
    "v12.bin.gz": (12, [("nested", ("ordinary",), ("pooling",))], MISH),
    "v13.bin.gz": (13, [("nested", ("nested", ("ordinary",)), ("pooling",))], MISH),
    "v14.txt.gz": (14, [("nested", ("ordinary",))], {}),
    "v15.bin.gz": (15, [("nested", LEARNED, FEED)], {"last": "spatial"}),
    "v15-players.bin.gz": (15, [("pooling",)], {"act": "MISH", "metadata": True}),
    "v16.bin.gz": (16, [("ordinary",)], {"act": "IDENTITY", "last": "point"}),
    "v17-grouped.bin.gz": (17, [GROUPED, FEED, ("ordinary",)], {"suicide": 1}),
    # The same network as the one before.
    "v17-written.txt.gz": (17, [GROUPED, FEED, ("ordinary",)], {"suicide": 1, "seed": 16}),
    "v17-fixed.bin.gz": (17, [FIXED, FEED], {"last": "point", "policies": 4}),
    "v17-unturned.txt.gz": (17, [UNTURNED, ("nested", UNTURNED, FEED)],
                            {"last": "spatial"}),
    "v17-wide.bin.gz": (17, [WIDE], {"last": "point", "channels": 128}),
}


def words(numbers):
    return " ".join(f"{number:.9g}" for number in numpy.asarray(numbers).flatten())


def expected(random, version, function, metadata):
    """The positions of a case and their outputs."""
    planes_count, globals_count = katago_network.input_counts(version)
    lines = []
    for columns, rows in BOARDS:
        planes = random.randint(0, 2, (planes_count, rows, columns))
        lines.append(f"{columns} {rows}")
        lines += ["".join(map(str, plane.flatten())) for plane in planes]
        told = [numpy.rint(random.standard_normal(count) * 64) / 64
                for count in (globals_count, katago_network.METADATA)[:1 + metadata]]
        outputs = function(planes.astype(float), *told)
        lines += map(words, [*told, *outputs])
    return "\n".join(lines) + "\n"


def made(number):
    """The bytes of a network, not packed, and the text of what it is to compute."""
    version, blocks, rest = list(CASES.values())[number]
    name = list(CASES)[number]
    rest = {"seed": number + 1, "binary": ".bin" in name, **rest}
    data, function = katago_network.network(version=version, blocks=blocks, **rest)
    return data, expected(numpy.random.RandomState(number + 1), version, function,
                          rest.get("metadata", False))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for number, name in enumerate(CASES):
        data, text = made(number)
        path = pathlib.Path(sys.argv[1], name)
        path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)
        path.with_name(name.split(".")[0] + ".expected").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
