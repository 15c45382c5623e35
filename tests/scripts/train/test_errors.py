#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Training (scripts/train): making labels by a teacher, and the errors of networks on a
test that a teacher has labelled; what needs PyTorch. Prints TAP.

usage: test_errors.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES is its program; the others are beside that. The tests are
run by the Python that has PyTorch, /usr/bin/python3 if this one has not, and are skipped
without.
"""

import io
import contextlib
import os
import pathlib
import subprocess
import sys

import tap
from tap import equal, near, true
from training import FOLDER, SAMPLES, Files, game, run_with_torch

PROGRAMS = pathlib.Path(SAMPLES).parent


def modules():
    sys.path.insert(0, FOLDER)
    import errors
    import make_labels
    import numpy
    import torch
    torch.set_num_threads(1)
    return numpy, torch, errors, make_labels


def teach(make_labels, numpy, passes=False):
    """Replaces the teacher by one that remembers what it was asked for. Its likeliest move
    depends on the number of moves; or it is a pass, above all for the optimistic policy."""
    class Teacher:
        asked: list = []

        def __init__(self, options):
            self.waiting = []

        def wants_more(self):
            return len(self.waiting) < 4

        def ask(self, position):
            self.asked.append(position.line())
            self.waiting.append(position)

        def answer(self):
            if not self.waiting:
                return None
            position = self.waiting.pop(0)
            area = position.size ** 2
            policy = numpy.full(area + 1, 0.5 / area, dtype=numpy.float32)
            policy[area if passes else len(position.moves()) % area] = 0.5
            optimistic = policy * 0.5
            optimistic[area if passes else 0] += 0.5
            owner = numpy.linspace(-1, 1, area, dtype=numpy.float32)
            return position, thoughts_of([0.25, 3.5, 12.0, 0.08, 2.0], policy.tolist(),
                                         optimistic.tolist(), owner.tolist())

        def end(self):
            pass

    from labelling.thoughts import thoughts_of
    make_labels.teacher_of = Teacher
    return Teacher


def run_main(module, *arguments):
    """What a script prints when its main() is called."""
    argv, sys.argv = sys.argv, ["script", *map(str, arguments)]
    try:
        with contextlib.redirect_stdout(io.StringIO()) as text:
            module.main()
    finally:
        sys.argv = argv
    return text.getvalue()


def shown(*arguments):
    return subprocess.run([str(PROGRAMS / "show_labels"), *arguments], capture_output=True,
                          text=True, check=True).stdout.splitlines()


def make(make_labels, *arguments):
    run_main(make_labels, "--teacher", "none", "--programs", PROGRAMS, "--batch", "4",
             *arguments)


def test_labels_are_made_until_there_are_enough():
    numpy, _, _, make_labels = modules()
    teacher = teach(make_labels, numpy)
    with Files() as files:
        records = files.write("a.txt", [game(number, 9) for number in range(200)])
        out = files.path("a.labels")
        sources = [f"record:{records}", f"opening:{records}", "policy:7"]
        make(make_labels, "--out", out, "--labels", 30, *sources)
        first = shown(out)
        equal(len(first), 30)
        asked = len(teacher.asked)
        make(make_labels, "--out", out, "--labels", 30, *sources)
        equal(len(teacher.asked), asked)
        make(make_labels, "--out", out, "--labels", 50, *sources)
        equal((len(shown(out)), shown(out)[:30]), (50, first))
        counted = dict(line.rsplit(" ", 1) for line in shown("--count", out))
        equal((counted["in all"], counted["twice"]), ("50", "0"))
        true({"7 policy", "9 record"} <= counted.keys(), counted)
        true(any("deviation" in name for name in counted), counted)


def test_lists_are_labelled_once():
    numpy, _, _, make_labels = modules()
    teacher = teach(make_labels, numpy)
    with Files() as files:
        lines = [f"record {number % 9 + 3} 7.5 - {game(number, 9)}" for number in range(10)]
        out, path = files.path("a.labels"), files.write("list", lines)
        make(make_labels, "--out", out, f"list:{path}")
        equal(teacher.asked, lines)
        equal(len(shown(out)), 10)
        make(make_labels, "--out", out, f"list:{path}")
        equal(len(teacher.asked), 10)


def test_what_a_teacher_says_of_white_is_turned():
    numpy, _, _, _ = modules()
    from labelling import thinking_network
    area = 4
    answer = {"policy": numpy.log(numpy.array([[0.5, 0.25, 0.25, 1e-9, 1e-9],
                                               [0.25, 0.5, 0.25, 1e-9, 1e-9]])),
              "win": 0.75, "loss": 0.25, "lead": 3.0, "score_stdev": 8.0,
              "win_error": 0.5, "score_error": 2.0,
              "ownership": numpy.array([1.0, 0.5, 0.0, -1.0])}
    for black, sign in ((True, 1), (False, -1)):
        found = numpy.frombuffer(thinking_network.thoughts(answer, black).opinion, "<f4")
        equal(found[:5].round(4).tolist(),
              [0.75 if black else 0.25, sign * 3.0, 8.0, 0.25, 2.0])
        equal(found[5:5 + area + 1].round(4).tolist(), [0.5, 0.25, 0.25, 0, 0])
        equal(found[10:15].round(4).tolist(), [0.25, 0.5, 0.25, 0, 0])
        equal((sign * found[15:]).tolist(), [1.0, 0.5, 0.0, -1.0])
    mirrored = thinking_network.mirrored(numpy.arange(5))
    equal(mirrored.tolist(), [1, 0, 3, 2, 4])


def labelled(files, make_labels, name="test.labels"):
    """A small test of three board sizes and all kinds of positions."""
    kinds = ("record", 9), ("late", 13), ("search", 19), ("opening", 19)
    lines = [f"{kind} {number % 11 + 5} {5.5 + number % 3} - {game(50 * i + number, size)}"
             for number in range(12) for i, (kind, size) in enumerate(kinds)]
    path, out = files.write("list", lines), files.path(name)
    make(make_labels, "--test", "--out", out, f"list:{path}")
    return out


def small_network(torch):
    from network import model
    torch.manual_seed(5)
    network = model.Network(model.Shape(2, 16))
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_var.uniform_(0.5, 2)
        if isinstance(module, model.Activation):
            module.range.data.fill_(3.0)
    return network.eval()


def test_integers_say_about_what_floats_say():
    numpy, torch, errors, make_labels = modules()
    from network import net_file
    teach(make_labels, numpy)
    with Files() as files:
        test = errors.Test(PROGRAMS, pathlib.Path(labelled(files, make_labels)))
        equal(sorted(test.wanted), [9, 13, 19])
        equal({name: sum(int(chosen.sum()) for chosen in test.positions(name).values())
               for name in errors.PARTS},
              {"all": 48, "9x9": 12, "13x13": 12, "19x19": 24, "opening": 31, "middle": 5,
               "late": 0, "searched": 12})
        path = pathlib.Path(files.path("net"))
        path.write_bytes(net_file.network_file(small_network(torch)))
        floats, integers = errors.in_floats(path, test), errors.in_integers(path, test)
        for size in (9, 13, 19):
            for name in ("win", "lead", "win_error", "policy", "optimistic", "owner"):
                first, second = (getattr(each[size], name) for each in (floats, integers))
                equal(first.shape, second.shape)
                true(numpy.abs(first - second).max() < 0.1 * max(1, numpy.abs(first).max()),
                     f"{name} on {size}x{size}")
            near(float(integers[size].policy.sum(axis=1).min()), 1, 1e-4)
            near(float(floats[size].optimistic.sum(axis=1).max()), 1, 1e-4)


def test_errors_of_the_teacher_are_none():
    numpy, torch, errors, make_labels = modules()
    from network import net_file
    teach(make_labels, numpy)
    with Files() as files:
        test = labelled(files, make_labels)
        net = files.path("net")
        pathlib.Path(net).write_bytes(net_file.network_file(small_network(torch)))
        text = run_main(errors, "--test", test, "--siblings", test, "--programs", PROGRAMS,
                        test, net)
        rows = [line.split() for line in text.splitlines() if line.startswith("all")]
        equal(rows[0], ["all", "48", "0.0000", "0.00", "0.00", "0.000", "100.0%", "0.0000",
                        "0.000", "0.00000", "0.00"])
        equal(len(rows), 3)
        for row in rows[1:]:
            true(all(float(cell) > 0 for cell in row[2:6] + row[7:]), row)
        true("change from test.labels" in text, text)
        # Networks of version 2 have no such heads.
        text = run_main(errors, "--test", test, "--siblings", test, "--programs", PROGRAMS,
                        "--integers",
                        os.path.join(FOLDER, "../../engine/network/default.net"))
        row = next(line.split() for line in text.splitlines() if line.startswith("all"))
        if row[-1] == "n/a":
            equal(row[-3:], ["n/a"] * 3)


def test_divergence_takes_unlisted_moves_as_one():
    numpy, _, errors, _ = modules()
    p = numpy.array([[0.5, 0.25, 0.25, 0.0], [0.5, 0.0, 0.0, 0.0]])
    q = numpy.array([[0.25, 0.25, 0.5, 0.0], [0.25, 0.25, 0.25, 0.25]])
    first = 0.5 * numpy.log(2) + 0.25 * numpy.log(0.5)
    second = 0.5 * numpy.log(2) + 0.5 * numpy.log(0.5 / 0.75)
    found = errors.divergence(p, q)
    near(float(found[0]), float(first))
    near(float(found[1]), float(second))
    near(float(errors.divergence(q, q).max()), 0)


def test_siblings_are_measured_beside_their_mean():
    numpy, _, errors, _ = modules()
    wanted = numpy.array([0.1, 0.5, 0.7, 0.6, 0.2, 0.4, 0.9])
    is_sibling = numpy.array([False, False, True, True, False, True, False])
    found = errors.Siblings.of(wanted, wanted + 0.05, is_sibling)
    for got, expected in zip(found.wanted, (-0.1, 0.1, 0, -0.1, 0.1)):
        near(float(got), expected)
    equal([float(cell) for cell in found.row().split()], [5, 0.0894, 0.0894, 0, 1])
    noisy = errors.Siblings.of(wanted, numpy.array([0, 0.6, 0.4, 0.5, 0.5, 0.3, 0]),
                               is_sibling)
    equal([float(cell) for cell in noisy.row().split()], [5, 0.0894, 0.0894, 0.1789, -1])


def test_moves_of_the_same_position_have_a_table():
    numpy, torch, errors, make_labels = modules()
    from network import net_file
    teacher = teach(make_labels, numpy)
    teacher.wants_more = lambda self: len(self.waiting) < 40
    with Files() as files:
        path = files.write("list", [f"record {number + 3} 7.5 - {game(number, 9)}"
                                    for number in range(10)])
        out, net = files.path("a.labels"), files.path("net")
        make(make_labels, "--out", out, "--siblings", 3, f"list:{path}")
        tails = [line.split(" ")[3] for line in teacher.asked]
        # Also the last of the list have siblings; illegal ones are not asked about.
        equal(tails.count("-"), 10)
        true("-" not in tails[-2:] and len(tails) > 25, tails)
        pathlib.Path(net).write_bytes(net_file.network_file(small_network(torch)))
        text = run_main(errors, "--test", labelled(files, make_labels), "--siblings", out,
                        "--programs", PROGRAMS, "--integers", net)
        rows = text[text.index("moves of the same position"):].splitlines()[2:]
        (size, count, teachers, networks, *_), = (row.split() for row in rows)
        equal((size, teachers), ("9x9", "0.0000"))
        true(10 <= int(count) <= 30 and float(networks) > 0, rows)


def test_labels_may_refer_to_games():
    numpy, torch, errors, make_labels = modules()
    from network import net_file
    teach(make_labels, numpy)
    with Files() as files:
        records = files.write("a.txt", [game(number, 9) for number in range(300)])
        packed, net = files.path("games"), pathlib.Path(files.path("net"))
        subprocess.run([str(PROGRAMS / "pack_games"), packed, records], check=True,
                       stderr=subprocess.DEVNULL)
        net.write_bytes(net_file.network_file(small_network(torch)))
        tables = []
        for name, games in (("with", ["--games", packed]), ("without", [])):
            out = files.path(name)
            make(make_labels, "--out", out, "--labels", 40, *games, f"record:{records}")
            tables.append(run_main(errors, "--test", out, *games, "--programs", PROGRAMS,
                                   net))
        equal(tables[0], tables[1])
        try:
            errors.Test(PROGRAMS, pathlib.Path(files.path("with")))
        except errors.Failure as error:
            true("none of the files holds the game" in str(error), error)
        else:
            raise AssertionError("there are games")


def test_training_learns_all_that_labels_have():
    numpy, torch, _, make_labels = modules()
    teach(make_labels, numpy, passes=True)
    with Files() as files:
        records = files.write("a.txt", [game(number, 9) for number in range(300)])
        packed, out = files.path("games"), files.path("a.labels")
        subprocess.run([str(PROGRAMS / "pack_games"), packed, records], check=True,
                       stderr=subprocess.DEVNULL)
        make(make_labels, "--out", out, "--labels", 200, "--games", packed,
             f"record:{records}")
        folder = pathlib.Path(files.path("run"))
        subprocess.run([sys.executable, os.path.join(FOLDER, "train.py"), "--samples",
                        SAMPLES, "--out", str(folder), "--blocks", "2", "--channels", "16",
                        "--batch", "32", "--rate", "0.01", "--positions", "6000", "--games",
                        packed, out], check=True, capture_output=True)
        network = errors_of(folder / "checkpoint.pt", torch, out, packed)
        before = errors_of(None, torch, out, packed)
        for name in ("policy", "optimistic", "win_error", "score_error", "win", "score"):
            true(network[name] < 0.3 * before[name], f"{name}: {before} -> {network}")


def errors_of(path, torch, labels, games):
    """Mean squared differences of a checkpoint, or a new network, from labels."""
    from network import batches
    from network import model
    from network import net_file
    torch.manual_seed(3)
    network = net_file.load(path) if path else model.Network(model.Shape(2, 16))
    reader = batches.Reader([SAMPLES, "--once", *batches.games_of([games]), labels])
    sums: dict = {}
    with torch.no_grad():
        for batch in reader:
            found = network.eval()(batch.tensor("planes").float(), batch.tensor("numbers"))
            for name, wanted in (("win", "outcome"), ("score", "score"),
                                 ("win_error", "win_error"),
                                 ("score_error", "score_error"), ("policy", "policy"),
                                 ("optimistic", "optimistic")):
                said = found[name]
                said = (torch.softmax(said, dim=1) if name in ("policy", "optimistic") else
                        torch.sigmoid(said) if name == "win" else said)
                squares = (said - batch.tensor(wanted)).square().mean()
                sums[name] = sums.get(name, 0.0) + float(squares)
    return sums


if __name__ == "__main__":
    run_with_torch(globals())
