#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What reads the program's trunk: the head of people's moves (scripts/train/human.py) at
toy size, and heads that learn alone. Prints TAP.

usage: test_human.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES is its program, with `trunk_features` beside it. The tests
are run by the Python that has PyTorch, /usr/bin/python3 if this one has not, and are
skipped without.
"""

import copy
import io
import os
import pathlib
import random
import subprocess
import sys

from tap import contains, equal, true
from training import FOLDER, SAMPLES, Files, run, run_with_torch

BUILD = pathlib.Path(SAMPLES).parents[2]
NETWORK = pathlib.Path(FOLDER).parents[1] / "engine/network/default.net"


def human(*arguments):
    """What human.py prints, its errors, its status."""
    command = [sys.executable, os.path.join(FOLDER, "human.py"), "--build", str(BUILD)]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True,
                          check=False)
    return done.stdout, done.stderr, done.returncode


def games(files, name, ranks, rows, count=240):
    """White answers at one of two distances; which one depends on the ranks."""
    lines = []
    for number in range(count):
        places = random.Random(number).sample("abcdefghi", 8)
        moves = "".join(f"b{place}{rows}{place}" for place in places)
        lines.append(f"9 6.5 0 B+R {ranks} {ranks} {moves}")
    return files.write(name, lines)


def test_heads_read_what_the_program_computes():
    """PyTorch comes nearer to that if it imitates integers, but not all the way."""
    sys.path.insert(0, FOLDER)
    import torch
    from network import batches, net_file, program_trunk
    torch.set_num_threads(1)
    network = net_file.load(NETWORK).eval()
    with Files() as files, torch.inference_mode():
        data, _, _ = run("--once", "--playouts", "0", "--batch", "5",
                         games(files, "some.txt", "1d", "d", 5))
        batch = batches.read_batch(io.BytesIO(data))
        planes, numbers = batch.tensor("planes").float(), batch.tensor("numbers")
        trunk = program_trunk.ProgramTrunk(pathlib.Path(SAMPLES).parent / "trunk_features",
                                           network, pathlib.Path(files.path("x.net")), 2)
        for count in (1, 5):  # fewer than there are threads, and more
            found = trunk(planes[:count], numbers[:count])
            floats = network.trunk(planes[:count], numbers[:count])
            imitating = copy.deepcopy(network)
            imitating.quantise()
            wanted = imitating.trunk(planes[:count], numbers[:count])
            equal(found.shape, wanted.shape)
            true((found - wanted).abs().max() < 4 * trunk.step, "far from what was imitated")
            errors = [(found - each).abs().mean() / wanted.mean() for each in (wanted, floats)]
            true(errors[0] < errors[1] < 0.1, errors)
        trunk.close()


def test_ranks_are_learnt():
    with Files() as files:
        strong = games(files, "strong.txt", "9d", "d")
        weak = games(files, "weak.txt", "9k", "g")
        out = files.path("a.head")
        said, errors, status = human("--out", out, "--positions", "30000", "--batch", "64",
                                     "--rate", "0.02", "--test", "300", strong, weak)
        equal((status, "positions, loss" in errors), (0, True))
        rows = [line.split(", ") for line in said.splitlines()[1:]]
        equal([row[0] for row in rows], ["9 kyu", "9 dan"])
        for _, _, nats, others, _ in rows:
            untold = float(others.split("; ")[1])
            true(float(nats) < untold - 0.1, rows)
        data = pathlib.Path(out).read_bytes()
        equal((data[:8], data[24:32]), (b"PONHUMN\0", NETWORK.read_bytes()[-8:]))
        alone = games(files, "alone.txt", "9d", "d", 1)
        _, errors, status = human("--out", files.path("c.head"), "--start", out,
                                  "--positions", "0", alone)
        equal(status, 0)
        contains(errors, "the comparison ends early: a file has no game that is held out\n")
        again = files.path("b.head")
        human("--out", again, "--start", out, "--positions", "0", "--test", "64", strong)
        first, second = (pathlib.Path(path).read_bytes() for path in (out, again))
        equal(len(first), len(second))
        equal(first[32:4128], second[32:4128])  # the integers


def test_what_cannot_work_is_said():
    with Files() as files:
        path = games(files, "a.txt", "9d", "d", 8)
        bad = files.write("bad.head", ["rubbish"])
        out = files.path("a.head")
        _, errors, status = human("--out", out, "--start", bad, path)
        equal(status, 1)
        contains(errors, "bad.head is not the file of a human head, or damaged\n")
        equal(os.path.exists(out), False)


run_with_torch(globals())
