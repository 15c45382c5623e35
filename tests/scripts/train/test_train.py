#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Training (scripts/train/train.py). Prints TAP.

usage: test_train.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES one of its programs. The tests are run by the Python that
has PyTorch, /usr/bin/python3 if this one has not, and are skipped without.
"""

import json
import os
import pathlib
import random
import subprocess
import sys

from tap import equal
from training import FOLDER, SAMPLES, Files, run_with_torch


def train(*arguments):
    command = [sys.executable, os.path.join(FOLDER, "train.py"), "--samples", SAMPLES]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stderr


def test_training_learns_and_goes_on():
    import torch
    shape = ["--blocks", "2", "--channels", "16", "--batch", "32", "--rate", "0.01"]
    with Files() as files:
        # White always answers beside Black, so half of the moves can be known.
        games = []
        for number in range(200):
            rows = random.Random(number).sample("abcdefghi", 9)
            games.append("9 6.5 0 B+R - - " + "".join(f"b{r}c{r}" for r in rows))
        path = files.write("9-test.txt", games)
        out = pathlib.Path(files.path("run"))
        train("--out", str(out), "--positions", "2000", *shape, path)
        first = torch.load(out / "checkpoint.pt")
        train("--out", str(out), "--positions", "5000", "--readers", "2", "--threads", "2",
              *shape, path)
        second = torch.load(out / "checkpoint.pt")
        equal(2000 <= first["positions"] < 2032, True)
        equal(5000 <= second["positions"] < 5032, True)
        entries = [json.loads(line) for line in open(out / "log.jsonl")]
        complete = [entry for entry in entries if entry["kind"] == "complete"]
        equal(len(complete), 2)
        figures = complete[-1]["groups"]["9-test"]
        equal(figures["top1"] > 0.4, True)
        equal(figures["value"], 1.0)
        rounded = files.path("rounded")
        train("--out", rounded, "--start", str(out / "checkpoint.pt"), "--quantise",
              "--positions", "640", "--rate", "0.0005", path)
        saved = torch.load(os.path.join(rounded, "checkpoint.pt"))
        equal(saved["quantised"], True)
        equal(all(value > 0 for key, value in saved["network"].items()
                  if key.endswith(".range")), True)
        # The program's file is enough to go on with.
        net = files.path("net")
        subprocess.run([sys.executable, os.path.join(FOLDER, "export.py"),
                        os.path.join(rounded, "checkpoint.pt"), net], check=True)
        for name, larger in (("more", []), ("grown", ["--blocks", "3", "--channels", "32"])):
            train("--out", files.path(name), "--start", net, "--positions", "64",
                  "--batch", "32", "--rate", "0.0001", *larger, path)
            with open(os.path.join(files.path(name), "log.jsonl")) as log:
                figures = json.loads(list(log)[-1])["groups"]["9-test"]
            equal(figures["top1"] > 0.4, True)
        # Trained without rounding, the ranges of its activations are not known.
        refused = subprocess.run(
            [sys.executable, os.path.join(FOLDER, "export.py"),
             os.path.join(files.path("more"), "checkpoint.pt"), net],
            capture_output=True, text=True, check=False)
        equal((refused.returncode, "train with --quantise" in refused.stderr),
              (1, True))
        saved = torch.load(os.path.join(files.path("grown"), "checkpoint.pt"))
        equal((saved["shape"]["blocks"], saved["shape"]["channels"]), (3, 32))


def test_wrong_commands_are_told_in_a_line():
    train_py = os.path.join(FOLDER, "train.py")
    for arguments, status in ((["x.txt"], 2), (["--out", "x"], 2),
                              (["--out", "x", "--batch", "many", "x.txt"], 2),
                              (["--out", os.devnull + "/x", "x.txt"], 1)):
        done = subprocess.run([sys.executable, train_py, *arguments],
                              capture_output=True, text=True)
        equal((done.returncode, done.stdout, len(done.stderr.splitlines())),
              (status, "", 1))
    helping = subprocess.run([sys.executable, train_py, "--help"],
                             capture_output=True, text=True)
    equal(helping.stdout.startswith("Trains the network on game records."), True)


if __name__ == "__main__":
    run_with_torch(globals())
