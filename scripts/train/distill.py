#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Labels positions by a teacher and trains networks on them, in one run (README.md).

usage: distill.py --out FOLDER --seconds N [OPTIONS] TEACHER --games FILE[=WEIGHT]...
       distill.py --out FOLDER --seconds N [OPTIONS] --labels FILE[=WEIGHT]...
                  [--games FILE...]
       distill.py --pack FILE [OPTIONS] TEACHER --games FILE...

TEACHER is a file of a network of KataGo's. Games are packed (pack_games) or lines of
records; labels are those of make_labels.py or label.py, and need the packed games that
they were made from. Labels are kept in memory. Each epoch uses all of them, those of a
file with a weight as often as that says, and those that were added meanwhile. The run
ends in time, with its checkpoints written. The same command goes on from these, as if
there had been one run; so it does after an interrupt or SIGTERM. FOLDER gets a folder
for each student, see student.py.

  --student SHAPE      such as 6x64, nested:6x128/64, or 6x64,32-48-128. The last has heads
                       of 32 and 48 channels (policy, value) and 128 hidden units. Given
                       several times, several networks learn the same; 6x64
  --start NETWORK      students of its shape, or a larger one, begin with it
  --heads              only the heads learn: the rest stays that of --start, and its
                       integers, which on a processor trunk_features computes. That takes
                       a fraction of the time, and few labels
  --seconds N          of the whole run, from its beginning to its end, 3600
  --total N            positions that the learning rate falls over, all runs together;
                       without, each run is a whole training
  --schedule NAME      how it falls: cosine, or root (1 / square root, then to 0), cosine
  --rate X             highest learning rate, 0.002
  --weight LOSS=X      what a loss counts for: policy 1, soft 0.15 (policy at temperature
                       4), optimistic 0.3, win 1.5, score 0.3, owner 1, errors 0.1,
                       siblings 0. The last is how moves of the same position differ in
                       their chance to win (make_labels.py). May be given several times
  --reuse X            how often a label is learnt from, each time turned at random, 3;
                       of stored labels each epoch uses all
  --batch N            positions in a step, 512 on a card, 64 on a processor
  --label-batch N      positions that the teacher is asked about at once, the same, 16
  --ring N             newest labels of each board size that are kept, 262144 or 16384
  --fix-norms X        the part of the training after which batch norms use their running
                       averages, 0.35
  --quantise X         the last part of the training imitates 8-bit integers, which the
                       program's file needs; 1: all of it, with --start; 0.15
  --device NAME        cpu, or cuda on a GPU: there in half precision
  --precision NAME     the teacher's: half, bfloat16 or float32
  --compile SIZE       networks are compiled for that board size; several times
  --threads N          on the processor, 1
  --readers N          processes that make positions, 1; on a card one for each processor
                       but one
  --deviations N       of 100 positions of games so many are some moves off, 30
  --test FILE          labels to measure errors on, scripts/train/fixed_test.labels
  --test-positions N   of these, 1000000 on a card and 300 on a processor
  --test-every N       seconds between two measurements, 600
  --light              nothing but checkpoint.pt is kept: momenta begin anew next time
  --samples PATH       the program that makes positions, build/scripts/train/samples
  --seed N             1
  --pack FILE          does not train, but writes an archive of what this command needs, for
                       a machine with nothing but PyTorch. It has as many games as there
                       is room for
  --pack-limit MIB     the most that it takes, 60
