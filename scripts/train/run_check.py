# SPDX-License-Identifier: MIT
"""What a run is checked by: stored labels of the fixed test (errors.py)."""

import argparse
import collections
import itertools
import math
import pathlib
import random
import subprocess
import typing

import numpy

from network import batches
import errors
from labelling import labelled
from network import model
from katago.katago_teacher import Teacher
from labelling.questions import Questions, read_questions
from script import Failure

CHECKED = 300  # positions that the teacher is asked about again,
AT_ONCE = 4  # so many at once
# Errors above these mean that something is wrong, not that it was rounded otherwise.
WIN_ERROR, LEAD_ERROR, POLICY_ERROR = 0.02, 1.0, 0.05


class Judge:
    """Measures how far networks are from the labels of a test, on some of its positions.
    Errors: ValueError."""

    def __init__(self, programs: pathlib.Path, path: pathlib.Path, most: int):
        try:
            self.test = errors.Test(programs, path)
        except Failure as error:
            raise ValueError(str(error)) from None
        count = sum(len(batch) for found in self.test.batches.values() for batch in found)
        step = max(1, math.ceil(count / most))
        by_size = [found[::step] for found in self.test.batches.values()]
        # In turn, so that those at the beginning are of all sizes.
        self.chosen = [batch for row in itertools.zip_longest(*by_size) for batch in row
                       if batch is not None]

    def errors(self, network: model.Network,
               may_go_on: typing.Callable[[], bool]) -> dict:
        """How many positions, and the means of all and of each board size, by column. If
        it had to stop, of those up to there, which may be none."""
        groups: dict = collections.defaultdict(list)
        for batch in itertools.takewhile(lambda _: may_go_on(), self.chosen):
            found = errors.errors(errors.Test.opinions(batch),
                                  errors.float_outputs(network, batch))
            groups["all"].append(found)
            groups[f"{batch.size}x{batch.size}"].append(found)
        return {name: self.means(found) for name, found in groups.items()}

    @staticmethod
    def means(found: list) -> dict:
        joined = {column: numpy.concatenate([each[column] for each in found])
                  for column in found[0]}
        return {"positions": len(joined["win"]),
                **{column: round(float(values.mean()), 5)
                   for column, values in joined.items()}}


def read_test(samples: pathlib.Path, path: pathlib.Path, suicide: bool) -> list:
    """The positions of a test, as a teacher is shown them and with their labels."""
    command = [str(samples), "--once", "--test", "--teacher", "--batch", "64", str(path)]
    command += ["--pass-alive-suicide"] * suicide
    found: list = []
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        while (questions := read_questions(process.stdout)) is not None:
            found.append(questions)
    if process.returncode != 0:
        raise ValueError("`samples` failed")
    return found


def differences(teacher: Teacher, questions: Questions, batch: int) -> dict:
    """Of each position: how far the teacher's answer is from the label; of the policy the
    part that listed moves have elsewhere."""
    labels = labelled.labels_of_teacher(teacher, questions, batch)
    stored = errors.Test.opinions(batches.unpack(questions.samples.tobytes(),
                                                 questions.size))
    values = labels.values.cpu().numpy()
    policy = labels.policy[:, 0].float().exp().cpu().numpy()
    apart = numpy.where(stored.policy > 0, numpy.abs(policy - stored.policy), 0)
    return {"win": numpy.abs(values[:, 0] - stored.win),
            "lead": numpy.abs(values[:, 1] * model.SCORE_UNIT - stored.lead),
            "policy": apart.sum(axis=1) / 2}


def check_teacher(teacher: Teacher, options: argparse.Namespace,
                  may_go_on: typing.Callable[[], bool]) -> tuple:
    """How far the teacher's answers are from those that are stored: whether all is well,
    and a line that says it; of some of these if it has to stop."""
    found: list = []
    read = read_test(options.samples, options.test, teacher.header.pass_alive_suicide)
    parts = [questions[i:i + AT_ONCE] for questions in read
             for i in range(0, len(questions), AT_ONCE)]
    random.Random(1).shuffle(parts)
    for part in parts[:CHECKED // AT_ONCE]:
        found.append(differences(teacher, part, AT_ONCE))
        if not may_go_on():
            break
    win, lead, policy = (
        numpy.concatenate([each[name] for each in found]).mean()
        for name in ("win", "lead", "policy"))
    good = win <= WIN_ERROR and lead <= LEAD_ERROR and policy <= POLICY_ERROR
    return bool(good), (
        f"the teacher's answers {'agree with' if good else 'DIFFER FROM'} the stored "
        f"ones: {sum(len(each['win']) for each in found)} positions, win {win:.4f}, "
        f"lead {lead:.2f} points, policy {policy:.1%}")
