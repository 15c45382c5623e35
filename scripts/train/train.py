#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the network on game records.

usage: train.py --out FOLDER [OPTIONS] FILE[=WEIGHT]...

FOLDER gets checkpoint.pt (replaced every few minutes) and log.jsonl (an object a line),
of which plot.py makes a picture. The same command goes on where an interrupted one
stopped; Ctrl-C writes a checkpoint first. FILEs are game records, one game a line, as
README.md here says; games are drawn from them in proportion to the weights. One game in
fifty is never trained on and serves as validation, by kind of file.

  --samples PATH       the program that makes samples, build/scripts/train/samples
  --positions N        end after so many, 2000000
  --minutes X          ... or after so long, whichever comes first; the learning rate
                       falls in proportion to the larger part
  --blocks N --channels N --input-kernel N   the shape of the network, 4, 32, 5
  --batch N            positions in a step, 128
  --rate X             highest learning rate, 0.002
  --per-game N         positions taken of a game at a time, 4
  --playouts N         playouts that find out who owned what at the end of a game, 48
  --threads N          each has a part of every batch, 1
  --readers N          so many `samples` at once; one for each 10,000 positions/s, 1
  --device NAME        cpu; cuda on a GPU
  --float32            no bfloat16
  --adam               for all weights, not for those alone that Muon is not for
  --value X --score X --owner X   weights of these losses beside the policy's, 1, 0.1, 1
  --optimistic X --errors X   weights of the losses of the optimistic policy and of the
                       short-term errors, where labels have them, 0.3, 0.1
  --games FILE         games that labels refer to and that are not trained on; several
                       times if there are several
  --start FILE         begins with the weights of this checkpoint, or of a network of the
                       program such as engine/network/default.net. It has the shape of that
                       file; with larger --blocks or --channels it grows first
  --fix-norms X        the part of the training after which batch norms use their
                       running averages, 0.35
  --quantise           imitates 8-bit integers, with batch norms fixed at once: the last
                       part of a training, from --start, --rate 0.0002 or so
  --validate N         positions between two validations, 200000
  --seed N             1
