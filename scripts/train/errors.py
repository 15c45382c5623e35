#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far networks are from the teacher on the fixed test, see README.md here.

usage: errors.py [OPTIONS] NETWORK...

A NETWORK is a checkpoint, a file that the program reads, or a file of labels of the same
positions. Such labels are those of a teacher that was shown mirrored boards. It is
computed by PyTorch in floats, and by the program's own integers if it has a file or can
be written as one. Means over positions:

  win     squared error of the chance to win
  lead    squared error of the lead, in points; a few positions make most of it
  off     by how many points it is wrong about the lead
  KL      Kullback-Leibler divergence of the policy from the teacher's, in nats; moves that
          the test does not list count as one
  first   part of the positions where the likeliest move is the teacher's
  owner   squared error of the chance to own a point
  opt.KL  as KL, of the optimistic policy
  win.e, lead.e  squared errors of the short-term errors of both

They are by board size, and by part of the game. Openings have stones on less than an
eighth of the points, late positions on more than a third. Positions of searches are
apart. Another table is about moves of the same position (make_labels.py --siblings), by
board size. It has the standard deviations of the chances to win beside their mean: of the
teacher's, the network's, and of what is wrong about these. If that is more than the
teacher's, saying nothing would be better. Then follows how both correlate.

The last table is by how much a network differs from the first one, and the
standard error of that.

  --test FILE      labels, scripts/train/fixed_test.labels. Those that a network has learnt
                   from tell by how much it does better on them than on others
  --games FILE     games that these labels refer to; may be given several times
  --siblings FILE  labels of such moves, scripts/train/fixed_siblings.labels
  --programs PATH  where samples, show_labels and network_outputs are, build/scripts/train
  --float          not by the program's integers
  --integers       not in floats
  --threads N      for floats, 1
