#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tools that share out their jobs, by threads and by the ranks of an MPI job. Prints
TAP. Without Open MPI's launcher and mpi4py the tests with ranks are skipped.

usage: test_farms.py SCRIPTS PLAYER PONNUKI
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import tap
from stage import MIDDLE, PROGRAM, SCRIPTS, Stage, player
from tap import Skip, equal, true

import crew

SUITE = SCRIPTS.parent / "suite"
TRAIN = SCRIPTS.parent / "train"
RECORD = pathlib.Path(__file__).parents[1] / "data/review/game.sgf"
PYTHONS = (sys.executable, "/usr/bin/python3")  # one of them may have mpi4py
# These tests may run as root in a container, which Open MPI wants to be told.
ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
TIMEOUT = 100


def has_mpi4py(python):
    return os.path.exists(python) and subprocess.run(
        [python, "-c", "import mpi4py.futures"], capture_output=True,
        check=False).returncode == 0


def launched(ranks, *words):
    """The command that starts a script on so many ranks."""
    launcher = shutil.which("mpirun.openmpi")
    python = next(filter(has_mpi4py, PYTHONS), None)
    if launcher is None or python is None:
        raise Skip("mpirun of Open MPI or mpi4py is missing")
    return [launcher, "--oversubscribe", "--bind-to", "none", "-n", str(ranks), python,
            *map(str, words)]


def run(ranks, *words):
    """Standard output of a script on so many ranks; on one it is started alone."""
    command = (launched(ranks, *words) if ranks > 1
               else [sys.executable, *map(str, words)])
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT,
                          stdin=subprocess.DEVNULL, check=False,
                          env=os.environ | ALLOWED)
    equal((done.returncode, done.stderr if done.returncode else ""), (0, ""))
    return done.stdout


def match(stage, *options):
    return [SCRIPTS / "match.py", "--out", stage.out, "--size", 3, "--komi", 0.5, *options,
            "a=" + player(MIDDLE), "b=" + player("0.1", "A1")]


# Threads


class Squarer:
    """A worker."""

    made = []

    def __init__(self, number):
        self.number = number
        self.ended = self.struck = False
        self.go_on = threading.Event()
        self.made.append(self)

    def do(self, job):
        if job == "wait":
            self.go_on.wait(TIMEOUT)
        if job == "fail":
            raise ValueError("as wanted")
        return job if job == "wait" else job * job

    def strike(self):
        self.struck = True
        self.go_on.set()

    def end(self):
        self.ended = True


def test_threads_do_all_jobs_once():
    Squarer.made = []
    found = list(crew.results(Squarer, range(50), 3))
    equal(sorted(found), [number * number for number in range(50)])
    true(1 <= len(Squarer.made) <= 3, "workers")
    equal([(one.ended, one.struck) for one in Squarer.made],
          [(True, False)] * len(Squarer.made))


def test_a_job_that_fails_ends_all():
    Squarer.made = []
    try:
        list(crew.results(Squarer, [1, "wait", "fail", 2, 3, 4], 2))
    except ValueError as error:
        equal(str(error), "as wanted")
    else:
        raise AssertionError("it did not fail")
    equal([one.ended for one in Squarer.made], [True, True])
    equal(sorted(one.struck for one in Squarer.made), [False, True])


def test_jobs_are_taken_when_a_worker_is_free():
    taken = []

    def jobs():
        for number in range(100):
            taken.append(number)
            yield number

    found = crew.results(Squarer, jobs(), 2)
    next(found)
    true(len(taken) <= 3, taken)
    found.close()


# Reviews


def review(ranks, folder, *records):
    return run(ranks, SUITE / "review_records.py", "--out", folder / "out", "--command",
               " ".join([*PROGRAM, "review", "--visits", "2"]), *records)


def check_reviews(ranks):
    with Stage() as stage:
        records = [stage.folder / f"{number}.sgf" for number in range(3)]
        for record in records:
            shutil.copy(RECORD, record)
        out = review(ranks, stage.folder, *records[:2])
        equal(sorted(line for line in out.splitlines() if line.endswith(".sgf:")),
              [f"{record}:" for record in records[:2]])
        out = review(ranks, stage.folder, *records)  # those that are there are left out
        equal([line for line in out.splitlines() if line.endswith(".sgf:")],
              [f"{records[2]}:"])
        for record in records:
            true("C[" in (stage.folder / "out" / record.name).read_text(), record)


def test_reviews():
    check_reviews(1)


