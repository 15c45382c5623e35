# SPDX-License-Identifier: MIT
"""A network of KataGo's that is asked as teacher.Teacher is, but PyTorch computes it:
several processes, one for each processor, each with batches of positions. No search.

An answer is what KataGo's analysis engine says after one visit, as Black sees it, but for
one thing: the board is never turned. Like there, the network is not shown the last moves
unless `history` is set.
"""

import concurrent.futures
import dataclasses
import multiprocessing
import os
import pathlib
import typing

import numpy
import torch

from katago import katago_inputs
from katago import katago_teacher
from labelling.teacher import record_of

RULES = "tromp-taylor"


@dataclasses.dataclass
class Setting:
    """How to compute."""

    path: pathlib.Path  # of the network
    program: str = str(katago_inputs.PROGRAM)
    device: str = "cpu"
    precision: str = ""  # of katago_teacher.PRECISIONS; "": what is fast here
    compiled: bool = False
    history: bool = False
    processes: int = 0  # 0: on processors one for each, else one
    batch: int = 0  # positions that a process is given; 0: 16 on processors, else 512

    def filled_in(self) -> "Setting":
        """With what was not said. Raises ValueError."""
        if self.processes < 0 or self.batch < 0:
            raise ValueError("numbers of processes and of positions cannot be negative")
        local, cores = self.device == "cpu", len(os.sched_getaffinity(0))
        precision = katago_teacher.fast_precision() if local else "half"
        return dataclasses.replace(
            self, precision=self.precision or precision,
            processes=self.processes or (cores if local else 1),
            batch=self.batch or (16 if local else 512))


class Worker:
    """What a process does."""

    one: typing.ClassVar["Worker"]

    def __init__(self, setting: Setting):
        cores = len(os.sched_getaffinity(0))
        torch.set_num_threads(max(1, cores // setting.processes))
        self.teacher = katago_teacher.load(setting.path, setting.device, setting.precision,
                                           setting.compiled)
        self.converter = self.teacher.converter(
            setting.program, rules=RULES, root=not setting.history,
            processes=max(1, cores // setting.processes))

    def answers(self, size: int, lines: list) -> list:
        """Of each line; None where there is no such position."""
        inputs = self.converter.convert(size, lines)
        found: list = [None] * len(lines)
        if len(inputs) == 0:
            return found
        opinions = self.teacher.evaluate(inputs)
        chances = katago_teacher.probabilities(opinions["policy"][:, 0])
        chances[~inputs.legal] = -1
        sign = numpy.where(inputs.black, 1, -1)
        win = (1 + sign * (opinions["win"] - opinions["loss"])) / 2
        for i, row in enumerate(inputs.rows):
            found[row] = {"policy": chances[i].tolist(),
                          "ownership": (sign[i] * opinions["ownership"][i]).tolist(),
                          "rootInfo": {"winrate": float(win[i]),
                                       "scoreLead": float(sign[i] * opinions["lead"][i])}}
        return found


def begin(setting: Setting) -> None:
    Worker.one = Worker(setting)


def answers(size: int, lines: list) -> list:
    return Worker.one.answers(size, lines)


class LocalTeacher:
    """Answers come in any order. Ask `wanted` questions before the first answer, and then
    one after each: that keeps all processes busy. Raises ValueError, OSError."""

    def __init__(self, setting: Setting):
        self.setting = setting.filled_in()
        # Here, so that what is wrong is said once.
        katago_teacher.load(setting.path, setting.device, self.setting.precision)
        if not pathlib.Path(setting.program).exists():
            raise ValueError(f"{setting.program} is missing: ninja -C build "
                             "scripts/train/katago_inputs")
        self.wanted = 2 * self.setting.batch * self.setting.processes
        self.open: dict = {}  # by board size: names and lines not yet sent to a process
        self.running: dict = {}  # names of what a process works on
        self.ready: list = []
        self.pool = concurrent.futures.ProcessPoolExecutor(
            self.setting.processes, multiprocessing.get_context("spawn"), begin,
            (self.setting,))

    def ask(self, query: dict) -> None:
        """Raises ValueError if a search is wanted."""
        if query["maxVisits"] != 1:
            raise ValueError("a network that PyTorch computes does not search")
        waiting = self.open.setdefault(query["boardXSize"], [])
        waiting.append((query["id"], record_of(query)))
        if len(waiting) >= self.setting.batch:
            self._send(query["boardXSize"])

    def _send(self, size: int) -> None:
        waiting = self.open[size]
        names, lines = zip(*waiting[:self.setting.batch])
        self.open[size] = waiting[self.setting.batch:]
        self.running[self.pool.submit(answers, size, list(lines))] = names

    def _collect(self) -> None:
        """Keeps every process busy, with smaller batches if need be, and waits."""
        while len(self.running) < self.setting.processes and any(self.open.values()):
            self._send(max(self.open, key=lambda size: len(self.open[size])))
        done, _ = concurrent.futures.wait(
            self.running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            for name, answer in zip(self.running.pop(future), future.result()):
                self.ready.append({"id": name, **(answer or {"error": "no position"})})

    def answer(self) -> dict:
        """As that of teacher.Teacher. Raises ValueError, OSError."""
        try:
            while not self.ready:
                if not self.running and not any(self.open.values()):
                    raise ValueError("the teacher has not been asked anything")
                self._collect()
        except concurrent.futures.BrokenExecutor:
            raise ValueError("a process that computes the teacher's network has failed; "
                             "the reason stands above") from None
        return self.ready.pop(0)

    def end(self) -> None:
        self.pool.shutdown(cancel_futures=True)