"""

import argparse
import dataclasses
import math
import pathlib
import subprocess
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "match"))

import numpy
import torch

from network import batches
from network import model
from network import net_file
from network import version2
from script import Failure, Parser, run_script

TEST = pathlib.Path(__file__).resolve().parent / "fixed_test.labels"
SIBLINGS = TEST.with_name("fixed_siblings.labels")
OPENING_PART, LATE_PART = 1 / 8, 1 / 3  # of the points
SMALLEST = 1e-7  # chance of a move
BATCH = 64
FORBIDDEN_PLANES = (1, 2, 14)  # stones, and what ko or superko forbid
OLDEST_WITH_ERRORS = 3  # version of a network's file
PARTS = ("all", "9x9", "13x13", "19x19", "opening", "middle", "late", "searched")
COLUMNS = {"win": "{:.4f}", "lead": "{:.2f}", "off": "{:.2f}", "KL": "{:.3f}",
           "first": "{:.1%}", "owner": "{:.4f}", "opt.KL": "{:.3f}", "win.e": "{:.5f}",
           "lead.e": "{:.2f}"}
NEW_HEADS = ("opt.KL", "win.e", "lead.e")


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("networks", nargs="+", type=pathlib.Path)
    parser.add_argument("--test", type=pathlib.Path, default=TEST)
    parser.add_argument("--games", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--siblings", type=pathlib.Path, default=SIBLINGS)
    parser.add_argument("--programs", type=pathlib.Path,
                        default=ROOT / "build/scripts/train")
    parser.add_argument("--float", action="store_true")
    parser.add_argument("--integers", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def run_program(command: list) -> bytes:
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True,
                              check=False)
    except OSError as error:
        raise Failure(f"cannot run {command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        lines = done.stderr.decode("utf-8", "replace").splitlines()
        raise Failure(lines[0] if lines else f"{command[0]} has failed")
    return done.stdout


@dataclasses.dataclass
class Outputs:
    """What is said of positions of one board size, as the player to move sees it."""

    win: numpy.ndarray  # N, the chance
    lead: numpy.ndarray  # N, points
    win_error: numpy.ndarray
    lead_error: numpy.ndarray
    policy: numpy.ndarray  # N x (points + 1), chances
    optimistic: numpy.ndarray
    owner: numpy.ndarray  # N x points: the chance to own it

    @staticmethod
    def joined(parts: list) -> "Outputs":
        return Outputs(*(numpy.concatenate([getattr(part, field.name) for part in parts])
                         for field in dataclasses.fields(Outputs)))


class Test:
    """The positions, and what the teacher says of them, by board size."""

    def __init__(self, programs: pathlib.Path, path: pathlib.Path,
                 games: typing.Iterable = ()):
        self.path, self.programs = path, programs
        self.games = [part for each in games for part in ("--games", each)]
        self.batches: dict = {}  # lists, by board size, in the order of the file
        with tempfile.TemporaryFile() as stream:
            stream.write(run_program([programs / "samples", "--once", "--test", "--batch",
                                      BATCH, *self.games, path]))
            stream.seek(0)
            while batch := batches.read_batch(stream):
                self.batches.setdefault(batch.size, []).append(batch)
        self.parts: dict = {size: [] for size in self.batches}  # names, of each position
        text = run_program([programs / "show_labels", "--list", *self.games,
                            path]).decode("ascii")
        for line in text.splitlines():
            source, size, stones, _ = line.split()
            self.parts[int(size)].append(self.part_of(source, int(size), int(stones)))
        self.wanted = {size: Outputs.joined([self.opinions(each) for each in found])
                       for size, found in self.batches.items()}

    @staticmethod
    def part_of(source: str, size: int, stones: int) -> str:
        if source == "search":
            return "searched"
        share = stones / size ** 2
        return ("opening" if share < OPENING_PART else
                "late" if share > LATE_PART else "middle")

    @staticmethod
    def opinions(batch: batches.Batch) -> Outputs:
        """What the labels say. The chances of moves that are not listed are missing."""
        return Outputs(batch.outcome, batch.score * model.SCORE_UNIT, batch.win_error,
                       batch.score_error * model.SCORE_UNIT,
                       batch.policy * batch.listed[:, :1],
                       batch.optimistic * batch.listed[:, 1:], batch.owner)

    def positions(self, part: str) -> dict:
        """Which positions of each size belong to a part."""
        return {size: numpy.array([part in ("all", f"{size}x{size}", name)
                                   for name in names])
                for size, names in self.parts.items()}


def divergence(wanted: numpy.ndarray, found: numpy.ndarray) -> numpy.ndarray:
    """In nats, of each position; moves that are not listed count as one."""
    def parts(p: numpy.ndarray, q: numpy.ndarray) -> numpy.ndarray:
        ratio = numpy.maximum(p, SMALLEST) / numpy.maximum(q, SMALLEST)
        return numpy.where(p > 0, p * numpy.log(ratio), 0)

    listed = wanted > 0
    rest = 1 - wanted.sum(axis=1)
    others = 1 - numpy.where(listed, found, 0).sum(axis=1)
    return parts(wanted, found).sum(axis=1) + parts(numpy.maximum(rest, 0), others)


def errors(wanted: Outputs, found: Outputs) -> dict:
    """Of each position, by column."""
    return {"win": (found.win - wanted.win) ** 2,
            "lead": (found.lead - wanted.lead) ** 2,
            "off": numpy.abs(found.lead - wanted.lead),
            "KL": divergence(wanted.policy, found.policy),
            "first": found.policy.argmax(axis=1) == wanted.policy.argmax(axis=1),
            "owner": ((found.owner - wanted.owner) ** 2).mean(axis=1),
            "opt.KL": divergence(wanted.optimistic, found.optimistic),
            "win.e": (found.win_error - wanted.win_error) ** 2,
            "lead.e": (found.lead_error - wanted.lead_error) ** 2}


def float_outputs(network: model.Network, batch: batches.Batch) -> Outputs:
    """As PyTorch computes it."""
    planes, device = batch.tensor("planes").float(), next(network.parameters()).device
    with torch.inference_mode():
        said = network(planes.to(device), batch.tensor("numbers").to(device))
    said = {name: values.cpu() for name, values in said.items()}
    forbidden = planes[:, list(FORBIDDEN_PLANES)].sum(dim=1).flatten(1) > 0
    forbidden = torch.cat([forbidden, torch.zeros(len(batch), 1, dtype=torch.bool)], dim=1)

    def chances(name: str) -> numpy.ndarray:
        logits = said.get(name, said["policy"]).masked_fill(forbidden, -math.inf)
        return torch.softmax(logits, dim=1).numpy()

    nothing = torch.zeros(len(batch))
    return Outputs(torch.sigmoid(said["win"]).numpy(),
                   said["score"].numpy() * model.SCORE_UNIT,
                   said.get("win_error", nothing).numpy(),
                   said.get("score_error", nothing).numpy() * model.SCORE_UNIT,
                   chances("policy"), chances("optimistic"),
                   torch.sigmoid(said["owner"]).numpy())


def integer_outputs(data: bytes, sizes: typing.Iterable) -> dict:
    """What network_outputs writes, by board size."""
    found: dict = {size: [] for size in sizes}
    words = numpy.frombuffer(data, "<f4")
    place = 0
    while place < len(words):
        size = int(words[place:place + 1].view("<u4")[0])
        area = size * size
        count = 1 + 4 + 2 * (area + 1) + area
        found[size].append(words[place + 1:place + count])
        place += count
    outputs = {}
    for size, rows in found.items():
        array, moves = numpy.stack(rows), size * size + 1
        outputs[size] = Outputs(*array[:, :1].T, *array[:, 1:2].T, *array[:, 2:3].T,
                                *array[:, 3:4].T, array[:, 4:4 + moves],
                                array[:, 4 + moves:4 + 2 * moves],
                                (array[:, 4 + 2 * moves:] + 1) / 2)
    return outputs


class Result(typing.NamedTuple):
    name: str
    errors: dict  # by board size, then by column: of each position
    missing: tuple  # columns that the network does not have


def is_old(path: pathlib.Path) -> bool:
    """Has the network neither an optimistic policy nor errors?"""
    if net_file.is_net_file(path):
        return int.from_bytes(path.read_bytes()[8:12], "little") < OLDEST_WITH_ERRORS
    return version2.is_old(torch.load(path, map_location="cpu")["network"])


def is_labels(path: pathlib.Path) -> bool:
    with open(path, "rb") as file:
        return file.read(len(batches.BLOCKS_MAGIC)) == batches.BLOCKS_MAGIC


def in_floats(path: pathlib.Path, test: Test) -> dict:
    network = net_file.load(path).eval()
    return {size: Outputs.joined([float_outputs(network, batch) for batch in found])
            for size, found in test.batches.items()}


def in_integers(path: pathlib.Path, test: Test) -> typing.Optional[dict]:
    """None: the network cannot be written for the program."""
    with tempfile.TemporaryDirectory() as folder:
        if not net_file.is_net_file(path):
            try:
                data = net_file.network_file(net_file.load(path).eval())
            except ValueError as error:
                print(f"{path}: not by integers: {error}", file=sys.stderr)
                return None
            path = pathlib.Path(folder) / "net"
            path.write_bytes(data)
        return integer_outputs(run_program(
            [test.programs / "network_outputs", "--net", path, *test.games, test.path]),
            test.batches)


class Siblings(typing.NamedTuple):
    """What is said of moves of the same position, beside the mean of that position."""

    wanted: numpy.ndarray  # chances to win, less the mean
    found: numpy.ndarray

    @staticmethod
    def of(wanted: numpy.ndarray, found: numpy.ndarray,
           is_sibling: numpy.ndarray) -> "Siblings":
        """`is_sibling` tells which positions are siblings of the one before."""
        family = numpy.cumsum(~is_sibling) - 1
        count = numpy.bincount(family)[family]
        beside = [values - (numpy.bincount(family, values) /
                            numpy.bincount(family))[family] for values in (wanted, found)]
        return Siblings(*(values[count > 1] for values in beside))

    def row(self) -> str:
        wanted, found = self.wanted, self.found
        spread = [math.sqrt((values ** 2).mean())
                  for values in (wanted, found, found - wanted)]
        likeness = (wanted * found).mean() / max(spread[0] * spread[1], SMALLEST)
        return (f"{len(wanted):>10}" + "".join(f"{each:>10.4f}" for each in spread) +
                f"{likeness:>12.3f}")


def print_siblings(path: pathlib.Path, test: Test, options: argparse.Namespace) -> None:
    """Of one network, by integers if it has them."""
    if is_labels(path):
        return
    outputs = None if options.float else in_integers(path, test)
    if outputs is None:
        outputs = in_floats(path, test)
    print(f"\nmoves of the same position\n{'':10}{'positions':>10}{'teacher':>10}"
          f"{'network':>10}{'error':>10}{'correlation':>12}")
    for size, wanted in test.wanted.items():
        is_sibling = numpy.concatenate([batch.known["sibling"]
                                        for batch in test.batches[size]])
        siblings = Siblings.of(wanted.win, outputs[size].win, is_sibling)
        if len(siblings.wanted):
            print(f"{f'{size}x{size}':10}{siblings.row()}", flush=True)


def results(path: pathlib.Path, test: Test,
            options: argparse.Namespace) -> typing.Iterator[Result]:
    """Of one network, in floats and by integers."""
    if is_labels(path):
        other = Test(test.programs, path)
        if other.parts != test.parts:
            raise Failure(f"{path} holds labels of other positions")
        yield Result(path.name, {size: errors(wanted, other.wanted[size])
                                 for size, wanted in test.wanted.items()}, ())
        return
    missing = NEW_HEADS if is_old(path) else ()
    for name, outputs in (
            ("floats", None if options.integers else in_floats(path, test)),
            ("integers", None if options.float else in_integers(path, test))):
        if outputs is not None:
            yield Result(f"{path.parent.name}/{path.name}, {name}",
                         {size: errors(wanted, outputs[size])
                          for size, wanted in test.wanted.items()}, missing)


def values_of(result: Result, test: Test, part: str, column: str) -> numpy.ndarray:
    """Of the positions of a part."""
    wanted = test.positions(part)
    return numpy.concatenate([numpy.asarray(found[column], dtype=float)[wanted[size]]
                              for size, found in result.errors.items()])


def print_table(result: Result, test: Test) -> None:
    print(f"\n{result.name}")
    print(f"{'':10}{'positions':>10}" + "".join(f"{name:>10}" for name in COLUMNS))
    for part in PARTS:
        cells = []
        count = sum(int(chosen.sum()) for chosen in test.positions(part).values())
        for column, form in COLUMNS.items():
            if count == 0 or column in result.missing:
                cells.append("n/a" if count else "-")
            else:
                cells.append(form.format(values_of(result, test, part, column).mean()))
        print(f"{part:10}{count:>10}" + "".join(f"{cell:>10}" for cell in cells),
              flush=True)


def print_differences(found: list, test: Test) -> None:
    """From the first one."""
    first = found[0]
    print(f"\nchange from {first.name}, and its standard error")
    for result in found[1:]:
        cells = []
        for column in ("win", "off", "KL", "owner"):
            change = (values_of(result, test, "all", column) -
                      values_of(first, test, "all", column))
            error = change.std() / math.sqrt(len(change))
            cells.append(f"{column} {change.mean():+.4f} ({error:.4f})")
        print(f"  {result.name}: {', '.join(cells)}")


def main() -> None:
    options = arguments()
    torch.set_num_threads(options.threads)
    try:
        test = Test(options.programs, options.test, options.games)
        siblings = Test(options.programs, options.siblings)
        found = []
        for path in options.networks:
            for result in results(path, test, options):
                print_table(result, test)
                found.append(result)
            print_siblings(path, siblings, options)
        if len(found) > 1:
            print_differences(found, test)
    except ValueError as error:
        raise Failure(str(error)) from None


if __name__ == "__main__":
    run_script(main)
