# SPDX-License-Identifier: MIT
"""How well a network does on games that it is never trained on."""

import argparse
import math
import pathlib
import re
import typing

import torch
from torch.nn import functional

from network import batches
from network import model

SAMPLES = 1024  # of each kind of file, while training goes on


def group_of(path: str) -> str:
    """What a file is reported as: its name without folder, endings, years and parts."""
    name = pathlib.Path(path.split("=")[0]).name.split(".")[0]
    return re.sub(r"(-\d+)$", "", name) if name.count("-") > 1 else name


class Validation:
    """Samples of games that are never trained on, by kind of file."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.files: dict = {}
        paths = [file.rsplit("=", 1)[0] for file in options.files]
        for path in paths:
            self.files.setdefault(group_of(path), []).append(path)
        self.games = batches.games_of([*options.games, *paths])
        self.batches = {name: list(self._read(name, SAMPLES))
                        for name in self.files}

    def _read(self, name: str, most: float) -> typing.Iterator[batches.Batch]:
        count = 0
        for path in self.files[name]:
            reader = batches.Reader([self.options.samples, "--held-out", "--once",
                                     "--seed", "1", "--batch", "256", "--playouts",
                                     str(self.options.playouts), *self.games, path])
            share, taken = most / len(self.files[name]), 0
            for batch in reader:
                taken += len(batch)
                count += len(batch)
                yield batch
                if taken >= share or count >= most:
                    break
            reader.close()

    def run(self, evaluate: typing.Callable, complete: bool) -> dict:
        """Figures of each kind; with all held-out games if complete. evaluate() gives a
        network's outputs for a batch."""
        result = {}
        with torch.no_grad():
            for name, kept in self.batches.items():
                source = self._read(name, math.inf) if complete else iter(kept)
                result[name] = self._measure(evaluate, source)
        return result

    @staticmethod
    def _measure(evaluate: typing.Callable,
                 source: typing.Iterator[batches.Batch]) -> dict:
        sums = dict.fromkeys(("count", "top1", "top5", "entropy", "decided", "right",
                              "brier", "scored", "points", "owned", "owner"), 0.0)
        for batch in source:
            outputs = evaluate(batch)
            outputs = {key: value.cpu() for key, value in outputs.items()}
            move = batch.tensor("move")
            best = outputs["policy"].topk(5, dim=1).indices == move[:, None]
            outcome = batch.tensor("outcome")
            decided = torch.from_numpy(batch.known["outcome"]) & (outcome != 0.5)
            win = torch.sigmoid(outputs["win"])
            scored = torch.from_numpy(batch.known["score"])
            error = (outputs["score"] - batch.tensor("score")).abs() * model.SCORE_UNIT
            owner = batch.tensor("owner")
            owned = torch.from_numpy(batch.known["owner"])[:, None] & (owner != 0.5)
            for key, value in (
                    ("count", len(batch)), ("top1", best[:, 0].sum()),
                    ("top5", best.sum()),
                    ("entropy", functional.cross_entropy(outputs["policy"], move,
                                                         reduction="sum")),
                    ("decided", decided.sum()),
                    ("right", ((win > 0.5) == (outcome > 0.5))[decided].sum()),
                    ("brier", ((win - outcome) ** 2)[decided].sum()),
                    ("scored", scored.sum()), ("points", error[scored].sum()),
                    ("owned", owned.sum()), ("owner",
                     ((outputs["owner"] > 0) == (owner > 0.5))[owned].sum())):
                sums[key] += float(value)

        def ratio(part: str, whole: str) -> typing.Optional[float]:
            return round(sums[part] / sums[whole], 4) if sums[whole] else None

        return {"count": int(sums["count"]), "top1": ratio("top1", "count"),
                "top5": ratio("top5", "count"), "entropy": ratio("entropy", "count"),
                "value": ratio("right", "decided"), "brier": ratio("brier", "decided"),
                "points": ratio("points", "scored"), "owner": ratio("owner", "owned")}