def test_reviews_that_fail():
    with Stage() as stage:
        script = [sys.executable, str(SUITE / "review_records.py"), "--out",
                  str(stage.folder / "out")]
        other = stage.folder / "other"
        other.mkdir()
        for words, status, why in (
                (["--command", "/nonesuch review", RECORD], 2, "cannot run /nonesuch"),
                (["--command", " ".join([*PROGRAM, "review"]), other / "x.sgf"], 1,
                 "x.sgf"),
                ([RECORD, other / RECORD.name], 2, "have the same name"),
                (["--concurrency", 0, RECORD], 2, "at least 1 is needed")):
            done = subprocess.run([*script, *map(str, words)], capture_output=True,
                                  text=True, timeout=TIMEOUT, check=False)
            equal((done.returncode, why in done.stderr), (status, True))


# Ranks


def test_processes_that_do_not_know_of_one_another():
    """They would all play the same games."""
    with Stage() as stage:
        for tasks, status in (("2", 2), ("1", 0)):
            done = subprocess.run(
                [sys.executable, *map(str, match(stage, "--games", 1))],
                capture_output=True, text=True, timeout=TIMEOUT, check=False,
                env=os.environ | {"SLURM_STEP_NUM_TASKS": tasks, "SLURM_PROCID": "0"})
            equal((done.returncode, "srun --mpi=pmix" in done.stderr), (status, tasks == "2"))


def test_ranks_play_the_games_of_a_match():
    with Stage() as alone, Stage() as together:
        run(1, *match(alone, "--games", 8))
        run(3, *match(together, "--games", 8))
        equal(*[[(game["game"], game["result"], game["hash"]) for game in
                 sorted(stage.lines()[1:], key=lambda game: game["game"])]
                for stage in (alone, together)])
        equal(len(list(together.out.glob("*.sgf"))), 8)
        equal({log.name for log in together.out.glob("*.log")},
              {"a.1.log", "a.2.log", "b.1.log", "b.2.log"})


def test_a_job_that_lost_a_rank_goes_on():
    with Stage() as stage:
        words = match(stage, "--games", 30)
        with subprocess.Popen(launched(3, *words), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                              env=os.environ | ALLOWED) as job:
            results = stage.out / "results.jsonl"
            deadline = time.monotonic() + TIMEOUT
            while not results.exists() or len(stage.lines()) < 4:
                true(time.monotonic() < deadline, "no games")
                time.sleep(0.05)
            ranks = subprocess.run(
                ["pgrep", "-P", str(job.pid)], capture_output=True, text=True,
                check=True).stdout.split()
            os.kill(int(ranks[-1]), signal.SIGKILL)
            true(job.wait(TIMEOUT) != 0, "it went on without it")
        before = [game["game"] for game in stage.lines()[1:]]
        true(3 <= len(before) < 30, before)
        run(3, *words)
        after = [game["game"] for game in stage.lines()[1:]]
        equal(after[:len(before)], before)
        equal(sorted(after), list(range(1, 31)))


def test_a_failure_in_a_rank_is_told():
    with Stage() as stage:
        done = subprocess.run(
            launched(3, SCRIPTS / "match.py", "--out", stage.out, "--games", 4,
                     "a=" + player(), "b=/nonesuch"),
            capture_output=True, text=True, timeout=TIMEOUT, check=False,
            stdin=subprocess.DEVNULL, env=os.environ | ALLOWED)
        true(done.returncode != 0, "it succeeds")
        true("match.py: b: cannot run /nonesuch" in done.stderr, done.stderr)
        true("Traceback" not in done.stderr, done.stderr)


def test_ranks_tune():
    with Stage() as stage:
        run(3, SCRIPTS / "tune.py", "--out", stage.out, "--size", 3, "--iterations", 3,
            "--param", "strength=10,2,0,20", player(MIDDLE))
        equal(len(stage.lines("tune.jsonl")), 4)


def test_ranks_soak():
    with Stage() as stage:
        out = run(3, SCRIPTS / "soak.py", "--games", 6, "--size", 3, "--analyses", 0,
                  "--growth", 100000, player("random", "..."))
        true(out.startswith("games:    6 "), out)
        true("fault:    none" in out, out)
        equal(stage.out.exists(), False)


def test_ranks_solve_positions():
    words = [SUITE / "suite.py", "--theme", "ladder", "--playouts", 20, "--engine",
             " ".join([*PROGRAM, "--resign", "0", "--playouts", "{playouts}"])]
    equal(run(3, *words), run(1, *words))


def test_ranks_play_for_the_network():
    with Stage() as stage:
        out = stage.folder / "positions"
        run(3, TRAIN / "selfplay.py", "--out", out, "--positions", 12, "--size", 5,
            "--playouts", 10, "--quick", 5,
            " ".join([*PROGRAM, "--rules", "cgos", "--set", "resign_percent=0"]))
        equal(len(out.read_text().splitlines()), 12)


def test_ranks_review():
    check_reviews(3)


tap.run(globals())
