# SPDX-License-Identifier: MIT
"""Stored labels that are learnt from again and again: all of them in memory, where the
next epoch begins when each of them has been used.

A label of 19x19 takes two thousand bytes of memory. Files may grow while they are learnt
from; what has been added is read at the beginning of an epoch.
"""

import collections
import os
import subprocess
import typing

import numpy
import torch

from network import batches
from labelling import labelled
from options import path_of
from labelling.questions import Questions, read_questions

GROWTH = 1.05  # a file that is so much longer is read again
NEEDED = ("outcome", "score", "owner")  # what is not known of recorded games


class Source:
    """Labels of a file FILE=WEIGHT. An epoch uses each of them WEIGHT times, or if that
    is no whole number, about as often."""

    def __init__(self, argument: str, command: list):
        self.path = path_of(argument)
        try:
            self.weight = float(argument[len(self.path) + 1:] or 1)
        except ValueError:
            self.weight = 0.0
        if self.weight <= 0:
            raise ValueError(f"{argument}: the weight of a file is a number above 0")
        self.command = command
        self.length = 0
        self.samples: dict = {}  # arrays, by board size

    def has_grown(self) -> bool:
        return os.stat(self.path).st_size > GROWTH * self.length

    def read(self) -> None:
        """All labels of the file but those that are kept for validation. Errors: OSError,
        ValueError."""
        self.length = os.stat(self.path).st_size
        found: dict = collections.defaultdict(list)
        with subprocess.Popen([*self.command, self.path], stdout=subprocess.PIPE,
                              process_group=0) as process:
            while (questions := read_questions(process.stdout)) is not None:
                found[questions.size].append(self._checked(questions.samples))
        if process.returncode != 0:
            raise ValueError("`samples` failed")
        self.samples = {size: numpy.concatenate(parts) for size, parts in found.items()}

    def _checked(self, samples: numpy.ndarray) -> numpy.ndarray:
        needed = sum(batches.FLAGS[name] for name in NEEDED)
        if (samples["flags"] & needed != needed).any():
            raise ValueError(f"{self.path} holds games without a teacher's opinion")
        return samples

    def families(self, size: int) -> numpy.ndarray:
        """The number of the family of each label of a board size."""
        is_sibling = self.samples[size]["flags"] & batches.FLAGS["sibling"] != 0
        return numpy.cumsum(~is_sibling)

    def drawn(self, size: int) -> list:
        """Which labels of a board size an epoch uses, as often as it does: siblings
        together."""
        if size not in self.samples:
            return []
        begins = numpy.flatnonzero(numpy.diff(self.families(size))) + 1
        families = numpy.split(numpy.arange(len(self.samples[size])), begins)
        whole, part = divmod(self.weight, 1)
        often = int(whole) + (torch.rand(len(families)).numpy() < part)
        return [family for family, count in zip(families, often) for _ in range(count)]


class Stored:
    """Labels of several files, in epochs; it can also be drawn from as a Ring."""

    def __init__(self, samples: str, labels: list, games: list, batch: int,
                 device: torch.device):
        """Labels that do not fill a batch wait for the next epoch."""
        paths = [path_of(each) for each in labels]
        command = [samples, "--once", "--batch", "256",
                   *batches.games_of(dict.fromkeys([*games, *paths]))]
        self.sources = [Source(each, command) for each in labels]
        self.batch, self.device = batch, device
        self.samples: dict = {}  # by board size
        self.families: dict = {}  # of these, as Questions.family
        self.waiting: dict = {}  # places in these that the last epoch left over
        self.coming: list = []  # batches: board size and places
        self.read()

    def read(self) -> bool:
        """Reads what is new, and tells whether anything was."""
        grown = [source for source in self.sources if source.has_grown()]
        for source in grown:
            source.read()
        if grown:
            sizes = sorted({size for source in self.sources for size in source.samples})
            self.samples = {
                size: numpy.concatenate([source.samples[size] for source in self.sources
                                         if size in source.samples]) for size in sizes}
            self.families = {size: self._families(size) for size in sizes}
            self.waiting = {}
        if not self.samples:
            raise ValueError("there are no labels")
        return bool(grown)

    def __len__(self) -> int:
        return sum(map(len, self.samples.values()))

    def sizes(self) -> list:
        return sorted(self.samples)

    def at(self, size: int, places: typing.Any) -> Questions:
        samples = self.samples[size][places]
        return Questions(size, samples, samples["globals"][:, :0],
                         self.families[size][places])

    def _families(self, size: int) -> numpy.ndarray:
        found, begin = [], 0
        for source in self.sources:
            if size in source.samples:
                found.append(begin + source.families(size))
                begin = found[-1][-1] + 1
        families = numpy.concatenate(found)
        return numpy.where(numpy.bincount(families)[families] > 1, families, -1)

    def _places(self, size: int) -> numpy.ndarray:
        """What an epoch uses of a board size, in any order but that siblings stay
        together."""
        found, begin = [self.waiting.get(size, numpy.zeros(0, dtype=int))], 0
        for source in self.sources:
            found += [begin + family for family in source.drawn(size)]
            begin += len(source.samples.get(size, ()))
        return numpy.concatenate([found[i] for i in torch.randperm(len(found)).tolist()])

    def _begin_epoch(self) -> None:
        self.read()
        coming = []
        for size in self.sizes():
            places = self._places(size)
            whole = len(places) - len(places) % self.batch
            self.waiting[size] = places[whole:]
            coming += [(size, part) for part in
                       places[:whole].reshape(-1, self.batch)]
        self.coming = [coming[i] for i in torch.randperm(len(coming)).tolist()]

    def next(self) -> Questions:
        """The next batch."""
        while not self.coming:
            self._begin_epoch()
        return self.at(*self.coming.pop())

    def draw(self, size: int, count: int) -> labelled.Turned:
        """Some at random, all turned in the same way."""
        places = torch.randint(len(self.samples[size]), (count,)).numpy()
        return labelled.turned_at_random(
            labelled.labels_stored(self.at(size, places), self.device))
