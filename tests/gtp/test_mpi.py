# SPDX-License-Identifier: MIT
"""Processes that MPI's launcher has started search together. Arguments: the program, and
whether it was built with MPI. Without MPI, or without its launcher, the tests are
skipped."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import tap
from dialogue import MOVE, PROGRAM, equal
from tap import Skip, true

LAUNCHER = ["--oversubscribe", "--enable-recovery", "--bind-to", "none"]
# These tests may run as root in a container, which Open MPI wants to be told.
ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
TIMEOUT = 300
LATE = 2  # seconds by which a fault may delay a move
MOVES = 100


def launcher():
    """Open MPI's launcher; skips the test where it is missing."""
    found = shutil.which("mpirun.openmpi") or shutil.which("mpirun")
    if sys.argv[2] != "with" or found is None:
        raise Skip("the program was built without MPI, or mpirun is missing")
    version = subprocess.run([found, "--version"], capture_output=True, check=False)
    if b"Open MPI" not in version.stdout and b"OpenRTE" not in version.stdout:
        raise Skip("mpirun is not the one of Open MPI")
    return found


def play(ranks, sent, *options):
    """Runs a dialogue on so many ranks; returns the answers and standard error."""
    done = subprocess.run(
        [launcher(), *LAUNCHER, "-n", str(ranks), *PROGRAM, "--mpi", "--threads", "1",
         "--memory", "64", *options, "gtp"],
        input=sent, capture_output=True, timeout=TIMEOUT, check=False,
        env={**os.environ, **ALLOWED})
    equal(done.returncode, 0)
    return done.stdout, done.stderr


class Session:
    """A dialogue on several ranks, whose processes can be found."""

    def __init__(self, ranks, *options):
        self.mark = "mpi-test-%d-%d" % (os.getpid(), time.monotonic_ns())
        self.process = subprocess.Popen(
            [launcher(), *LAUNCHER, "-n", str(ranks), *PROGRAM, "--mpi", "--threads",
             "1", "--memory", "64", "--gtp-name", self.mark, *options, "gtp"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **ALLOWED})
        self.errors = []
        threading.Thread(target=self.read_errors, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in self.ranks().values():
            for number in (signal.SIGCONT, signal.SIGKILL):
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass
        self.process.kill()
        self.process.wait()

    def read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line)

    def ranks(self):
        """The processes by rank: children of the launcher with this session's name."""
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/cmdline" % name, "rb") as file:
                    words = file.read().split(b"\0")
                with open("/proc/%s/environ" % name, "rb") as file:
                    environ = file.read().split(b"\0")
            except OSError:
                continue
            for variable in environ:
                if self.mark.encode() in words and \
                        variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                    found[int(variable.split(b"=")[1])] = int(name)
        return found

    def ask(self, command):
        """The answer to a command, and how many seconds it took."""
        begin = time.monotonic()
        self.process.stdin.write(command + b"\n")
        self.process.stdin.flush()
        answer = b""
        while not answer.endswith(b"\n\n"):
            line = self.process.stdout.readline()
            true(line != b"", "the program has ended: %r" % self.errors)
            answer += line
        return answer.strip(), time.monotonic() - begin


def test_one_rank_plays_the_ordinary_moves():
    sent = b"boardsize 9\n" + b"genmove b\ngenmove w\n" * 5 + b"quit\n"
    options = ["--playouts", "300", "--seed", "5"]
    with_mpi, _ = play(1, sent, *options)
    ordinary = subprocess.run(
        [*PROGRAM, "--threads", "1", "--memory", "64", *options, "gtp"], input=sent,
        capture_output=True, timeout=TIMEOUT, check=True)
    equal(with_mpi, ordinary.stdout)


def test_three_ranks_play_a_game_and_end():
    sent = b"boardsize 9\n" + b"genmove b\ngenmove w\n" * 10 + b"quit\n"
    answers, errors = play(3, sent, "--playouts", "500")
    equal(len(re.findall(rb"= " + MOVE, answers)), 20)
    true(b"dropped" not in errors, errors)


def test_three_ranks_with_trees_play_a_game_and_end():
    sent = b"boardsize 9\n" + b"genmove b\ngenmove w\n" * 10 + b"quit\n"
    answers, errors = play(3, sent, "--mpi-mode", "trees", "--seconds", "0.3")
    equal(len(re.findall(rb"= " + MOVE, answers)), 20)
    true(b"dropped" not in errors, errors)


def test_trees_with_a_wrong_word_are_refused():
    done = subprocess.run([*PROGRAM, "--mpi-mode", "forest", "gtp"], input=b"",
                          capture_output=True, timeout=TIMEOUT, check=False)
    equal(done.returncode, 2)
    true(b"leaves or trees" in done.stderr, done.stderr)


def test_the_end_of_input_ends_all_ranks():
    answers, _ = play(3, b"boardsize 9\ngenmove b\n", "--playouts", "300")
    equal(len(re.findall(rb"= " + MOVE, answers)), 1)


def test_positions_are_reproducible():
    sent = b"boardsize 9\nreg_genmove b\nquit\n"
    first, _ = play(2, sent, "--playouts", "500")
    equal(play(2, sent, "--playouts", "500")[0], first)


def check_fault(fault, *options):
    """Strikes one worker after 20 moves and one after 60."""
    with Session(4, "--seconds", "0.3", "--resign", "0", *options) as session:
        session.ask(b"boardsize 19")
        victims = session.ranks()
        slowest = 0
        for move in range(MOVES):
            if move in (20, 60):
                # In the middle of the move.
                victim = victims[1 if move == 20 else 2]
                threading.Timer(0.15, os.kill, (victim, fault)).start()
            answer, seconds = session.ask(b"genmove " + (b"b", b"w")[move % 2])
            true(re.fullmatch(rb"= " + MOVE, answer), answer)
            slowest = max(slowest, seconds)
        true(slowest < 0.3 + LATE, slowest)
        # The last two are there, and the program ends.
        session.process.stdin.write(b"quit\n")
        session.process.stdin.flush()
        session.process.wait(30)
        dropped = [line for line in session.errors if b"is dropped" in line]
        equal(len(dropped), 2)


def test_workers_that_are_killed_lose_no_move():
    check_fault(signal.SIGKILL)


def test_workers_that_hang_lose_no_move():
    check_fault(signal.SIGSTOP)


def test_workers_with_trees_that_are_killed_lose_no_move():
    check_fault(signal.SIGKILL, "--mpi-mode", "trees")


def test_workers_with_trees_that_hang_lose_no_move():
    check_fault(signal.SIGSTOP, "--mpi-mode", "trees")


def test_the_end_of_rank_0_ends_all():
    with Session(3, "--playouts", "300") as session:
        session.ask(b"boardsize 9")
        session.ask(b"genmove b")
        ranks = session.ranks()
        equal(len(ranks), 3)
        os.kill(ranks[0], signal.SIGKILL)
        end = time.monotonic() + 60
        while session.ranks() and time.monotonic() < end:
            time.sleep(0.5)
        equal(session.ranks(), {})


def test_commands_are_answered_while_ranks_compute():
    with Session(3, "--ponder", "--seconds", "0.3") as session:
        session.ask(b"boardsize 19")
        session.ask(b"genmove b")
        delays = []
        for _ in range(20):
            time.sleep(0.1)  # they ponder
            delays.append(session.ask(b"name")[1])
        delays.sort()
        # Where more processes than processors compute, some answers wait for a turn.
        true(delays[len(delays) // 2] < 0.05, delays)


tap.run(globals())
