#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Teaches a network of ours how people play, from records with the ranks of the players.

usage: human.py --out FILE [OPTIONS] RECORDS[=WEIGHT]...

FILE gets a second policy head, which reads what the other heads read and is told the rank
of the player to move (engine/network/human_network.h). The network itself does not change.
Ranks that are no ranks say nothing; so do some of the others, so that the head also knows
players of no rank. One game in fifty is never trained on. In the end these games tell how
good the head is, by rank. One number is how often its likeliest move was played. The
other is the mean of -log of the chance that it gave the played move, in nats.

  --net FILE       the network, engine/network/default.net
  --start FILE     goes on from this head
  --positions N    1000000
  --channels N     of the head, a multiple of 16, 64
  --batch N        positions in a step, 256
  --rate X         highest learning rate, 0.003
  --test N         positions of the comparison, 20000
  --build FOLDER   where the programs `samples` and `trunk_features` are, 'build'
  --seed N         1
"""

import argparse
import collections
import math
import pathlib
import subprocess
import sys
import typing

import numpy
import torch
from torch import nn
from torch.nn import functional

from network import model
from network.model import ACTIVATION_MAX, WEIGHT_MAX
from network.net_file import checksum
from network.program_trunk import read_features
from options import Parser

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAGIC, VERSION = b"PONHUMN\0", 1
UNKNOWN = -128  # RANK_UNKNOWN of engine/params/rank.h
WEAKEST, PROFESSIONAL = -9, 10  # HUMAN_RANK_... of human_network.h
NUMBERS = 3  # that tell a rank
UNTOLD = 0.1  # part of the known ranks that the head is not told
REPORT_EVERY = 200  # steps


class Stream:
    """Batches of positions of records."""

    def __init__(self, options: argparse.Namespace, *words: str):
        folder = pathlib.Path(options.build) / "scripts/train"
        self.samples = subprocess.Popen(
            [folder / "samples", "--playouts", "0", "--per-game", "8", "--batch",
             str(options.batch), "--seed", str(options.seed), *words, *options.files],
            stdout=subprocess.PIPE)
        self.features = subprocess.Popen(
            [folder / "trunk_features", "--net", options.net],
            stdin=self.samples.stdout, stdout=subprocess.PIPE)

    def __iter__(self) -> typing.Iterator[numpy.ndarray]:
        while (batch := read_features(self.features.stdout)) is not None:
            yield batch

    def close(self) -> None:
        for process in (self.features, self.samples):
            process.kill()
            process.wait()


def round_weights(weight: torch.Tensor) -> torch.Tensor:
    """To 8 bits, as those of a 1x1 layer."""
    return model.round_weights(weight[:, :, None, None])[:, :, 0, 0]


def numbers_of(rank: torch.Tensor) -> torch.Tensor:
    """What the head is told: is the rank known, how many dans, is it a professional's."""
    known = rank != UNKNOWN
    dans = rank.clamp(WEAKEST, PROFESSIONAL).float() / PROFESSIONAL
    return torch.stack([known.float(), dans * known, (rank == PROFESSIONAL).float()], dim=1)


