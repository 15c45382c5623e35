#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the bytes of a file as C, so that the program needs no file to be there.

usage: embed.py FILE OUT.c NAME

OUT.c defines NAME, an array of 64-bit numbers that holds the bytes and then zeros, and
NAME_SIZE, the number of bytes.
"""

import struct
import sys


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit("usage: embed.py FILE OUT.c NAME")
    path, out, name = sys.argv[1:]
    with open(path, "rb") as file:
        data = file.read()
    padded = data + bytes(-len(data) % 8)
    numbers = [f"0x{number:x}" for (number,) in struct.iter_unpack("=Q", padded)]
    with open(out, "w", encoding="ascii") as file:
        print("#include <stddef.h>\n#include <stdint.h>\n", file=file)
        print(f"extern const size_t {name}_SIZE;\nextern const uint64_t {name}[];\n",
              file=file)
        print(f"const size_t {name}_SIZE = {len(data)};\n", file=file)
        print(f"const uint64_t {name}[] = {{", file=file)
        for i in range(0, len(numbers), 4):
            print("    " + ", ".join(numbers[i:i + 4]) + ",", file=file)
        print("};", file=file)


if __name__ == "__main__":
    main()
