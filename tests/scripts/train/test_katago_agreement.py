#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/train/katago_agreement.py with an engine. Needs numpy. Prints TAP.

usage: test_katago_agreement.py FOLDER PONNUKI CASES

FOLDER is scripts/train, PONNUKI is the engine, CASES the folder of its random networks.
"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import tap
from tap import contains, equal

FOLDER = pathlib.Path(sys.argv[1])
PONNUKI = os.path.abspath(sys.argv[2])
NETWORK = os.path.abspath(os.path.join(sys.argv[3], "v15.bin.gz"))
POSITIONS = [("japanese", 6.5, "C3 G7 pass C7"), ("chinese", 7, ""), ("nz", 0, "A1 A2 B2")]


def answer(position, optimism):
    """What the engine answers, under its keys."""
    size, rules, komi, moves = position
    lines = [f"boardsize {size}", f"kata-set-rules {rules}", f"komi {komi}"]
    lines += [f"play {'bw'[turn % 2]} {move}" for turn, move in enumerate(moves.split())]
    lines += [f"kata-raw-nn 0 {optimism}", "quit"]
    done = subprocess.run(
        [PONNUKI, "gtp", "--network", NETWORK, "--precision", "float"], check=True,
        input="\n".join(lines) + "\n", capture_output=True, text=True)
    raw: dict = {}
    key = ""
    for word in done.stdout[done.stdout.index("symmetry"):].replace("=", "").split():
        try:
            raw[key].append(None if word == "NAN" else float(word))
        except (KeyError, ValueError):
            key = word
            raw[key] = []
    return {key: value if len(value) > 1 else value[0] for key, value in raw.items()}


def expected():
    """Positions as KataGo would have answered about them."""
    found = []
    for rules, komi, moves in POSITIONS:
        raw, optimistic = (answer((9, rules, komi, moves), i) for i in (0, 1))
        raw["optimisticPolicy"] = optimistic["policy"]
        raw["optimisticPolicyPass"] = optimistic["policyPass"]
        found.append({"size": 9, "rules": rules, "komi": komi, "moves": moves,
                      "to_move": "bw"[len(moves.split()) % 2], "raw": raw})
    return found


def compare(positions, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "expected.jsonl"
        path.write_text("\n".join(map(json.dumps, positions)), encoding="ascii")
        done = subprocess.run(
            [sys.executable, str(FOLDER / "katago_agreement.py"), "--engine",
             f"{PONNUKI} gtp", *options, NETWORK, str(path)], capture_output=True,
            text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_an_engine_agrees_with_itself():
    status, out, errors = compare(expected())
    equal((status, errors), (0, ""))
    lines = out.splitlines()
    equal(lines[0], "3 positions: largest and mean difference")
    contains(lines, "policy                 0.000000 0.000000")
    contains(lines, "whiteLead              0.000000 0.000000")
    contains(lines, "divergence of policy: 0.000000")
    contains(lines, "best move of optimisticPolicy: 100.0 %")


def test_what_is_beyond_is_told():
    positions = expected()
    positions[0]["raw"]["whiteLead"] += 0.05
    policy = positions[2]["raw"]["policy"]
    policy[policy.index(None)] = 0.002
    status, _, errors = compare(positions)
    equal(status, 1)
    contains(errors, "whiteLead: 1 positions beyond 0.02, most so 9x9, japanese, komi 6.5, "
                     "C3 G7 pass C7")
    contains(errors, "policy: 1 positions beyond 0.001, most so 9x9, nz, komi 0")


def test_bounds_of_integers_are_of_means():
    positions = expected()
    positions[0]["raw"]["whiteLead"] += 0.2  # a third of it is the mean
    equal(compare(positions, "--precision", "int16")[0], 0)
    positions[1]["raw"]["whiteLead"] += 0.2
    policy = positions[1]["raw"]["policy"]
    policy[40], policy[41] = 0.9, 0
    status, out, errors = compare(positions, "--precision", "int16")
    equal(status, 1)
    contains(out, "best move of policy: 66.7 %\n")
    contains(errors, "mean difference of whiteLead: 0.13")
    contains(errors, "mean divergence of the policy: ")
    contains(errors, "best moves: fewer than 97 %")


def test_errors():
    positions = expected()
    positions[0]["moves"] = "C3 C3"
    status, out, errors = compare(positions)
    equal((status, out), (1, ""))
    contains(errors, "katago_agreement.py: answers `play w C3` by `? ")
    status, out, errors = compare(positions, "--precision", "double")
    equal((status, out), (1, ""))
    contains(errors, "katago_agreement.py: ")


if __name__ == "__main__":
    if importlib.util.find_spec("numpy"):
        tap.run(globals())
    tap.skip(globals(), "numpy is missing")
