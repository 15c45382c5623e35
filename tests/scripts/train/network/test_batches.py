#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Batches of samples (scripts/train/network/batches.py). Prints TAP.

usage: test_batches.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES one of its programs. The tests are run by the Python that
has PyTorch, /usr/bin/python3 if this one has not, and are skipped without.
"""

import sys

from tap import equal
from training import FOLDER, SAMPLES, Files, game, run_with_torch


def modules():
    """What needs PyTorch: numpy, network.model, network.batches."""
    sys.path.insert(0, FOLDER)
    from network import batches, model
    import numpy
    return numpy, model, batches


def test_batches_hold_the_samples():
    numpy, model, reading = modules()
    with Files() as files:
        # Black C3, White B2, Black passes.
        path = files.write("a.txt", ["5 7.5 0 W+2.5 - - ccbdtt"])
        kept = [batch for kind in ([], ["--held-out"])
                for batch in reading.Reader([SAMPLES, "--once", *kind, path])]
    equal(len(kept), 1)
    batch = kept[0]
    equal((batch.size, len(batch)), (5, 3))
    equal(batch.move.tolist(), [12, 6, 25])
    equal(batch.outcome.tolist(), [0.0, 1.0, 0.0])
    equal((batch.score * model.SCORE_UNIT).round(3).tolist(), [-2.5, 2.5, -2.5])
    equal((batch.numbers[:, 0] * model.KOMI_UNIT).tolist(), [-15, 15, -15])
    equal(batch.numbers[:, 3].tolist(), [1, 0, 1])
    equal(batch.known["owner"].tolist(), [False] * 3)
    equal(batch.known["score"].tolist(), [True] * 3)
    equal(numpy.argwhere(batch.planes[2, 1]).tolist(), [[2, 2]])
    equal(numpy.argwhere(batch.planes[2, 2]).tolist(), [[1, 1]])
    equal(batch.planes[:, 0].sum(), 75)
    equal(batch.policy.sum(axis=1).tolist(), [1.0] * 3)
    equal(batch.policy[range(3), batch.move].tolist(), [1.0] * 3)


def test_batches_are_split():
    reading = modules()[2]
    with Files() as files:
        path = files.write("games.txt", [game(number, 9) for number in range(5)])
        batch, = reading.Reader([SAMPLES, "--once", "--per-game", "1", path])
        for count, lengths in ((1, [len(batch)]), (2, None), (99, [1] * len(batch))):
            parts = batch.split(count)
            equal(lengths in (None, [len(part) for part in parts]), True)
            equal(max(map(len, parts)) - min(map(len, parts)) <= 1, True)
            for name in ("planes", "numbers", "move", "owner"):
                equal([row.tolist() for part in parts for row in getattr(part, name)],
                      getattr(batch, name).tolist())
            equal([flag for part in parts for flag in part.known["outcome"]],
                  batch.known["outcome"].tolist())


def test_batches_hold_opinions():
    _, model, reading = modules()
    with Files() as files:
        path = files.write("a.txt", [
            "2 7.5 0 ? - - bb 6500 -3 tt500,aa300,ba200 akut"])
        batch, = [batch for kind in ([], ["--held-out"])
                  for batch in reading.Reader([SAMPLES, "--once", *kind, path])]
    equal(batch.move.tolist(), [4])
    thousandths = (1000 * batch.policy).round().astype(int)
    equal(thousandths.tolist(), [[0, 0, 300, 200, 500]])
    equal((1000 * batch.outcome).round().tolist(), [350])
    equal((batch.score * model.SCORE_UNIT).round(3).tolist(), [1.5])
    # White is to move; row 1 is the lower one.
    equal((100 * batch.owner).round().tolist(), [[0, 5, 100, 50]])
    equal({name for name, flags in batch.known.items() if flags.all()},
          {"outcome", "score", "owner"})


if __name__ == "__main__":
    run_with_torch(globals())