"""

import argparse
import collections
import ctypes
import os
import pathlib
import platform
import signal
import sys
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "match"))

# For how long threads of PyTorch look out for more to do before they sleep, in rounds of a
# loop. It is read when PyTorch is loaded. Between two operations they should not sleep, as
# waking up takes longer than many an operation. But the convolutions of this program run
# on threads of its own, from which they must not take the processor.
os.environ.setdefault("GOMP_SPINCOUNT", "10000")

import torch

from network import batches
import distill_pack
from katago import katago_teacher
from labelling import labelled
from network import model
from network import net_file
from network import program_trunk
from network import winograd
from options import Parser, path_of
from labelling.questions import Questions, read_questions
from reporter import Reporter
from run_check import Judge, check_teacher
from run_clock import Clock
from labelling.stored import Stored
from network.student import WEIGHTS, Plan, Student

TEST = pathlib.Path(__file__).resolve().parent / "fixed_test.labels"
CHECKPOINT_EVERY = 60  # seconds
MEASURING_BATCHES = 8
CHECK_PART = 0.1  # of the run, that a check may take
PER_GAME = 8  # positions of a game
BYTES_OF_GAME = 200  # about, of a packed one
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of glibc's malloc.h
FIRST_RATES = 20  # seconds after training began
LAST_MOMENT = 0.5  # seconds in which nothing is begun
DEFAULTS = {  # on a processor; on a card
    "batch": (64, 512), "label_batch": (16, 512), "ring": (16384, 262144),
    "test_positions": (300, 1000000),
    "readers": (1, max(1, len(os.sched_getaffinity(0)) - 1))}


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("teacher", nargs="?", type=pathlib.Path)
    parser.add_argument("--games", nargs="+", action="extend", default=[])
    parser.add_argument("--labels", nargs="+", action="extend", default=[])
    parser.add_argument("--student", action="append", default=[])
    parser.add_argument("--compile", action="append", type=int, default=[])
    parser.add_argument("--weight", action="append", default=[])
    for name, kind, default in (
            ("out", pathlib.Path, None), ("start", pathlib.Path, None),
            ("seconds", float, 3600.0), ("total", int, 0), ("schedule", str, "cosine"),
            ("rate", float, 0.002), ("reuse", float, 3.0), ("fix-norms", float, 0.35),
            ("quantise", float, 0.15), ("device", str, "cpu"), ("precision", str, None),
            ("threads", int, 1), ("deviations", int, 30), ("test", pathlib.Path, TEST),
            ("test-every", float, 600.0), ("seed", int, 1), ("pack", pathlib.Path, None),
            ("pack-limit", int, 60),
            ("samples", pathlib.Path, ROOT / "build/scripts/train/samples"),
            *((name.replace("_", "-"), int, None) for name in DEFAULTS)):
        parser.add_argument("--" + name, type=kind, default=default)
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--heads", action="store_true")
    return checked(parser, parser.parse_args())


def checked(parser: Parser, options: argparse.Namespace) -> argparse.Namespace:
    """With what has not been said."""
    if options.out is None and options.pack is None:
        parser.error("where to? Give it --out")
    if options.teacher is None and options.games and not options.labels:
        parser.error("games need a teacher; give it the file of a network of KataGo's")
    if options.teacher is None and not options.labels:
        parser.error("there is nothing to learn from; give it a teacher and --games, or "
                     "--labels")
    if options.teacher is not None and (options.labels or not options.games):
        parser.error("a teacher needs --games, and --labels need no teacher")
    if options.schedule not in ("cosine", "root"):
        parser.error(f"{options.schedule} is no schedule: cosine and root are")
    on_card = options.device != "cpu"
    for name, pair in DEFAULTS.items():
        if getattr(options, name) is None:
            setattr(options, name, pair[on_card])
    options.student = options.student or ["6x64"]
    options.weights = weights_of(parser, options.weight)
    return options


def weights_of(parser: Parser, changes: list) -> dict:
    """What losses count for."""
    weights = dict(WEIGHTS)
    for change in changes:
        name, _, value = change.partition("=")
        try:
            weights[name] = float(value)
        except ValueError:
            parser.error(f"{change} is no weight of a loss; one is win=2")
    if unknown := set(weights) - set(WEIGHTS):
        parser.error(f"{unknown.pop()} is no loss: {', '.join(WEIGHTS)} are")
    return weights


def machine(device: str) -> str:
    card = ""
    if device != "cpu":
        card = f", {torch.cuda.get_device_name()}"
    return (f"{platform.machine()}, {len(os.sched_getaffinity(0))} processors{card}, "
            f"PyTorch {torch.__version__}")


def keep_memory() -> None:
    """What is freed stays this process's: else each step gets its memory anew from the
    system, which takes a tenth of the time. Not every C library can be told."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    mallopt(M_MMAP_THRESHOLD, 1 << 30)
    mallopt(M_TRIM_THRESHOLD, (1 << 31) - 1)