class HumanHead(nn.Module):
    """N x points x channels of features 0..1 and N x NUMBERS to logits of all points and
    of a pass. Each number changes the logits by an output of its own."""

    def __init__(self, inputs: int, channels: int):
        super().__init__()
        self.first = nn.Linear(inputs, channels)
        self.pooled = nn.Linear(2 * inputs, channels, bias=False)
        self.rank = nn.Linear(NUMBERS, channels, bias=False)
        self.points = nn.Linear(channels, 1 + NUMBERS, bias=False)
        self.passing = nn.Linear(2 * inputs, 1)
        self.rank_passing = nn.Linear(NUMBERS, 1, bias=False)
        nn.init.zeros_(self.rank.weight)
        nn.init.zeros_(self.points.weight[1:])
        nn.init.zeros_(self.rank_passing.weight)

    def forward(self, features: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        pooled = torch.cat([features.mean(dim=1), features.amax(dim=1)], dim=1)
        hidden = functional.linear(features, round_weights(self.first.weight),
                                   self.first.bias)
        hidden = hidden + (self.pooled(pooled) + self.rank(numbers))[:, None, :]
        said = self.points(functional.relu(hidden))
        points = said[:, :, 0] + (said[:, :, 1:] * numbers[:, None, :]).sum(dim=2)
        passing = self.passing(pooled) + self.rank_passing(numbers)
        return torch.cat([points, passing], dim=1)

    def tensors(self) -> list:
        """In the order of the file, where features are 0..63."""
        unit = 1 / ACTIVATION_MAX
        weight = self.first.weight.detach()
        step = weight.abs().amax(dim=1) / WEIGHT_MAX + 1e-12
        return [(weight / step[:, None]).round().to(torch.int8), step * unit,
                self.first.bias, self.pooled.weight * unit, self.rank.weight,
                self.points.weight, self.passing.weight * unit,
                self.rank_passing.weight, self.passing.bias]

    def take(self, tensors: list) -> None:
        """The reverse of tensors()."""
        integers, scale, bias, pooled, rank, points, passing, rank_passing, last = tensors
        unit = ACTIVATION_MAX
        pairs = ((self.first.weight, integers * scale[:, None] * unit),
                 (self.first.bias, bias), (self.pooled.weight, pooled * unit),
                 (self.rank.weight, rank), (self.points.weight, points),
                 (self.passing.weight, passing * unit),
                 (self.rank_passing.weight, rank_passing), (self.passing.bias, last))
        for parameter, value in pairs:
            parameter.data.copy_(value.reshape(parameter.shape))


def head_file(head: HumanHead, network: bytes) -> bytes:
    """The bytes of the file of a head that belongs to this network's file."""
    channels, inputs = head.first.weight.shape
    numbers = numpy.array([VERSION, NUMBERS, inputs, channels], "<u4").tobytes()
    tensors = b"".join(
        tensor.detach().numpy().astype("i1" if tensor.dtype == torch.int8 else "<f4")
        .tobytes() for tensor in head.tensors())
    body = MAGIC + numbers + network[-8:] + tensors
    return body + checksum(body).to_bytes(8, "little")


def read_head(path: str) -> HumanHead:
    data = pathlib.Path(path).read_bytes()
    if data[:8] != MAGIC or data[-8:] != checksum(data[:-8]).to_bytes(8, "little"):
        raise ValueError(f"{path} is not the file of a human head, or damaged")
    _, _, inputs, channels = numpy.frombuffer(data[8:24], "<u4").tolist()
    head, place, tensors = HumanHead(inputs, channels), 32, []
    for tensor in head.tensors():
        kind = numpy.dtype("i1" if tensor.dtype == torch.int8 else "<f4")
        values = numpy.frombuffer(data, kind, tensor.numel(), place)
        place += values.nbytes
        tensors.append(torch.from_numpy(values.astype("f4")).reshape(tensor.shape))
    head.take(tensors)
    return head


def ask(head: HumanHead, batch: numpy.ndarray, ranks: torch.Tensor) -> torch.Tensor:
    features = torch.from_numpy(batch["features"].copy()).float() / ACTIVATION_MAX
    return head(features, numbers_of(ranks))


def ranks_of(batch: numpy.ndarray) -> torch.Tensor:
    return torch.from_numpy(batch["rank"].astype("i4"))


def losses_of(head: HumanHead, batch: numpy.ndarray,
              ranks: torch.Tensor) -> typing.Tuple[torch.Tensor, torch.Tensor]:
    """Of each position -log of the chance of the played move, and whether that was the
    likeliest."""
    logits = ask(head, batch, ranks)
    moves = torch.from_numpy(batch["move"].astype("i8"))
    return (functional.cross_entropy(logits, moves, reduction="none"),
            logits.argmax(dim=1) == moves)


def train(head: HumanHead, options: argparse.Namespace) -> None:
    optimizer = torch.optim.AdamW(head.parameters(), lr=options.rate, weight_decay=1e-4)
    stream, done, losses = Stream(options), 0, []
    for step, batch in enumerate(stream):
        if done >= options.positions:
            break
        part = done / options.positions
        for group in optimizer.param_groups:
            group["lr"] = options.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * part)) / 2)
        ranks = ranks_of(batch)
        ranks[torch.rand(len(ranks)) < UNTOLD] = UNKNOWN
        loss = losses_of(head, batch, ranks)[0].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        done += len(batch)
        if step % REPORT_EVERY == 0:
            print(f"{done} positions, loss {numpy.mean(losses):.4f}", file=sys.stderr)
            losses = []
    stream.close()


def rank_name(rank: int) -> str:
    if rank == UNKNOWN:
        return "?"
    if rank == PROFESSIONAL:
        return "professional"
    return f"{rank} dan" if rank >= 1 else f"{1 - rank} kyu"


def test(head: HumanHead, options: argparse.Namespace) -> None:
    """Compares with games that are held out, once told the ranks and once not."""
    sums = collections.defaultdict(lambda: numpy.zeros(5))
    stream, done = Stream(options, "--held-out"), 0
    for batch in stream:
        ranks = ranks_of(batch)
        with torch.no_grad():
            told, first = losses_of(head, batch, ranks)
            untold, untold_first = losses_of(head, batch, torch.full_like(ranks, UNKNOWN))
        for rank, *values in zip(ranks.tolist(), told.tolist(), first.tolist(),
                                 untold.tolist(), untold_first.tolist()):
            sums[rank] += [1, *values]
        done += len(batch)
        if done >= options.test:
            break
    stream.close()
    if done < options.test:
        print("the comparison ends early: a file has no game that is held out",
              file=sys.stderr)
    print("rank, positions, nats and first move; the same when not told the rank")
    for rank, (count, *values) in sorted(sums.items()):
        nats, hits, untold, untold_hits = (value / count for value in values)
        print(f"{rank_name(rank)}, {count:.0f}, {nats:.3f}, {100 * hits:.1f} %; "
              f"{untold:.3f}, {100 * untold_hits:.1f} %")


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--net", default=str(ROOT / "engine/network/default.net"))
    parser.add_argument("--start")
    parser.add_argument("--build", default=str(ROOT / "build"))
    for name, kind, default in (("positions", int, 1000000), ("channels", int, 64),
                                ("batch", int, 256), ("rate", float, 0.003),
                                ("test", int, 20000), ("seed", int, 1)):
        parser.add_argument("--" + name, type=kind, default=default)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    torch.manual_seed(options.seed)
    network = pathlib.Path(options.net).read_bytes()
    channels = int.from_bytes(network[24:28], "little")  # of the trunk
    head = (read_head(options.start) if options.start
            else HumanHead(channels, options.channels))
    train(head, options)
    part = options.out.with_suffix(".part")
    part.write_bytes(head_file(head, network))
    part.replace(options.out)
    test(head, options)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(f"human.py: {error}")
