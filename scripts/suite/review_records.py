#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reviews many records with `ponnuki review`, several at the same time.

usage: review_records.py [OPTIONS] --out DIR RECORD...

DIR gets the reviewed records, each under the name of its file. Records that are there
already are left out: the same command again goes on where it was interrupted. A record
that has changed since is reviewed again. Standard output gets the table of each record,
standard error the progress and the messages of the reviews.

  --out DIR          where the reviewed records go; it is made if need be
  --command COMMAND  'build/ponnuki review' of this project. Options of the review stand
                     here, too: 'build/ponnuki --network FILE review --visits 500'
  --concurrency N    reviews at the same time, each on one thread, 1

Examples:
  review_records.py --out reviewed --concurrency 4 games/*.sgf
  mpirun -n 5 python3 scripts/suite/review_records.py --out reviewed games/*.sgf

If a record cannot be reviewed, the others are, and the exit status is 1. A wrong
argument: one line on standard error, exit status 2.
"""

import argparse
import contextlib
import functools
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "match"))

import crew
from gtp_engine import environment
from script import Failure, Parser, end_line, run_script


class Review(typing.NamedTuple):
    """What a review has said."""

    record: pathlib.Path
    status: int
    table: str
    messages: str


class Reviewer:
    """A worker (crew.py). A job is a record and where the review goes."""

    def __init__(self, words: list[str], _: int) -> None:
        self.words = words
        self.process: subprocess.Popen[str] | None = None

    def do(self, job: tuple[pathlib.Path, pathlib.Path]) -> Review:
        record, out = job
        try:
            self.process = subprocess.Popen(
                [*self.words, "--output", str(out), str(record)], env=environment(),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, errors="replace", process_group=0)
        except OSError as error:
            raise Failure(f"cannot run {self.words[0]}: {error.strerror}") from None
        table, messages = self.process.communicate()
        return Review(record, self.process.returncode, table, messages)

    def strike(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)

    def end(self) -> None:
        pass


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--command",
                        default=f"{shlex.quote(str(ROOT / 'build' / 'ponnuki'))} review")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("records", nargs="+", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    if options.concurrency < 1:
        raise Failure(f"--concurrency {options.concurrency}: at least 1 is needed")
    return options


def is_done(record: pathlib.Path, out: pathlib.Path) -> bool:
    return out.exists() and out.stat().st_mtime >= record.stat().st_mtime


def missing(options: argparse.Namespace) -> list[tuple[pathlib.Path, pathlib.Path]]:
    """The records that are not reviewed yet, and where the reviews go."""
    jobs: dict[pathlib.Path, pathlib.Path] = {}
    for record in options.records:
        out = options.out / record.name
        if out in jobs:
            raise Failure(f"{jobs[out]} and {record} have the same name: review them into "
                          "two folders")
        if out.exists() and out.samefile(record):
            raise Failure(f"{record} would be replaced: choose another folder with --out")
        jobs[out] = record
    return [(record, out) for out, record in jobs.items() if not is_done(record, out)]


def main() -> int:
    options = read_options()
    try:
        words = shlex.split(options.command)
    except ValueError as error:
        raise Failure(f"--command: {error}") from None
    if not words:
        raise Failure("--command: it is empty")
    options.out.mkdir(parents=True, exist_ok=True)
    jobs = missing(options)
    failed = done = 0
    found = crew.results(functools.partial(Reviewer, words), jobs, options.concurrency)
    with contextlib.closing(found):
        for review in found:
            done += 1
            failed += review.status != 0
            print(f"{review.record}:", review.table.strip(), sep="\n", flush=True)
            print(review.messages, end="", file=sys.stderr)
            print(f"{done} of {len(jobs)} records", file=sys.stderr, flush=True)
    end_line()
    return 1 if failed else 0


if __name__ == "__main__":
    run_script(main)
