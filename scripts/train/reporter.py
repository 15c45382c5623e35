# SPDX-License-Identifier: MIT
"""What a training tells: its log, and a line on the terminal."""

import json
import pathlib
import sys
import time

from network import batches

LOG_EVERY = 20  # seconds


class Reporter:
    """The log, and the terminal."""

    def __init__(self, path: pathlib.Path):
        self.file = open(path, "a", encoding="utf-8", buffering=1)
        self.sums: dict = {}
        self.counts: dict = {}
        self.since, self.positions = time.monotonic(), 0

    def add(self, batch: batches.Batch, losses: dict) -> None:
        self.positions += len(batch)
        for name, value in losses.items():
            key = f"{name}{batch.size}"
            self.sums[key] = self.sums.get(key, 0.0) + value
            self.counts[key] = self.counts.get(key, 0) + 1

    def due(self) -> bool:
        return time.monotonic() - self.since >= LOG_EVERY

    def write(self, positions: int, seconds: float, rate: float, done: float) -> None:
        """Logs the mean losses since the last time. `done` is the part of the training
        that is over."""
        speed = self.positions / (time.monotonic() - self.since)
        losses = {key: round(float(self.sums[key]) / self.counts[key], 4)
                  for key in sorted(self.sums)}
        self.log({"kind": "train", "positions": positions,
                  "seconds": round(seconds), "rate": round(rate, 7),
                  "speed": round(speed), **losses})
        self.sums, self.counts = {}, {}
        self.since, self.positions = time.monotonic(), 0
        done = min(1.0, done)
        bar = "#" * int(30 * done) + "." * (30 - int(30 * done))
        left = seconds * (1 - done) / done / 60
        end = "\r" if sys.stderr.isatty() else "\n"
        policy = next((value for key, value in losses.items()
                       if key.startswith("policy")), 0.0)
        print(f"[{bar}] {positions} positions, {speed:.0f}/s, "
              f"policy {policy:.3f}, {left:.0f} min left ",
              end=end, file=sys.stderr, flush=True)

    def log(self, entry: dict) -> None:
        self.file.write(json.dumps(entry) + "\n")