"""

import argparse
import concurrent.futures
import copy
import dataclasses
import functools
import itertools
import math
import os
import pathlib
import signal
import sys
import time
import typing

import torch
from torch.nn import functional

from network import batches
from network import growing
from network import measuring
from network import model
from network import net_file
from network.muon import Muon
from options import Parser
from reporter import Reporter
from network.validation import Validation

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WEIGHT_DECAY = 1e-4
WARM_UP = 0.02  # part of the training in which the learning rate rises
CHECKPOINT_EVERY = 180  # seconds
MEASURING_BATCHES = 20
WIN_ERROR, SCORE_ERROR = model.USUAL_ERRORS


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--samples", default=str(ROOT / "build/scripts/train/samples"))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--start", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--games", action="append", default=[])
    for name, kind, default in (
            ("positions", int, 2000000), ("blocks", int, None), ("channels", int, None),
            ("input-kernel", int, None), ("batch", int, 128), ("rate", float, 0.002),
            ("per-game", int, 4), ("playouts", int, 48), ("threads", int, 1),
            ("readers", int, 1), ("value", float, 1.0), ("score", float, 0.1),
            ("owner", float, 1.0), ("optimistic", float, 0.3), ("errors", float, 0.1),
            ("validate", int, 200000),
            ("fix-norms", float, 0.35), ("seed", int, 1)):
        parser.add_argument("--" + name, type=kind, default=default)
    parser.add_argument("--float32", action="store_true")
    parser.add_argument("--adam", action="store_true")
    parser.add_argument("--quantise", action="store_true")
    return parser.parse_args()


def mean_where(values: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """Mean of those values that are known; 0 if none is."""
    known = known.to(values.dtype)
    return (values * known).sum() / known.sum().clamp(min=1)


class Trainer:
    """The network, what trains it, and how far it has come."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.device = torch.device(options.device)
        self.positions, self.seconds, self.runs = 0, 0.0, 0
        self.checkpoint = options.out / "checkpoint.pt"
        torch.manual_seed(options.seed)
        self.measured = True  # batch norms know what they read
        self.network = self._begin()
        self.shape = self.network.shape
        self.network.to(self.device, memory_format=torch.channels_last)
        self.optimizers = self._optimizers()
        if self.checkpoint.exists():
            self._resume()
        else:
            self._measure()
        if options.quantise:
            self.network.quantise()
            self.network.fix_norms()
        self.half = not (options.float32 or options.quantise)
        self.pool = concurrent.futures.ThreadPoolExecutor(
            options.threads, initializer=lambda: torch.set_num_threads(1))
        self.replicas: list = []
        self._replicate()

    def _replicate(self) -> None:
        """Makes a network for each thread. They have the same weights, but batch norms
        of their own; what those of the first one see is remembered."""
        shared = {id(each): each for each in self.network.parameters()}
        self.replicas = [self.network] + [copy.deepcopy(self.network, dict(shared))
                                          for _ in range(1, self.options.threads)]

    def _begin(self) -> model.Network:
        """A new network, or one to start with, of the shape that was asked for."""
        options = self.options
        wanted = {name: getattr(options, name)
                  for name in ("blocks", "channels", "input_kernel")
                  if getattr(options, name) is not None}
        if not options.start:
            return model.Network(model.Shape(**wanted))
        network = net_file.load(options.start)
        net_file.forget_ranges(network)
        self.measured = measuring.norms_are_known(network)
        shape = dataclasses.replace(network.shape, **wanted)
        if shape != network.shape:
            network = growing.grow(network, shape)
            self.measured = False
        return network

    def _optimizers(self) -> list:
        """Muon for the convolutions between the blocks, Adam for all else."""
        muon = [] if self.options.adam else self.network.inner_weights()
        inner = set(muon)
        others = [each for each in self.network.parameters() if each not in inner]
        common = {"lr": self.options.rate, "weight_decay": WEIGHT_DECAY}
        optimizers: list = [torch.optim.AdamW(others, **common)]
        if muon:
            optimizers.append(Muon(muon, **common))
        return optimizers

    def _resume(self) -> None:
        saved = torch.load(self.checkpoint, map_location="cpu")
        if saved["shape"] != dataclasses.asdict(self.shape):
            raise ValueError(f"{self.checkpoint} holds a network of another shape")
        self.network.load_state_dict(saved["network"])
        for optimizer, state in zip(self.optimizers, saved["optimizers"], strict=True):
            optimizer.load_state_dict(state)
        self.positions, self.seconds = saved["positions"], saved["seconds"]
        self.runs = saved["runs"] + 1

    def _measure(self) -> None:
        """Finds what the network does not tell of itself."""
        self.half = False
        if not self.measured:
            measuring.measure_norms(self.network, self._evaluations())
        if self.options.quantise:
            measuring.measure_ranges(self.network, self._evaluations())

    def _evaluations(self) -> typing.Iterator[dict]:
        """Some evaluations, each when it is asked for."""
        reader = self.reader()
        for batch in itertools.islice(reader, MEASURING_BATCHES):
            yield self.evaluate(self.network, batch)
        reader.close()

    def reader(self) -> batches.Reader:
        options = self.options
        seed = options.seed + 1000 * self.runs
        return batches.Reader(*(
            [options.samples, "--seed", str(seed + i), "--batch", str(options.batch),
             "--per-game", str(options.per_game), "--playouts", str(options.playouts),
             *batches.games_of(options.games), *options.files]
            for i in range(options.readers)))

    def save(self) -> None:
        saved = {"shape": dataclasses.asdict(self.shape),
                 "network": self.network.state_dict(),
                 "optimizers": [each.state_dict() for each in self.optimizers],
                 "positions": self.positions, "seconds": self.seconds,
                 "runs": self.runs,
                 "quantised": self.options.quantise}
        part = self.checkpoint.with_suffix(".part")
        torch.save(saved, part)
        os.replace(part, self.checkpoint)

    def progress(self) -> float:
        """0 at the beginning, 1 at the end."""
        return max(self.positions / self.options.positions,
                   self.seconds / 60 / self.options.minutes)

    def rate(self) -> float:
        """Rises for a moment, then falls like a cosine."""
        done = self.progress()
        if done < WARM_UP and not self.options.quantise:
            return self.options.rate * (done + 0.001) / WARM_UP
        return self.options.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)

    def evaluate(self, network: model.Network, batch: batches.Batch) -> dict:
        planes = batch.tensor("planes").to(self.device)
        planes = planes.to(torch.bfloat16 if self.half else torch.float32)
        planes = planes.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.half):
            return network(planes, batch.tensor("numbers").to(self.device))

    def losses(self, batch: batches.Batch, outputs: dict) -> dict:
        def get(name: str) -> torch.Tensor:
            return batch.tensor(name).to(self.device)

        known = {name: torch.from_numpy(flags).to(self.device)
                 for name, flags in batch.known.items()}
        win = functional.binary_cross_entropy_with_logits(
            outputs["win"], get("outcome"), reduction="none")
        score = functional.smooth_l1_loss(outputs["score"], get("score"), beta=0.5,
                                          reduction="none")
        owner = functional.binary_cross_entropy_with_logits(
            outputs["owner"], get("owner"), reduction="none").mean(dim=1)
        optimistic = functional.cross_entropy(outputs["optimistic"], get("optimistic"),
                                              reduction="none")
        errors = (self._error_loss(outputs["win_error"], get("win_error"), WIN_ERROR) +
                  self._error_loss(outputs["score_error"], get("score_error"), SCORE_ERROR))
        return {"policy": functional.cross_entropy(outputs["policy"], get("policy")),
                "win": mean_where(win, known["outcome"]),
                "score": mean_where(score, known["score"]),
                "owner": mean_where(owner, known["owner"]),
                "optimistic": mean_where(optimistic, known["optimistic"]),
                "errors": mean_where(errors, known["errors"])}

    @staticmethod
    def _error_loss(found: torch.Tensor, wanted: torch.Tensor, unit: float) -> torch.Tensor:
        """Of a short-term error, in units of one that is usual."""
        return functional.smooth_l1_loss(found / unit, wanted / unit, beta=0.5,
                                         reduction="none")

    def _gradients(self, network: model.Network, part: batches.Batch) -> tuple:
        """The losses of a part of a batch, and the gradients of all weights, None where
        there is none."""
        losses = self.losses(part, self.evaluate(network, part))
        options = self.options
        loss = (losses["policy"] + options.value * losses["win"] +
                options.score * losses["score"] + options.owner * losses["owner"] +
                options.optimistic * losses["optimistic"] +
                options.errors * losses["errors"])
        gradients = torch.autograd.grad(loss, list(network.parameters()),
                                        allow_unused=True)
        return {name: value.detach() for name, value in losses.items()}, gradients

    def step(self, batch: batches.Batch) -> dict:
        """Learns from a batch; returns the losses, still on the device. Each thread has
        a part of it: threads that share the work of each layer wait for each other all
        the time, which takes ten times as long where a processor is busy otherwise."""
        if not self.network.norms_fixed and self.progress() >= self.options.fix_norms:
            self.network.fix_norms()
            self._replicate()
        parts = batch.split(len(self.replicas))
        found = list(self.pool.map(self._gradients, self.replicas, parts))
        shares = [len(part) / len(batch) for part in parts]
        for index, weight in enumerate(self.network.parameters()):
            known = [gradients[index] * share
                     for (_, gradients), share in zip(found, shares, strict=True)
                     if gradients[index] is not None]
            weight.grad = sum(known) if known else None
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = self.rate()
            optimizer.step()
        self.positions += len(batch)
        return {name: sum(losses[name] * share
                          for (losses, _), share in zip(found, shares, strict=True))
                for name in found[0][0]}


