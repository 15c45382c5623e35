#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How well the network foretells recorded games, as the program itself computes it.

usage: evaluate.py [OPTIONS] FILE...

FILEs are game records, one game a line, plain or .xz (scripts/train/README.md). What a
record does not tell is not counted. Of each file it prints

  positions  how many were looked at
  moves      how often the move that was played is the network's first choice, and among
             its first five; and the cross-entropy of the moves, in nats
  results    how often the network names the winner, and the Brier score of its chance to
             win
  score      by how many points it is wrong
  owners     the part of the points that it gives to the player that owns them in the end

  --evaluate PATH   the program that does it, build/scripts/train/evaluate
  --net FILE        another network than the one in the program
  --isa NAME        instruction set
  --per-game N      positions taken of a game, 8
  --positions N     of a file, at least; 0: all games, 0
  --ways N          the board is shown in so many of the eight symmetries, and the mean
                    counts, 1. A search looks at its root in all of them
  --held-out        only the games that are never trained on

Without the program: ninja -C build scripts/train/evaluate
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "match"))

from script import Failure, Parser, run_script  # noqa: E402 (it has no package)

COLUMNS = (("top-1", "first", "positions", "{:.1%}"),
           ("top-5", "among_first", "positions", "{:.1%}"),
           ("entropy", "entropy", "positions", "{:.3f}"),
           ("winner", "right", "decided", "{:.1%}"),
           ("Brier", "brier", "decided", "{:.3f}"),
           ("points off", "points", "scored", "{:.1f}"),
           ("owner", "owner", "owned", "{:.1%}"))


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--evaluate", default=str(ROOT / "build/scripts/train/evaluate"))
    parser.add_argument("--net")
    parser.add_argument("--isa")
    parser.add_argument("--per-game", default="8")
    parser.add_argument("--positions", default="0")
    parser.add_argument("--ways", default="1")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("files", nargs="+")
    return parser.parse_args()


def evaluate(options: argparse.Namespace, file: str) -> dict[str, float]:
    """The sums over a file."""
    command = [options.evaluate, "--per-game", options.per_game, "--positions",
               options.positions, "--ways", options.ways]
    for name in ("net", "isa"):
        if getattr(options, name) is not None:
            command += ["--" + name, getattr(options, name)]
    if options.held_out:
        command.append("--held-out")
    try:
        done = subprocess.run([*command, file], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failure(f"cannot run {options.evaluate}: {error.strerror}") from None
    if done.returncode != 0:
        lines = done.stderr.splitlines()
        raise Failure(lines[0] if lines else f"{options.evaluate} has failed")
    return {name: float(value) for name, value in
            (line.split() for line in done.stdout.splitlines())}


def row(name: str, sums: dict[str, float]) -> list[str]:
    return [name, f"{sums['positions']:.0f}"] + [
        form.format(sums[part] / sums[whole]) if sums[whole] else "-"
        for _, part, whole, form in COLUMNS]


def main() -> None:
    options = read_options()
    print(" | ".join(["file", "positions", *(column[0] for column in COLUMNS)]))
    for file in options.files:
        print(" | ".join(row(pathlib.Path(file).name, evaluate(options, file))), flush=True)


if __name__ == "__main__":
    run_script(main)
