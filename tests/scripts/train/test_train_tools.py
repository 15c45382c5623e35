#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/train without PyTorch: samples, evaluate and plot.py. Prints TAP.

usage: test_train_tools.py FOLDER SAMPLES EVALUATE

FOLDER is scripts/train, SAMPLES and EVALUATE are its programs.
"""

import math
import os
import pathlib
import struct
import subprocess
import sys

import tap
from tap import equal
from training import FOLDER, HEAD, TURN, Files, batches, game, run

EVALUATE = os.path.abspath(sys.argv[3])


def test_once_gives_every_game_in_order():
    with Files() as files:
        path = files.write("a.txt.xz", [game(i, 9) for i in range(300)])
        parts = []
        for kind in ([], ["--held-out"]):
            data, errors, status = run("--once", "--per-game", "64", "--batch", "100",
                                       *kind, path)
            equal((errors, status), ("", 0))
            found = batches(data)
            equal({size for size, _ in found}, {9})
            equal({len(samples) for _, samples in found[:-1]} - {100}, set())
            samples = [sample for _, batch in found for sample in batch]
            # The turn of a sample: moments in order, games in order.
            equal([struct.unpack_from("<H", s, TURN)[0] for s in samples],
                  list(range(16)) * (len(samples) // 16))
            parts.append(len(samples) // 16)
        equal(sum(parts), 300)
        equal(0 < parts[1] < 20, True)


def test_the_seed_decides():
    with Files() as files:
        files = [files.write("a.txt", [game(i, 9) for i in range(100)]) + "=2.5",
                 files.write("b.txt.xz", [game(i, 13) for i in range(100)])]
        options = ["--pool", "200", "--batch", "32"]
        first, again, other = (run("--seed", seed, *options, *files, amount=200000)[0]
                               for seed in "445")
        equal(len(first), 200000)
        equal(first == again, True)
        equal(first == other, False)


def test_weights_decide_how_often_a_file_is_drawn():
    with Files() as files:
        paths = [files.write("a.txt", [game(i, 9) for i in range(50)]) + "=3",
                 files.write("b.txt", [game(i, 5) for i in range(50)])]
        data, _, _ = run("--pool", "50", "--batch", "16", *paths, amount=1000000)
        counts = {5: 0, 9: 0}
        position = 0
        while position + HEAD <= len(data):
            size, count, length = struct.unpack_from("<HHH", data, position + 4)
            counts[size] += count
            position += HEAD + count * length
        equal(2.5 < counts[9] / counts[5] < 3.5, True)


def test_damaged_lines_are_named_and_left_out():
    with Files() as files:
        bad = ["9 6.5 0 B+R - - eee", "rubbish", "9 6.5 0 B+R - - eeee", "x" * 40000]
        path = files.write("a.txt", [*bad, *(game(i, 9) for i in range(30))])
        errors, found = "", []
        for kind in ([], ["--held-out"]):
            data, text, status = run("--once", "--per-game", "1", *kind, path)
            equal(status, 0)
            errors += text
            found += batches(data)
        equal(sum(len(samples) for _, samples in found), 30)
        equal(sorted(errors.splitlines()), sorted([
            f"{path}:1: left out: the moves are not pairs of letters on the board",
            f"{path}:2: left out: not seven fields with one space between them, "
            "nor eleven",
            f"{path}:3: left out: occupied",
            f"{path}:4: left out: not seven fields with one space between them, "
            "nor eleven"]))


def test_playouts_tell_owners():
    with Files() as files:
        path = files.write("a.txt", [game(i, 9) for i in range(40)])
        known = []
        for playouts in ("0", "10", "10"):
            data, _, _ = run("--once", "--playouts", playouts, path)
            samples = [sample for _, batch in batches(data) for sample in batch]
            known.append([sample for sample in samples if sample[TURN + 2] & 4])
        equal(known[0], [])
        equal(0 < len(known[1]) < 160, True)
        equal(known[1] == known[2], True)


def test_what_cannot_work_is_said():
    with Files() as files:
        missing = files.path("missing.txt.xz")
        equal(run(missing), (b"", f"samples: cannot read {missing}\n", 1))
        empty = files.write("a.txt", ["rubbish"])
        data, errors, status = run(empty)
        equal((data, errors.splitlines()[-1], status),
              (b"", f"samples: no game in {empty}", 1))
        packed = files.write("b.txt.xz", [game(i, 9) for i in range(100)])
        with open(packed, "r+b") as file:
            file.truncate(os.path.getsize(packed) // 2)
        _, errors, status = run("--once", packed)
        equal((errors.splitlines()[-1], status), (f"samples: {packed} is damaged", 1))
        for arguments in ([], ["--seed", "x", empty], ["--batch", "0", empty],
                          ["--turbo", "1", empty], [empty + "=0"], [empty, "--seed"]):
            data, errors, status = run(*arguments)
            equal((data, errors[:15], status), (b"", "usage: samples ", 2))


def test_plots_are_made_of_the_log():
    sys.path.insert(0, FOLDER)
    import plot
    with Files() as files:
        path = files.write("log.jsonl", [
            '{"kind": "start"}',
            '{"kind": "train", "positions": 10, "policy19": 3.5, "policy9": 2.5}',
            '{"kind": "validation", "positions": 20, "groups": '
            '{"a": {"top1": 0.25, "value": null}, "b": {"top1": 0.5, "value": 0.75}}}',
            '{"kind": "train", "positions": 30, "policy19": 3.25}',
            '{"kind": "train", "posi'])
        panels = plot.curves(plot.read_log(pathlib.Path(path)))
    equal(list(panels.values()), [
        {"19x19": [(10, 3.5), (30, 3.25)], "9x9": [(10, 2.5)]},
        {"a": [(20, 0.25)], "b": [(20, 0.5)]}, {"b": [(20, 0.75)]}])


def test_evaluate_adds_up_a_file():
    with Files() as files:
        path = files.write("games.txt", [game(1, 9), game(2, 9), "9 nonsense"])
        done = subprocess.run([sys.executable, os.path.join(FOLDER, "evaluate.py"),
                               "--evaluate", EVALUATE, "--per-game", "512", path],
                              capture_output=True, text=True, check=True)
        head, row = [line.split(" | ") for line in done.stdout.splitlines()]
        equal(head[:4], ["file", "positions", "top-1", "top-5"])
        equal(row[:2], ["games.txt", "32"])
        printed = subprocess.run([EVALUATE, "--print", "--per-game", "512", path],
                                 capture_output=True, text=True, check=True)
        chances = [float(line.split()[0]) for line in printed.stdout.splitlines()]
        entropy = -sum(math.log(max(chance, 1e-9)) for chance in chances) / 32
        equal(abs(float(row[4]) - entropy) < 0.001, True)
        equal(row[7], "-")  # no scores


def test_evaluate_takes_the_mean_of_symmetries():
    with Files() as files:
        path = files.write("games.txt", [game(1, 9)])
        chances = []  # to win, by number of symmetries
        for ways in "128":
            done = subprocess.run([EVALUATE, "--print", "--ways", ways, path],
                                  capture_output=True, text=True, check=True)
            chances.append([float(line.split()[1]) for line in done.stdout.splitlines()])
        equal([len(column) for column in chances], [len(chances[0])] * 3)
        equal(len({column[-1] for column in chances}), 3)
        equal(all(abs(one - mean) < 0.2 for one, mean in zip(chances[0], chances[2])), True)


def test_openings_are_checked():
    program = os.path.join(os.path.dirname(EVALUATE), "check_openings")
    with Files() as files:
        path = files.write("games.txt", ["5 7 0 ? - - ccbdtt", "9 7 2 ? - - aabbcc",
                                         "9 nonsense", "5 7 0 ? - - cccc"])
        for name, positions, lines in ((path, 6, 2), (files.write("none.txt", []), 0, 1)):
            done = subprocess.run([program, name], capture_output=True, text=True,
                                  check=False)
            sums = dict(line.split() for line in done.stdout.splitlines())
            equal((int(sums["positions"]), int(sums["answers"])),
                  (positions, 8 * positions))
            failed = positions == 0 or any(int(sums[name]) for name in
                                           ("dead", "flat", "rising"))
            equal(done.returncode, int(failed))
            equal(len(done.stderr.splitlines()) - (failed and positions > 0), lines)
        for arguments, status, why in (([], 2, "usage: "), (["no.txt"], 1, "cannot read"),
                                       (["--net", os.devnull, path], 2, "not a Ponnuki"),
                                       ([path, "--isa"], 2, "usage: "),
                                       (["--isa", "mmx", path], 2, "has no mmx")):
            done = subprocess.run([program, *arguments], capture_output=True, text=True,
                                  check=False)
            equal((done.returncode, why in done.stderr), (status, True))


def test_evaluate_says_what_cannot_work():
    for arguments, status, why in (
            (["no.txt"], 2, "cannot read no.txt"),
            (["--net", os.devnull, "no.txt"], 2, "not a Ponnuki network file (bad magic)"),
            (["--ways", "9", "no.txt"], 2, "usage: evaluate"),
            (["--isa", "mmx", "no.txt"], 2, "this machine has no mmx")):
        done = subprocess.run([sys.executable, os.path.join(FOLDER, "evaluate.py"),
                               "--evaluate", EVALUATE, *arguments],
                              capture_output=True, text=True, check=False)
        equal((done.returncode, done.stdout.count("\n") < 2, why in done.stderr),
              (status, True, True))


tap.run(globals())
