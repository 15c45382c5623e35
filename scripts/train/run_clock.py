# SPDX-License-Identifier: MIT
"""The clock of a run that has so many seconds and must keep to them."""

import collections
import os
import pathlib
import time

START_FIELD = 19  # of /proc/self/stat behind the name: ticks from boot to the start
SPARE = 1.3  # that something may take longer than it ever did
LEAST_RESERVE = 2.0  # seconds
FADING = 0.8  # what took long once, as compiling does, is forgotten by and by


def process_begun() -> float:
    """When this process began, by time.monotonic(): loading PyTorch takes its time."""
    try:
        stat = pathlib.Path("/proc/self/stat").read_text(encoding="utf-8")
        ticks = int(stat.rpartition(")")[2].split()[START_FIELD])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):
        return time.monotonic()
    return time.monotonic() - max(0.0, age)


class Clock:
    """How long things took, and whether there is time for more."""

    def __init__(self, seconds: float):
        self.begun = process_begun()
        self.end, self.seconds = self.begun + seconds, seconds
        self.longest: dict = {}
        self.spent: collections.Counter = collections.Counter()
        self.done: collections.Counter = collections.Counter()

    def past(self) -> float:
        return time.monotonic() - self.begun

    def left(self) -> float:
        return self.end - time.monotonic()

    def part(self) -> float:
        """Of the run that is over."""
        return min(1.0, 1 - self.left() / self.seconds)

    def measure(self, name: str, since: float, amount: int = 1) -> None:
        took = time.monotonic() - since
        self.longest[name] = max(took, FADING * self.longest.get(name, 0.0))
        self.spent[name] += took
        self.done[name] += amount

    def has_time_for(self, *names: str) -> bool:
        need = sum(self.longest.get(name, 0.0) for name in names)
        return self.left() > SPARE * need + LEAST_RESERVE

    def rates(self) -> str:
        return ", ".join(f"{name} {self.done[name] / max(spent, 1e-9):.1f}/s"
                         for name, spent in self.spent.items() if self.done[name] > 1)
