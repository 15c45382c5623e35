# SPDX-License-Identifier: MIT
"""What the tests of scripts/train share. The first two arguments of each are that folder
and its program samples."""

import importlib.util
import lzma
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

import tap
from tap import equal

FOLDER, SAMPLES = map(os.path.abspath, sys.argv[1:3])
PLANES, HEAD = 32, 16
SAMPLE_HEAD = 405  # bytes before the owners and planes of a sample
TURN = 16  # where its turn is


def game(number: int, size: int) -> str:
    """A line with as many different moves as fit, without captures that matter."""
    letters = [chr(97 + i) for i in range(0, size, 2)]
    points = [x + y for x in letters for y in letters]
    random.Random(number).shuffle(points)
    return f"{size} 6.5 0 {'BW'[number % 2]}+R - - {''.join(points[:16])}"


def run(*arguments: str, amount: int = -1) -> tuple:
    """What samples prints: (the first bytes of) its output, its errors, its status."""
    with subprocess.Popen([SAMPLES, *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        data = process.stdout.read(amount)
        if amount >= 0:
            process.terminate()
        errors = process.stderr.read().decode()
    return data, errors, process.returncode


def python_with_torch():
    """The Python to use, or None."""
    if importlib.util.find_spec("torch"):
        return sys.executable
    probe = ["/usr/bin/python3", "-c", "import torch"]
    found = os.path.exists(probe[0]) and subprocess.run(
        probe, capture_output=True, check=False).returncode == 0
    return probe[0] if found else None


def has_torch_2():
    """Is the PyTorch that is here new enough for attention?"""
    import torch
    return hasattr(torch.nn.functional, "scaled_dot_product_attention")


def run_with_torch(names, needs_torch_2=False):
    """Runs all tests of a module, whose globals these are, by the Python that has PyTorch;
    leaves them out if there is none, or none of version 2 where that is needed."""
    python = python_with_torch()
    if python == sys.executable and needs_torch_2 and not has_torch_2():
        tap.skip(names, "PyTorch 2 is missing")
        return
    if python == sys.executable:
        tap.run(names)
    if python:
        os.execv(python, [python, *sys.argv])
    tap.skip(names, "PyTorch is missing")


def without_progress(errors: str) -> str:
    """Standard error of a tool that says now and then how far it has come."""
    return re.sub(r"^\d+ positions, \d+/s\n", "", errors, flags=re.MULTILINE)


def batches(data: bytes) -> list:
    """(size, samples) of each batch."""
    found = []
    while data:
        magic, size, count, length, planes = struct.unpack("<4sHHHH", data[:12])
        equal((magic, planes), (b"PNKS", PLANES))
        equal(length, SAMPLE_HEAD + size * size + (PLANES * size * size + 7) // 8)
        end = HEAD + count * length
        found.append((size, [data[i:i + length] for i in range(HEAD, end, length)]))
        data = data[end:]
    return found


def modules():
    """What needs PyTorch: numpy, torch, labelling.labelled, network.student."""
    from labelling import labelled
    import numpy
    from network import student
    import torch
    torch.set_num_threads(1)
    return numpy, torch, labelled, student


def plan_of(student, torch, **changes):
    """How a student of a toy learns (student.Plan)."""
    wanted = {"rate": 0.01, "schedule": "cosine", "total": 1000, "fix_norms": 0.05,
              "quantise": 0.0, "half": False, "device": torch.device("cpu"), "whole": True}
    return student.Plan(**{**wanted, **changes})


class Files:
    """A folder with files of records, which end with it."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, lines):
        path = self.path(name)
        opened = lzma.open(path, "wt") if name.endswith(".xz") else open(path, "w")
        with opened as file:
            file.writelines(line + "\n" for line in lines)
        return path
