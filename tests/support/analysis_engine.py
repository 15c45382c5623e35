# SPDX-License-Identifier: MIT
"""Dialogues with `ponnuki analysis`."""

import json
import os
import queue
import subprocess
import threading
import time

from dialogue import PROGRAM, TIMEOUT
from tap import true

FAST = ["--memory", "32", "--seed", "1", "--threads", "2"]
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def query(name, moves=(), **fields):
    """A query of a position on 7x7 with few visits."""
    asked = {"id": name, "boardXSize": 7, "boardYSize": 7, "rules": "chinese",
             "maxVisits": 10, "moves": moves}
    asked.update(fields)
    return {key: value for key, value in asked.items() if value is not ...}


class AnalysisEngine:
    """A running program. Its answers are read by a thread of their own, unless the test
    wants the output to stay unread."""

    def __init__(self, *options, reads=True):
        self.process = subprocess.Popen(
            [*PROGRAM, "analysis", *FAST, *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.ready = self.process.stderr.readline().decode()
        if reads:
            self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stderr):
            try:
                file.close()
            except BrokenPipeError:
                pass

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def write(self, sent):
        os.write(self.process.stdin.fileno(), sent)

    def send(self, *queries):
        self.write("".join(json.dumps(each) + "\n" for each in queries).encode())

    def line(self, seconds=TIMEOUT):
        """The next line as it is; None at the end."""
        return self.lines.get(timeout=seconds)

    def answer(self, seconds=TIMEOUT):
        """The next answer."""
        line = self.line(seconds)
        true(line is not None, "the output has ended")
        return json.loads(line)

    def answers(self, count):
        return [self.answer() for _ in range(count)]

    def rest(self):
        """Ends the input, and returns all answers that are left."""
        self.process.stdin.close()
        lines = iter(self.line, None)
        return [json.loads(line) for line in lines]

    def end(self):
        """The exit status and what is on stderr besides the first line."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        status = self.process.wait(TIMEOUT)
        return status, self.process.stderr.read().decode()

    def ask(self, *queries):
        """Sends queries and returns the last answer to each, by id and turn."""
        self.send(*queries)
        last = {}
        for answer in self.answers(len(queries)):
            last[answer["id"], answer.get("turnNumber")] = answer
        return last


def await_end(process, seconds):
    """Waits for the end of a process; returns how long that took."""
    started = time.monotonic()
    process.wait(seconds)
    return time.monotonic() - started
