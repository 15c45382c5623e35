#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the network of a checkpoint as the file of integers that the program reads.

usage: export.py CHECKPOINT OUT

The checkpoint must come from a training with --quantise, which finds the ranges of the
activations.
"""

import pathlib
import sys

from network import net_file
from options import Parser


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    try:
        network = net_file.load(options.checkpoint)
        options.out.write_bytes(net_file.network_file(network))
    except (OSError, ValueError) as error:
        sys.exit(f"export.py: {error}")


if __name__ == "__main__":
    main()