def validate(trainer: Trainer, validation: Validation, reporter: Reporter,
             complete: bool) -> None:
    trainer.network.eval()
    result = validation.run(functools.partial(trainer.evaluate, trainer.network), complete)
    trainer.network.train()
    reporter.log({"kind": "complete" if complete else "validation",
                  "positions": trainer.positions, "groups": result})
    print(f"\n{trainer.positions} positions", file=sys.stderr)
    for name, figures in result.items():
        text = " ".join(f"{key} {value}" for key, value in figures.items()
                        if value is not None)
        print(f"  {name:<14} {text}", file=sys.stderr, flush=True)


def train(options: argparse.Namespace) -> None:
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)  # to validate; see Trainer for training
    trainer = Trainer(options)
    validation = Validation(options)
    reporter = Reporter(options.out / "log.jsonl")
    reporter.log({"kind": "start",
                  "options": {key: str(value) for key, value in vars(options).items()},
                  "parameters": sum(p.numel() for p in trainer.network.parameters())})
    stopped = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.append(True))
    reader = trainer.reader()
    trainer.network.train()
    begun, saved = time.monotonic() - trainer.seconds, time.monotonic()
    for batch in reader if trainer.progress() < 1 else ():
        reporter.add(batch, trainer.step(batch))
        trainer.seconds = time.monotonic() - begun
        if reporter.due():
            reporter.write(trainer.positions, trainer.seconds, trainer.rate(),
                           trainer.progress())
        if trainer.positions // options.validate > (
                trainer.positions - len(batch)) // options.validate:
            validate(trainer, validation, reporter, complete=False)
        if time.monotonic() - saved > CHECKPOINT_EVERY:
            trainer.save()
            saved = time.monotonic()
        if stopped or trainer.progress() >= 1:
            break
    reader.close()
    trainer.save()
    if not stopped:
        validate(trainer, validation, reporter, complete=True)


def main() -> None:
    try:
        train(arguments())
    except (ValueError, OSError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
