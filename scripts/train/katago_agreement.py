#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares our reading of a KataGo network with what KataGo itself says.

usage: katago_agreement.py [OPTIONS] NETWORK EXPECTED...

EXPECTED are files of JSON lines, packed by xz or not. They hold what KataGo answers about
positions to `kata-raw-nn 0 0` and `kata-raw-nn 0 1`. Keys are size, rules, komi, moves (GTP
vertices, Black's first), to_move and raw. PyTorch computes the network. An engine that has
these commands can do it, too.

It prints the largest difference of each output, and the mean of each position's largest. It
prints the mean divergence (KL) of both policies, and the share of good best moves. A best
move is good if it is KataGo's, or within 0.02 of it in KataGo's policy. If something is
beyond its bound, it says so and ends with status 1. These are the bounds:

  float, float32  0.001 for chances, 0.002 for ownership, 0.02 points for the lead; more
                  for what is printed with few digits
  int16           means: divergence 0.0005, chance to win 0.003, lead 0.1 points; 97 % of
                  best moves are good
  int8, bf16      means: divergence 0.003, chance to win 0.006, lead 0.15 points; 97 % of
                  best moves are good
  others          none

  --engine COMMAND  ask this engine; it is given `--network NETWORK --precision NAME`
  --precision NAME  float32, bfloat16 or half: float32; with --engine what the engine
                    knows: float
  --device NAME     of PyTorch: cpu
  --compiled        by torch.compile
  --inputs PATH     the program katago_inputs, build/scripts/train/katago_inputs
"""

import argparse
import json
import lzma
import math
import pathlib
import shlex
import sys
import tempfile
import typing

import numpy

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from gtp_engine import Engine, EngineError
from options import Parser
from labelling.vertices import two_letters
from raw_network import read_raw_network
from script import Failure

SECONDS = 120  # for an answer
NEAR = 0.02  # of the chance of KataGo's best move
# What KataGo prints, and the bound of its difference in floats.
CHANCE, OWNER, LEAD, DIGITS, POINTS = 0.001, 0.002, 0.02, 0.002, 0.05
BOUNDS = {
    "whiteWin": CHANCE, "whiteLoss": CHANCE, "noResult": CHANCE, "whiteLead": LEAD,
    "whiteScoreSelfplay": POINTS, "scoreStdev": POINTS, "varTimeLeft": POINTS,
    "shorttermWinlossError": DIGITS, "shorttermScoreError": POINTS, "policy": CHANCE,
    "optimisticPolicy": CHANCE, "whiteOwnership": OWNER}
POLICIES = ("policy", "optimisticPolicy")
# Bounds of means: the divergence of the policy, the chance to win and the lead.
MEAN_BOUNDS = {"int16": (0.0005, 0.003, 0.1), "int8": (0.003, 0.006, 0.15),
               "bf16": (0.003, 0.006, 0.15)}
BEST_MOVES = 0.97


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("network", type=pathlib.Path)
    parser.add_argument("expected", type=pathlib.Path, nargs="+")
    parser.add_argument("--engine")
    parser.add_argument("--precision")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--inputs")
    options = parser.parse_args()
    if options.precision is None:
        options.precision = "float" if options.engine else "float32"
    return options


def arrays(raw: dict) -> dict:
    """What KataGo says, as arrays; where a move is not legal the chance is NaN. Outputs
    that the network does not have are left out."""
    def numbers(name: str) -> numpy.ndarray:
        return numpy.array(raw[name], dtype=float)

    found = {name: numbers(name) for name in BOUNDS if name in raw and raw[name] != -1}
    found["policy"] = numpy.append(numbers("policy"), raw["policyPass"])
    found["optimisticPolicy"] = numpy.append(numbers("optimisticPolicy"),
                                             raw["optimisticPolicyPass"])
    square = raw["whiteScoreSelfplaySq"] - raw["whiteScoreSelfplay"] ** 2
    found["scoreStdev"] = numpy.array(math.sqrt(max(square, 0)))
    return found


class Asked:
    """An engine that is asked by kata-raw-nn."""

    def __init__(self, options: argparse.Namespace, log: pathlib.Path) -> None:
        words = shlex.split(options.engine) + [
            "--network", str(options.network), "--precision", options.precision]
        self.engine = Engine("engine", words, log, SECONDS)
        self.engine.start()

    def set_up(self, position: dict) -> None:
        for command in (f"boardsize {position['size']}", "clear_board",
                        f"kata-set-rules {position['rules']}",
                        f"komi {position['komi']:g}"):
            self.engine.ask(command)
        for turn, move in enumerate(position["moves"].split()):
            self.engine.ask(f"play {'bw'[turn % 2]} {move}")

    def answer(self, optimism: int) -> dict:
        """What it tells under each key: a number, or a list of numbers."""
        raw = read_raw_network(self.engine.ask(f"kata-raw-nn 0 {optimism}"))
        return {key: numbers if len(numbers) > 1 else numbers[0]
                for key, numbers in raw.items()}

    def opinions(self, positions: list) -> typing.Iterator[dict]:
        for position in positions:
            self.set_up(position)
            raw, optimistic = self.answer(0), self.answer(1)
            raw["optimisticPolicy"] = optimistic["policy"]
            raw["optimisticPolicyPass"] = optimistic["policyPass"]
            yield arrays(raw)

    def end(self) -> None:
        self.engine.end()


class Computed:
    """The network in PyTorch."""

    def __init__(self, options: argparse.Namespace) -> None:
        from katago import katago_inputs, katago_teacher
        self.module = katago_teacher
        self.program = options.inputs or katago_inputs.PROGRAM
        if options.precision not in katago_teacher.PRECISIONS:
            raise ValueError(f"--precision {options.precision}: PyTorch takes one of "
                             + ", ".join(katago_teacher.PRECISIONS))
        self.teacher = katago_teacher.load(options.network, options.device,
                                           options.precision, options.compiled)

    @staticmethod
    def record(position: dict) -> str:
        moves = "".join(two_letters(move, position["size"])
                        for move in position["moves"].split())
        return f"{position['size']} {position['komi']:g} 0 ? - - {moves}"

    def opinion(self, opinions: dict, inputs: typing.Any, row: int) -> dict:
        """That of one position, as KataGo says it."""
        sign = -1 if inputs.black[row] else 1
        mine, other = ("loss", "win") if inputs.black[row] else ("win", "loss")
        policies = self.module.probabilities(opinions["policy"][row])
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

    def opinions(self, positions: list) -> typing.Iterator[dict]:
        """Pre: they have one size and one name of rules."""
        size, rules = positions[0]["size"], positions[0]["rules"]
        converter = self.teacher.converter(self.program, rules=rules)
        inputs = converter.convert(size, list(map(self.record, positions)))
        if len(inputs) < len(positions):
            raise ValueError("there are positions that cannot be played")
        opinions = self.teacher.evaluate(inputs)
        for row in range(len(positions)):
            yield self.opinion(opinions, inputs, row)

    def end(self) -> None:
        """Nothing is left to do."""


def difference(ours: numpy.ndarray, theirs: numpy.ndarray) -> float:
    """The largest one; infinite where only one of the two is there."""
    if not numpy.array_equal(numpy.isnan(ours), numpy.isnan(theirs)):
        return math.inf
    return float(numpy.nanmax(numpy.abs(ours - theirs)))


def divergence(ours: numpy.ndarray, theirs: numpy.ndarray) -> float:
    """Of our policy from KataGo's, which is rounded to six digits."""
    least = 1e-6
    share = theirs > 0  # no NaN
    found = numpy.nan_to_num(numpy.maximum(ours[share], least), nan=least)
    return max(0.0, float(numpy.sum(theirs[share] * numpy.log(theirs[share] / found))))


def finds_best(ours: numpy.ndarray, theirs: numpy.ndarray) -> bool:
    if numpy.isnan(theirs[numpy.nanargmax(ours)]):
        return False
    return bool(theirs[numpy.nanargmax(ours)] >= numpy.nanmax(theirs) - NEAR)


class Comparison:
    def __init__(self) -> None:
        self.differences: dict = {name: [] for name in BOUNDS}
        self.divergences: dict = {name: [] for name in POLICIES}
        self.best: dict = {name: [] for name in POLICIES}
        self.positions: list = []

    def add(self, position: dict, ours: dict) -> None:
        self.positions.append(position)
        expected = arrays(position["raw"])
        for name, theirs in expected.items():
            self.differences[name].append(
                (difference(ours[name], theirs), len(self.positions) - 1))
        for name in POLICIES:
            self.divergences[name].append(divergence(ours[name], expected[name]))
            self.best[name].append(finds_best(ours[name], expected[name]))

    def mean(self, name: str) -> float:
        pairs = self.differences[name]
        return sum(pair[0] for pair in pairs) / len(pairs)

    def print(self) -> None:
        print(f"{len(self.positions)} positions: largest and mean difference")
        for name, pairs in self.differences.items():
            if pairs:
                print(f"{name:22} {max(pairs)[0]:.6f} {self.mean(name):.6f}")
        for name in POLICIES:
            print(f"divergence of {name}: {numpy.mean(self.divergences[name]):.6f}")
            print(f"best move of {name}: {100 * numpy.mean(self.best[name]):.1f} %")

    def beyond_floats(self) -> typing.List[str]:
        """The outputs that are beyond their bounds, and where they are most so."""
        beyond = []
        for name, pairs in self.differences.items():
            if not pairs or max(pairs)[0] <= BOUNDS[name]:
                continue
            position = self.positions[max(pairs)[1]]
            count = sum(pair[0] > BOUNDS[name] for pair in pairs)
            beyond.append(f"{name}: {count} positions beyond {BOUNDS[name]}, most so "
                          f"{position['size']}x{position['size']}, {position['rules']}, "
                          f"komi {position['komi']:g}, {position['moves']}")
        return beyond

    def beyond_means(self, bounds: tuple) -> typing.List[str]:
        means = {"mean divergence of the policy": numpy.mean(self.divergences["policy"]),
                 "mean difference of whiteWin": self.mean("whiteWin"),
                 "mean difference of whiteLead": self.mean("whiteLead")}
        beyond = [f"{name}: {mean:.6f} is beyond {bound}"
                  for (name, mean), bound in zip(means.items(), bounds) if mean > bound]
        if numpy.mean(self.best["policy"]) < BEST_MOVES:
            beyond.append(f"best moves: fewer than {100 * BEST_MOVES:.0f} %")
        return beyond

    def beyond(self, precision: str) -> typing.List[str]:
        if precision in ("float", "float32"):
            return self.beyond_floats()
        if precision in MEAN_BOUNDS:
            return self.beyond_means(MEAN_BOUNDS[precision])
        return []


def groups(positions: list) -> dict:
    """The positions of each board size and rules."""
    found: dict = {}
    for position in positions:
        found.setdefault((position["size"], position["rules"]), []).append(position)
    return found


def read(path: pathlib.Path) -> list:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="ascii") as file:
        return [json.loads(line) for line in file]


def compare(options: argparse.Namespace, log: pathlib.Path) -> Comparison:
    positions = [position for path in options.expected for position in read(path)]
    source = Asked(options, log) if options.engine else Computed(options)
    comparison = Comparison()
    try:
        for group in groups(positions).values():
            for position, opinion in zip(group, source.opinions(group)):
                comparison.add(position, opinion)
    finally:
        source.end()
    return comparison


def main() -> None:
    options = arguments()
    try:
        with tempfile.TemporaryDirectory() as folder:
            comparison = compare(options, pathlib.Path(folder) / "log")
    except (ValueError, OSError, EngineError, Failure) as error:
        sys.exit(f"katago_agreement.py: {error}")
    comparison.print()
    beyond = comparison.beyond(options.precision)
    if beyond:
        sys.exit("\n".join(beyond))


if __name__ == "__main__":
    main()
