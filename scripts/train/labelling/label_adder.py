# SPDX-License-Identifier: MIT
"""The program add_labels, which writes labels and knows which need not be made."""

import argparse
import struct
import subprocess

from labelling.label_sources import Position


class Adder:
    """One process, in a process group of its own, so that the interrupt key does not end
    it before it has written what it holds."""

    def __init__(self, options: argparse.Namespace):
        command = [str(options.programs / "add_labels"), options.out]
        for name in ("games", "known", "exclude"):
            for path in getattr(options, name):
                command += ["--" + name, path]
        self.process = subprocess.Popen(
            command + ["--test"] * options.test, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, process_group=0)
        self.done = int(self._answer())  # labels in the file

    def _answer(self) -> str:
        text = self.process.stdout.readline().decode("ascii")
        if not text:
            raise ValueError("add_labels has ended")
        return text.rstrip("\n")

    def _request(self, text: str, numbers: bytes = b"") -> str:
        """The first word of the answer."""
        data = text.encode("ascii")
        try:
            self.process.stdin.write(struct.pack("<I", len(data)) + data + numbers)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise ValueError("add_labels has ended") from None
        return self._answer().partition(":")[0]

    def ask(self, position: Position) -> str:
        """`new` if it should be labelled, or why not: `known`, `test` or `wrong`."""
        return self._request("?" + position.line())

    def add(self, position: Position, opinion: bytes) -> str:
        """`added`, or why not. The opinion is as in raw_label.h."""
        answer = self._request("+" + position.line(), opinion)
        self.done += answer == "added"
        return answer

    def end(self) -> None:
        """Waits until everything is written. Raises ValueError if that failed."""
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise ValueError("add_labels has failed")