class OfSizes(torch.nn.Module):
    """A network that is compiled for full batches of some board sizes."""

    def __init__(self, network: torch.nn.Module, sizes: list, batch: int):
        super().__init__()
        self.network, self.sizes, self.batch = network, sizes, batch
        self.compiled = torch.compile(network, dynamic=False)

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor) -> typing.Any:
        if planes.shape[-1] in self.sizes and len(planes) == self.batch:
            try:
                return self.compiled(planes, numbers)
            except RuntimeError as error:
                print(f"not compiled: {str(error).splitlines()[0]}", file=sys.stderr)
                self.sizes = []
        return self.network(planes, numbers)


class Run:
    """Everything of one run."""

    def __init__(self, options: argparse.Namespace):
        self.options, self.device = options, torch.device(options.device)
        self.clock = Clock(options.seconds)
        self.stopped = False
        torch.manual_seed(options.seed)
        self.teacher = self._teacher()
        self.students = self._students()
        self.first = self.students[0]
        torch.manual_seed(options.seed + 1000 * self.first.runs)
        self.stored: typing.Optional[Stored] = None
        self.ring: typing.Union[Stored, labelled.Ring]
        if self.teacher is None:
            self.ring = self.stored = Stored(str(options.samples), options.labels,
                                             options.games, options.batch, self.device)
            self.reader = None
        else:
            self.ring = labelled.Ring(max(options.ring, options.batch))
            self.reader = self._reader()
            self.stream = iter(self.reader)
        self.debts: collections.Counter = collections.Counter()  # positions, by size
        self.reporters = [Reporter(each.folder / "log.jsonl") for each in self.students]
        self.judge = None
        if options.test.exists():
            self.judge = Judge(options.samples.parent, options.test,
                               options.test_positions)

    def say(self, text: str) -> None:
        print(f"{self.clock.past():7.1f} s  {text}", flush=True)

    def _teacher(self) -> typing.Optional[katago_teacher.Teacher]:
        options = self.options
        if options.teacher is None:
            return None
        usual = "half" if self.device.type != "cpu" else katago_teacher.fast_precision()
        teacher = katago_teacher.load(options.teacher, options.device,
                                      options.precision or usual)
        if options.compile:
            teacher.network = OfSizes(teacher.network, options.compile,
                                      self.teacher_batch_of(teacher, 0))
        return teacher

    def teacher_batch_of(self, teacher: katago_teacher.Teacher, size: int) -> int:
        """Positions that are computed at once: few on a processor, for its caches."""
        if self.device.type == "cpu" and size:
            return min(self.options.label_batch, teacher.usual_batch(size))
        return self.options.label_batch

    def _students(self) -> list:
        options = self.options
        start = net_file.load(options.start) if options.start else None
        if start is not None and not options.heads:
            net_file.forget_ranges(start)
        on_card = self.device.type != "cpu"
        plan = Plan(options.rate, options.schedule, options.total, options.fix_norms,
                    options.quantise, on_card or
                    katago_teacher.fast_precision() == "bfloat16",
                    self.device, not options.light, options.heads, options.weights)
        students = []
        for name in options.student:
            folder = options.out / name.replace(":", "-").replace("/", "-")
            student = Student(name, folder, plan, start)
            if options.compile:
                student.compiled = OfSizes(student.network, options.compile, options.batch)
            students.append(student)
        convolve, trunk = self._convolve(), self._trunk(start)
        for student in students:
            for network in (student.network, student.mean):
                network.convolve_by(convolve)
                network.trunk_by(trunk)
        return students

    def _trunk(self, start: typing.Optional[model.Network]
               ) -> typing.Optional[program_trunk.ProgramTrunk]:
        """Of heads that learn alone."""
        options = self.options
        program = options.samples.parent / "trunk_features"
        if not options.heads or self.device.type != "cpu":
            return None
        if not program.exists():
            self.say("heads learn slowly: build trunk_features beside samples")
            return None
        return program_trunk.ProgramTrunk(program, start, options.out / "trunk.net",
                                          options.threads)

    def _convolve(self) -> typing.Optional[winograd.Convolve]:
        """Where a processor does better than with what PyTorch has. In bfloat16 it does
        not: there this is used only for integers and tests."""
        options = self.options
        if self.device.type != "cpu" or options.compile:
            return None
        library = winograd.load(options.samples.parent)
        return library and winograd.Convolve(library, options.threads)

    def _reader(self) -> batches.Reader:
        options = self.options
        seed = options.seed + 1000 * self.first.runs
        command = [str(options.samples), "--per-game", str(PER_GAME), "--pool",
                   str(16 * options.label_batch), "--teacher", "--batch",
                   str(options.label_batch), "--deviations", str(options.deviations)]
        if self.teacher.header.pass_alive_suicide:
            command.append("--pass-alive-suicide")
        return batches.Reader(*(
            [*command, "--seed", str(seed + i), "--skip", str(skipped), *options.games]
            for i, skipped in enumerate(self._skipped())), read=read_questions)

    def _skipped(self) -> list:
        """How many games each reader leaves out at first: as many as earlier runs have
        used; and each begins at another part of the files."""
        readers = self.options.readers
        used = self.first.labels // PER_GAME // readers
        size = sum(os.stat(path_of(each)).st_size for each in self.options.games)
        return [used + i * size // BYTES_OF_GAME // readers for i in range(readers)]

    def _next_questions(self) -> Questions:
        if self.stored is not None:
            return self.stored.next()
        found: typing.Optional[Questions] = next(self.stream, None)
        if found is None:
            raise ValueError("there are no more positions")
        return found

    def label(self) -> labelled.Labels:
        """The next labels, of one board size."""
        since = time.monotonic()
        questions = self._next_questions()
        self.clock.measure("positions waited for", since, len(questions))
        since = time.monotonic()
        if self.stored is not None:
            labels = labelled.labels_stored(questions, self.device)
        else:
            labels = labelled.labels_of_teacher(
                self.teacher, questions,
                self.teacher_batch_of(self.teacher, questions.size))
        self._wait_for_device()
        self.clock.measure("labels", since, len(labels))
        for student in self.students:
            student.labels += len(labels)
        return labels

    def _wait_for_device(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def learn(self, drawn: typing.Iterable) -> None:
        """All students learn from batches."""
        since, learnt = time.monotonic(), 0
        for batch in drawn:
            begun = time.monotonic()
            for student, reporter in zip(self.students, self.reporters):
                self._begin_integers_if_due(student)
                reporter.add(batch, student.step(batch, self.clock.part()))
            learnt += len(batch)
            self.clock.measure("a step", begun)
        self._wait_for_device()
        if learnt:
            self.clock.measure("positions learnt", since, learnt)

    def _due(self, size: int) -> typing.Iterator[labelled.Turned]:
        """As many batches as the newest labels call for."""
        batch = self.options.batch
        while self.debts[size] >= batch and self.may_go_on("a step"):
            self.debts[size] -= batch
            yield self.ring.draw(size, batch)

    def _begin_integers_if_due(self, student: Student) -> None:
        if student.is_due_for_integers(student.progress(self.clock.part())):
            student.begin_integers(self._drawn())
            self.say(f"{student.name} imitates integers from now on")

    def _drawn(self) -> list:
        sizes = self.ring.sizes()
        return [self.ring.draw(sizes[i % len(sizes)], self.options.batch)
                for i in range(MEASURING_BATCHES)]

    def may_go_on(self, *names: str) -> bool:
        return not self.stopped and self.clock.has_time_for("save", "test", *names)

    def learn_some(self) -> None:
        """From the next labels; from stored ones once in each epoch, from the teacher's
        several times at once."""
        labels = self.label()
        if self.stored is not None:
            self.learn([labelled.turned_at_random(labels)])
            return
        self.ring.add(labels)
        self.debts[labels.size] += round(self.options.reuse * len(labels))
        self.learn(self._due(labels.size))

    def begin(self) -> None:
        """What is said in the first minute, and what must be known at first."""
        self.say(machine(self.options.device))
        if self.stored is not None:
            counts = {size: len(found) for size, found in self.stored.samples.items()}
            self.say(f"{len(self.stored)} labels: " + ", ".join(
                f"{count} of {size}x{size}" for size, count in counts.items()))
        if self.judge is None:
            self.say(f"there is no test: {self.options.test} is not there")
        elif self.teacher is not None:
            self.check_teacher()
        unknown = [each for each in self.students if each.needs_measuring()]
        for student in self.students:
            self.say(f"{student.name}: {student.origin}, after {student.examples} "
                     f"positions and {student.labels} labels")
            if student in unknown:
                student.measure_norms(self._unlabelled())
        self.save()
        self.test(self.until(CHECK_PART))

    def _unlabelled(self) -> typing.Iterator[labelled.Seen]:
        may_go_on = self.until(CHECK_PART)
        for _ in range(MEASURING_BATCHES):
            yield labelled.seen_of(self._next_questions(), self.device)
            if not may_go_on():
                break

    def check_teacher(self) -> None:
        """Where half precision is too coarse, and was not asked for, he gets another."""
        good, text = check_teacher(self.teacher, self.options, self.until(CHECK_PART))
        self.say(text)
        if not good and self.options.precision is None and self.device.type != "cpu":
            self.options.precision = "bfloat16"
            self.teacher = self._teacher()
            self.say("in bfloat16: " + check_teacher(self.teacher, self.options,
                                                     self.until(CHECK_PART))[1])

    def until(self, part: float) -> typing.Callable[[], bool]:
        """Tells whether something may go on that should take such a part of the run."""
        end = min(time.monotonic() + part * self.clock.seconds,
                  self.clock.end - LAST_MOMENT)
        return lambda: time.monotonic() < end and not self.stopped

    def save(self) -> None:
        since = time.monotonic()
        for student in self.students:
            student.save()
        self.clock.measure("save", since)

    def test(self, may_go_on: typing.Callable[[], bool]) -> None:
        """Errors on the fixed test, as long as it may go on."""
        if self.judge is None:
            return
        since = time.monotonic()
        for student, reporter in zip(self.students, self.reporters):
            student.mean.eval()
            found = self.judge.errors(student.mean, may_go_on)
            if not found:
                self.say(f"{student.name}: no time for the test")
                continue
            reporter.log({"kind": "test", "positions": student.examples, "groups": found})
            for group, figures in found.items():
                self.say(f"{student.name} {group:8}" + " ".join(
                    f"{key} {value:.4g}" for key, value in figures.items()))
        self.clock.measure("test", since)

    def report(self) -> None:
        for student, reporter in zip(self.students, self.reporters):
            if reporter.due() and reporter.positions:
                done = student.progress(self.clock.part())
                reporter.write(student.examples, self.clock.past(),
                               student.rate(done), max(done, 1e-6))

    def go(self) -> None:
        self.begin()
        saved = tested = time.monotonic()
        rates_at = time.monotonic() + FIRST_RATES
        while self.may_go_on("positions waited for", "labels", "a step"):
            self.learn_some()
            self.report()
            now = time.monotonic()
            if now > rates_at:
                self.say("rates: " + self.clock.rates())
                rates_at = now + 10 * CHECKPOINT_EVERY
            if now - saved > CHECKPOINT_EVERY and self.may_go_on():
                self.save()
                saved = now
            if now - tested > self.options.test_every and self.may_go_on("test"):
                self.test(self.until(CHECK_PART))
                tested = now
            if self.is_complete():
                break
        self.finish()

    def is_complete(self) -> bool:
        total = self.options.total
        return total > 0 and all(each.examples >= total for each in self.students)

    def finish(self) -> None:
        if self.reader is not None:
            self.reader.close()
        self.save()
        if not self.stopped:
            self.test(self.until(1))
        self.say("rates: " + self.clock.rates())
        for student in self.students:
            self.say(f"{student.name}: {student.examples} positions, {student.labels} "
                     f"labels, in {student.folder}")


def run(options: argparse.Namespace) -> None:
    torch.set_num_threads(options.threads)
    keep_memory()
    if options.device != "cpu":
        torch.backends.cuda.matmul.allow_tf32 = True
    options.out.mkdir(parents=True, exist_ok=True)
    the_run = Run(options)

    def stop(*_: object) -> None:
        the_run.stopped = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    the_run.go()


def main() -> None:
    options = arguments()
    try:
        if options.pack:
            distill_pack.write(options, sys.argv[1:])
        else:
            run(options)
    except (ValueError, OSError) as error:
        sys.exit(f"distill.py: {error}")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # unloading PyTorch takes seconds that the run does not have


if __name__ == "__main__":
    main()
