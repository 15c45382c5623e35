#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What KataGo's networks see, packed (scripts/train/katago_inputs.c). Prints TAP.

usage: test_katago_inputs.py INPUTS

INPUTS is that program. What the planes and numbers mean is tested by test_katago_features.
"""

import struct
import subprocess
import sys

import tap
from tap import equal

INPUTS = sys.argv[1]
HEAD, NUMBERS, PLANES = 16, 19, 22
OWN, OTHER, MOVES, LEGAL = 1, 2, 9, 22  # sets of points
KOMI, SUICIDE, TERRITORY, PASS_ENDS = 5, 8, 9, 14  # numbers
BLACK, NO_RESULT, LEFT_OUT = 1, 2, 4  # flags


def run(lines, *options):
    """The status, the packed positions and what is said on standard error."""
    done = subprocess.run([INPUTS, *options], capture_output=True, check=False,
                          input="".join(line + "\n" for line in lines).encode())
    return done.returncode, done.stdout, done.stderr.decode()


def positions(data, size):
    """(numbers, flags, sets) of each; a set has the points in two letters, as in SGF."""
    bits = (PLANES + 1) * size * size
    length = 4 * NUMBERS + 1 + (bits + 7) // 8
    magic, found_size, found_length, planes, rest = struct.unpack("<4sHHH6s", data[:HEAD])
    equal((magic, found_size, found_length, planes, rest),
          (b"PNKG", size, length, PLANES, 6 * b"\0"))
    equal((len(data) - HEAD) % length, 0)
    found = []
    for begin in range(HEAD, len(data), length):
        numbers = struct.unpack(f"<{NUMBERS}f", data[begin:begin + 4 * NUMBERS])
        packed = data[begin + 4 * NUMBERS + 1:begin + length]
        members = [[] for _ in range(PLANES + 1)]
        for bit in range(bits):
            if packed[bit // 8] >> bit % 8 & 1:
                row, column = divmod(bit % (size * size), size)
                members[bit // (size * size)].append(chr(97 + column) + chr(97 + row))
        found.append((numbers, data[begin + 4 * NUMBERS], members))
    return found


def one(line, *options, size=5):
    status, data, errors = run([line], *options, str(size))
    equal((status, errors), (0, ""))
    position, = positions(data, size)
    return position


def test_the_end_of_a_line():
    numbers, flags, sets = one("5 6.5 0 B+R - - aabbccdd")
    equal(flags, BLACK)
    equal((sets[OWN], sets[OTHER], sets[0]), (["aa", "cc"], ["bb", "dd"],
                                              [x + y for y in "abcde" for x in "abcde"]))
    equal([sets[MOVES + i] for i in range(5)], [["dd"], ["cc"], ["bb"], ["aa"], []])
    equal(len(sets[LEGAL]), 21)
    equal(round(20 * numbers[KOMI], 4), -6.5)
    # A label of it changes nothing.
    equal(one("5 6.5 0 ? - - aabbccdd 5000 0 ee9000 " + 25 * "k"), (numbers, flags, sets))


def test_an_empty_board_and_handicap():
    _, flags, sets = one("5 7.5 0 ? - - ")
    equal((flags, sets[OWN], sets[OTHER]), (BLACK, [], []))
    numbers, flags, sets = one("5 0.5 2 ? - - aabb", "--rules", "chinese")
    equal((flags, sets[OWN], sets[OTHER], sets[MOVES]), (NO_RESULT, [], ["aa", "bb"], []))
    equal(round(20 * numbers[KOMI], 4), 2.5)


def test_an_unknown_komi_is_the_usual_one():
    numbers, *_ = one("5 ? 0 ? - - ")
    equal(round(20 * numbers[KOMI], 4), -7.5)


def test_several_turns_of_a_line():
    line = "5 7.5 1 ? - - aabbccdd"
    status, data, errors = run(["@1,3,4 " + line, line], "5")
    equal((status, errors), (0, ""))
    found = positions(data, 5)
    equal([len(sets[OWN]) + len(sets[OTHER]) for _, _, sets in found], [1, 3, 4, 4])
    equal(found[2], found[3])


def test_what_is_left_out():
    lines = ["5 7.5 0 ? - - aaaa", "9 7.5 0 ? - - ", "nonsense", "@2,1,2 5 7.5 0 ? - - aabb",
             "@0,3 5 7.5 0 ? - - aabb", "5 7.5 0 ? - - "]
    status, data, errors = run(lines, "5")
    equal(status, 0)
    flags = [flag for _, flag, _ in positions(data, 5)]
    equal(flags, [LEFT_OUT] * 3 + [BLACK, LEFT_OUT, LEFT_OUT, BLACK, LEFT_OUT, BLACK])
    equal(errors.splitlines(), [
        "katago_inputs: line 1: left out: occupied",
        "katago_inputs: line 2: left out: the board has another size",
        "katago_inputs: line 3: left out: not seven fields with one space between them, nor "
        "eleven",
        "katago_inputs: line 4: left out: there is no such turn behind the others",
        "katago_inputs: line 5: left out: there is no such turn behind the others"])
    for numbers, flag, sets in positions(data, 5):
        if flag == LEFT_OUT:
            equal((set(numbers), sum(map(len, sets))), ({0.0}, 0))


def test_options():
    line = "5 7.5 0 ? - - aabbtt"
    numbers, flags, sets = one(line, "--rules", "japanese")
    equal((numbers[TERRITORY], numbers[PASS_ENDS], flags), (1, 1, NO_RESULT))
    numbers, _, sets = one(line, "--moves", "2")
    equal((numbers[0], numbers[PASS_ENDS], sets[MOVES + 1], sets[MOVES + 2]),
          (1, 1, ["bb"], []))
    numbers, _, sets = one(line, "--root")
    equal((numbers[0], numbers[PASS_ENDS], sets[MOVES + 1]), (0, 0, []))
    # Black's corner is an eye unless White may clear it by suicide.
    moves = "".join(x + y for x, y in zip(
        ["ca", "cb", "ac", "bc", "da", "db", "cc", "dc", "ea", "ec"],
        ["aa", "tt", "tt", "tt", "tt", "tt", "tt", "tt", "tt", "tt"]))
    line = f"5 7.5 0 ? - - {moves}"
    areas = [len(one(line, "--rules", "aga", *more)[2][18])
             for more in ((), ("--pass-alive-suicide",))]
    equal(areas[0] > areas[1], True)


def test_wrong_arguments():
    for words in ([], ["1"], ["20"], ["x"], ["--rules", "5"], ["--rules", "unknown", "5"],
                  ["--moves", "6", "5"], ["--moves", "-1", "5"], ["5", "9", "--root"]):
        status, data, errors = run([], *words)
        equal((status, data), (2, b""))
        equal(errors.startswith("usage: katago_inputs [OPTIONS] SIZE\n"), True)
    for line in ("@ 5 7.5 0 ? - - ", "@1;2 5 7.5 0 ? - - ", "@-1 5 7.5 0 ? - - ",
                 "@99999999999999 5 7.5 0 ? - - ", "@1"):
        status, _, errors = run([line], "5")
        equal((status, errors),
              (1, "katago_inputs: line 1: turns are like @0,12,40\n"))


def test_a_full_disk_is_noticed():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([INPUTS, "5"], input=b"5 7.5 0 ? - - \n", stdout=full,
                              stderr=subprocess.PIPE, check=False)
    equal((done.returncode, done.stderr),
          (1, b"katago_inputs: cannot write: No space left on device\n"))


if __name__ == "__main__":
    tap.run(globals())
