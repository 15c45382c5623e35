#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares our reading of a KataGo network with what KataGo itself says.

usage: katago_agreement.py [OPTIONS] NETWORK EXPECTED

EXPECTED is a file of JSON lines, packed by xz or not, with what `kata-raw-nn 0 0` and
`kata-raw-nn 0 1` of KataGo answer about positions: keys size, rules, komi, moves (GTP
vertices, Black's first), to_move and raw. It prints the largest and the mean difference
of each output. If one is beyond its bound, it says so and ends with status 1: the bounds
are 0.002 for chances and ownership, 0.05 points for lead and score, and as much for what
is printed with few digits. They hold for float32; for other precisions it only prints.

  --precision NAME  float32, bfloat16 or half: float32
  --device NAME     cpu
  --compiled        by torch.compile
  --inputs PATH     the program katago_inputs, build/scripts/train/katago_inputs
"""

import argparse
import json
import lzma
import math
import pathlib
import sys
import typing

import numpy

from katago import katago_inputs
from katago import katago_teacher
from options import Parser
from labelling.vertices import two_letters

CHANCE, POINTS = 0.002, 0.05
# What KataGo prints, the bound of its difference, and what it is made of.
BOUNDS = {
    "whiteWin": CHANCE, "whiteLoss": CHANCE, "noResult": CHANCE, "whiteLead": POINTS,
    "whiteScoreSelfplay": POINTS, "scoreStdev": POINTS, "varTimeLeft": POINTS,
    "shorttermWinlossError": CHANCE, "shorttermScoreError": POINTS, "policy": CHANCE,
    "optimisticPolicy": CHANCE, "whiteOwnership": CHANCE}


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("network", type=pathlib.Path)
    parser.add_argument("expected", type=pathlib.Path)
    parser.add_argument("--precision", choices=list(katago_teacher.PRECISIONS),
                        default="float32")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--inputs", default=katago_inputs.PROGRAM)
    return parser.parse_args()


def record(position: dict) -> str:
    moves = "".join(two_letters(move, position["size"])
                    for move in position["moves"].split())
    return f"{position['size']} {position['komi']:g} 0 ? - - {moves}"


def expected(position: dict) -> dict:
    """What KataGo says, as arrays; where a move is not legal the chance is NaN. Outputs
    that the network does not have are left out."""
    raw = position["raw"]

    def numbers(name: str) -> numpy.ndarray:
        return numpy.array(raw[name], dtype=float)

    found = {name: numbers(name) for name in BOUNDS if name in raw and raw[name] != -1}
    found["policy"] = numpy.append(numbers("policy"), raw["policyPass"])
    found["optimisticPolicy"] = numpy.append(numbers("optimisticPolicy"),
                                             raw["optimisticPolicyPass"])
    square = raw["whiteScoreSelfplaySq"] - raw["whiteScoreSelfplay"] ** 2
    found["scoreStdev"] = numpy.array(math.sqrt(max(square, 0)))
    return found


def found_by(opinions: dict, inputs: katago_inputs.Inputs, row: int) -> dict:
    """The same of what we say."""
    sign = -1 if inputs.black[row] else 1
    mine, other = ("loss", "win") if inputs.black[row] else ("win", "loss")
    policies = katago_teacher.probabilities(opinions["policy"][row])
    policies[:, ~inputs.legal[row]] = numpy.nan
    found = {"whiteWin": opinions[mine][row], "whiteLoss": opinions[other][row],
             "noResult": opinions["no_result"][row],
             "whiteLead": sign * opinions["lead"][row],
             "whiteScoreSelfplay": sign * opinions["score_mean"][row],
             "scoreStdev": opinions["score_stdev"][row],
             "varTimeLeft": opinions["variance_time"][row],
             "policy": policies[0], "optimisticPolicy": policies[-1],
             "whiteOwnership": sign * opinions["ownership"][row]}
    if "win_error" in opinions:
        found["shorttermWinlossError"] = opinions["win_error"][row]
        found["shorttermScoreError"] = opinions["score_error"][row]
    return found


def difference(ours: numpy.ndarray, theirs: numpy.ndarray) -> float:
    """The largest one; infinite where only one of the two is there."""
    if not numpy.array_equal(numpy.isnan(ours), numpy.isnan(theirs)):
        return math.inf
    return float(numpy.nanmax(numpy.abs(ours - theirs)))


class Comparison:
    def __init__(self) -> None:
        self.differences: dict = {name: [] for name in BOUNDS}
        self.positions: list = []

    def add(self, position: dict, ours: dict) -> None:
        self.positions.append(position)
        for name, theirs in expected(position).items():
            self.differences[name].append(
                (difference(ours[name], theirs), len(self.positions) - 1))

    def report(self) -> typing.List[str]:
        """Prints a line for each output. Returns those that are beyond their bounds."""
        beyond = []
        print(f"{len(self.positions)} positions: largest and mean difference")
        for name, pairs in self.differences.items():
            if not pairs:
                continue
            most, where = max(pairs)
            mean = sum(pair[0] for pair in pairs) / len(pairs)
            print(f"{name:22} {most:.6f} {mean:.6f}")
            if most > BOUNDS[name]:
                position = self.positions[where]
                count = sum(pair[0] > BOUNDS[name] for pair in pairs)
                beyond.append(f"{name}: {count} positions beyond {BOUNDS[name]}, most so "
                              f"{position['size']}x{position['size']}, {position['rules']}, "
                              f"komi {position['komi']:g}, {position['moves']}")
        return beyond


def groups(positions: list) -> dict:
    """The positions of each board size and rules."""
    found: dict = {}
    for position in positions:
        found.setdefault((position["size"], position["rules"]), []).append(position)
    return found


def compare(options: argparse.Namespace) -> Comparison:
    opener = lzma.open if options.expected.suffix == ".xz" else open
    with opener(options.expected, "rt", encoding="ascii") as file:
        positions = [json.loads(line) for line in file]
    teacher = katago_teacher.load(options.network, options.device, options.precision,
                                  options.compiled)
    comparison = Comparison()
    for (size, rules), group in groups(positions).items():
        converter = teacher.converter(options.inputs, rules=rules)
        inputs = converter.convert(size, list(map(record, group)))
        if len(inputs) < len(group):
            raise ValueError("there are positions that cannot be played")
        opinions = teacher.evaluate(inputs)
        for row, position in enumerate(group):
            comparison.add(position, found_by(opinions, inputs, row))
    return comparison


def main() -> None:
    options = arguments()
    try:
        beyond = compare(options).report()
    except (ValueError, OSError) as error:
        sys.exit(f"katago_agreement.py: {error}")
    if beyond and options.precision == "float32":
        sys.exit("\n".join(beyond))


if __name__ == "__main__":
    main()
