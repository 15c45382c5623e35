#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Labelling and training in one run (scripts/train/distill.py), at toy size; what needs
PyTorch 2. Prints TAP.

usage: test_distill.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES is its program; the others are beside that. The tests are
run by the Python that has PyTorch, /usr/bin/python3 if this one has not, and are skipped
without PyTorch 2.
"""

import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tarfile
import time

import tap
from tap import contains, equal, near, true
from training import FOLDER, SAMPLES, Files, game, python_with_torch

PROGRAMS = pathlib.Path(SAMPLES).parent
sys.path.insert(0, FOLDER)
OPTIONS = ("--batch", "16", "--label-batch", "8", "--reuse", "2", "--rate", "0.01",
           "--samples", SAMPLES)
LATE = 3.0  # seconds that a process may take to begin and to end


def modules():
    from labelling import labelled
    import numpy
    from network import student
    import torch
    torch.set_num_threads(1)
    return numpy, torch, labelled, student


def made_teacher(files):
    import katago_network
    attention = ("attention", 2, 2, 4, 4, "learned")
    data, _ = katago_network.network(7, 15, [("nested", attention, ("feed_forward",))],
                                     last="spatial")
    return katago_network.write(files.path("net.bin.gz"), data)


def made_games(files):
    return files.write("games.txt", [game(number, size) for size in (9, 13)
                                     for number in range(100)])


def distill(*arguments, **options):
    command = [sys.executable, os.path.join(FOLDER, "distill.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def seconds_to_begin():
    """Loading PyTorch may take long where a machine is busy."""
    since = time.monotonic()
    subprocess.run([sys.executable, "-c", "import torch"], check=True)
    return time.monotonic() - since


def state_of(folder, name="2x16"):
    from network import parts_file
    return parts_file.load(pathlib.Path(folder) / name, "state")


def questions_of(*arguments):
    from labelling.questions import read_questions
    with subprocess.Popen([SAMPLES, "--teacher", "--once", *arguments],
                          stdout=subprocess.PIPE) as process:
        found = []
        while (each := read_questions(process.stdout)) is not None:
            found.append(each)
    equal(process.returncode, 0)
    return found


def test_a_teacher_is_shown_what_he_would_be_asked_about():
    numpy, torch, labelled, _ = modules()
    from katago import katago_file
    from katago import katago_inputs
    line = game(3, 9)
    with Files() as files:
        path = files.write("one.txt", [line])
        found = questions_of("--deviations", "0", "--per-game", "64", path)
    # A game may be held out; then another one would do.
    questions, = found
    fields = line.split(" ")
    converter = katago_inputs.Converter(PROGRAMS / "katago_inputs", processes=1)
    true(len(questions) == 16, "not all moments of the game")
    komis = set()
    for sample, shown in zip(questions.samples, questions.shown):
        turn = int(sample["turn"])
        komi = int(sample["globals"][0]) / 2 * (-1 if turn % 2 == 0 else 1)
        komis.add(komi)
        wanted = converter.convert(9, [f"@{turn} 9 {komi} " + " ".join(fields[2:])])
        bits = numpy.unpackbits(shown["sets"], bitorder="little",
                                count=(katago_file.PLANES + 1) * 81)
        equal(bits[:katago_file.PLANES * 81].tolist(), wanted.planes.flatten().tolist())
        equal(shown["numbers"].tolist(), wanted.numbers[0].tolist())
    true(len(komis) > 3, f"komi is always one of {komis}")


def test_deviations_are_shown_to_both_alike():
    numpy, torch, labelled, _ = modules()
    with Files() as files:
        found = questions_of("--deviations", "100", "--per-game", "64", made_games(files))
    moved = 0
    for questions in found:
        size, area = questions.size, questions.size ** 2
        ours = labelled.unpack_bits(torch.from_numpy(questions.samples["planes"].copy()),
                                    3 * area).view(-1, 3, size, size)
        teachers = labelled.unpack_bits(torch.from_numpy(questions.shown["sets"].copy()),
                                        3 * area).view(-1, 3, size, size)
        equal(ours[:, 1:].flip(2).tolist(), teachers[:, 1:].tolist())
        moved += len({planes.numpy().tobytes() for planes in ours})
    true(moved > 100, "hardly any different positions")


def first_size(*arguments):
    """The board size of the first batch."""
    from labelling.questions import read_questions
    with subprocess.Popen([SAMPLES, "--teacher", "--per-game", "1", "--batch", "1",
                           "--pool", "0", *arguments],
                          stdout=subprocess.PIPE) as process:
        found = read_questions(process.stdout)
        process.terminate()
    return found.size


def test_games_that_were_used_are_skipped():
    with Files() as files:
        path = files.write("three.txt", [game(3, size) for size in (9, 13, 19)])
        one = files.write("one.txt", [game(3, 9)])
        equal([first_size("--skip", str(count), path) for count in range(5)],
              [9, 13, 19, 9, 13])
        equal(first_size("--skip", "7", one, one), 9)


def test_everything_is_turned_alike():
    numpy, torch, labelled, _ = modules()
    generator = torch.Generator().manual_seed(1)
    size, area = 9, 81
    bits = torch.randint(2, (3, 32 * area), generator=generator).numpy().astype("uint8")
    planes = torch.from_numpy(numpy.packbits(bits, axis=1, bitorder="little"))
    second = torch.from_numpy(bits[:, area:2 * area].copy()).float()
    policy = torch.cat([second, torch.full((3, 1), 7.0)], dim=1)
    labels = labelled.Labels(size, planes, torch.zeros(3, 4),
                             torch.stack([policy, policy], dim=1).half(),
                             torch.zeros(3, 2), second.half(),
                             torch.zeros(3, 4), torch.ones(3, 2, dtype=torch.bool))
    seen = set()
    for symmetry in range(8):
        turned = labels.turned(symmetry)
        plane = turned.planes[:, 1].flatten(1).float()
        equal(turned.policy[:, 0, :area].tolist(), plane.tolist())
        equal(turned.owner.tolist(), plane.tolist())
        equal(turned.policy[:, 1, area].tolist(), [7.0] * 3)
        seen.add(plane.numpy().tobytes())
    equal(len(seen), 8)


def test_moves_that_are_not_listed_share_the_rest():
    _, torch, labelled, _ = modules()
    policy = torch.tensor([[0.75, 0.25, 0.0, 0.0, 0.0]])
    legal = torch.tensor([[True, True, False, True, True]])
    found, rest = labelled.with_others(policy, torch.tensor([0.8]), legal)
    for got, wanted in zip(found.exp()[0].tolist(), (0.6, 0.2, 0.0, 0.1, 0.1)):
        near(got, wanted, 1e-6)
    near(rest.exp().item(), 0.1, 1e-6)
    _, rest = labelled.with_others(policy, torch.tensor([0.8]), policy > 0)
    true(math.isnan(rest.item()), rest)


def test_nothing_is_learnt_about_moves_that_are_not_listed_but_their_sum():
    _, torch, labelled, student = modules()
    policy = torch.tensor([[0.75, 0.25, 0.0, 0.0, 0.0]] * 2)
    legal = torch.tensor([[True, True, False, True, True]] * 2)
    wanted, rest = labelled.with_others(policy, torch.tensor([0.8, 0.8]), legal)
    chances = torch.tensor([[0.6, 0.2, 1e-9, 0.19, 0.01], [0.6, 0.2, 1e-9, 0.15, 0.15]])
    logits = chances.log().requires_grad_()
    alike = student.with_others_alike(logits, wanted.half(), rest.half())
    loss = -(wanted.exp() * alike.log_softmax(dim=1)).sum(dim=1)
    near(loss[0].item(), -sum(p * math.log(p) for p in (0.6, 0.2, 0.1, 0.1)), 1e-3)
    loss.sum().backward()
    true(logits.grad[0].abs().max() < 1e-3, logits.grad)
    true((logits.grad[1, 3:] > 0.01).all(), logits.grad)


def random_labels(labelled, torch, seed):
    generator = torch.Generator().manual_seed(seed)
    policy = torch.randn(8, 2, 82, generator=generator)
    policy[:, :, :5] = -math.inf
    values = torch.rand(8, 4, generator=generator)
    return labelled.Turned(
        9, torch.randint(2, (8, 32, 9, 9), generator=generator, dtype=torch.uint8),
        torch.rand(8, 4, generator=generator), policy.log_softmax(dim=2),
        torch.full((8, 2), math.nan), torch.rand(8, 81, generator=generator), values,
        torch.ones(8, 2, dtype=torch.bool))


def plan_of(student, torch, **changes):
    wanted = {"rate": 0.01, "schedule": "cosine", "total": 1000, "fix_norms": 0.05,
              "quantise": 0.0, "half": False, "device": torch.device("cpu"), "whole": True}
    return student.Plan(**{**wanted, **changes})


def test_an_interrupted_training_goes_on_as_if_it_had_not_been():
    _, torch, labelled, student = modules()
    found = []
    for interrupted in (False, True):
        with Files() as files:
            torch.manual_seed(1)
            folder = pathlib.Path(files.path("2x16"))
            each = student.Student("2x16", folder, plan_of(student, torch), None)
            for number in range(12):
                if interrupted and number in (4, 9):
                    each.save()
                    each = student.Student("2x16", folder, plan_of(student, torch), None)
                each.step(random_labels(labelled, torch, number), 0)
            equal((each.examples, each.steps), (96, 12))
            found.append([*each.network.state_dict().values(),
                          *each.mean.state_dict().values()])
    true(all(torch.equal(a, b) for a, b in zip(*found)), "it went on otherwise")


def test_losses_fall_and_mean_the_same_where_all_is_learnt():
    _, torch, labelled, student = modules()
    labels = random_labels(labelled, torch, 3)
    policy = labels.policy.clamp(min=-50)
    logit = torch.logit(labels.values[:, 0])
    perfect = {"policy": policy[:, 0], "optimistic": policy[:, 1], "win": logit,
               "score": labels.values[:, 1], "win_error": labels.values[:, 2],
               "score_error": labels.values[:, 3], "owner": torch.logit(labels.owner)}
    best = student.losses_of(perfect, labels)
    equal(sorted(best), sorted(student.WEIGHTS))
    for name, change in (("policy", 0.5), ("optimistic", 0.5), ("win", 0.3),
                         ("score", 0.2), ("owner", 0.5), ("win_error", 0.1)):
        torch.manual_seed(1)
        noise = change * torch.randn_like(perfect[name])
        worse = student.losses_of({**perfect, name: perfect[name] + noise}, labels)
        touched = {"win_error": "errors"}.get(name, name)
        for loss, value in best.items():
            if loss == touched or (loss, name) == ("soft", "policy"):
                true(worse[loss] > value, f"{loss} does not see {name}")
            else:
                near(float(worse[loss]), float(value), 1e-5)
    near(float(best["errors"]), 0, 1e-6)
    near(float(best["policy"]), float(-(policy[:, 0].exp() * policy[:, 0]).sum(1).mean()),
         1e-3)


def test_more_komi_learns_to_help():
    _, torch, labelled, student = modules()
    from network import model
    found = []
    usual = student.KOMI_WEIGHT, student.KOMI_PART
    for weight in (0.0, usual[0]):
        student.KOMI_WEIGHT, student.KOMI_PART = weight, 1
        with Files() as files:
            torch.manual_seed(1)
            each = student.Student("2x16", pathlib.Path(files.path("2x16")),
                                   plan_of(student, torch, fix_norms=0.0), None)
            each.network.value_linear.weight.data[0, -model.GLOBALS] = -0.5
            for number in range(100):
                labels = random_labels(labelled, torch, number)
                labels.numbers[:, 1] = 1  # komi is known
                each.step(labels, 0)
            found.append(each.komi_loss(labels).item())
    student.KOMI_WEIGHT, student.KOMI_PART = usual
    true(found[0] > 0.001 and found[1] < 0.75 * found[0], found)


def test_learning_rates_follow_the_sum_of_all_runs():
    _, torch, labelled, student = modules()
    rates = [student.schedule_rate("cosine", part) for part in (0, 0.01, 0.02, 0.5, 1)]
    true(rates[0] < rates[1] < rates[2] > rates[3] > rates[4] > 0, rates)
    near(rates[3], 0.505, 0.001)
    root = [student.schedule_rate("root", part) for part in (0.05, 0.4, 0.9, 0.95, 1)]
    near(root[0], 1)
    near(root[1], 0.5)
    near(root[3], math.sqrt(0.1 / 0.95) / 2)
    near(root[4], student.LEAST_RATE)
    with Files() as files:
        folder = pathlib.Path(files.path("2x16"))
        plan = plan_of(student, torch, total=100)
        each = student.Student("2x16", folder, plan, None)
        equal(each.progress(0.9), 0)
        each.examples, each.momenta_steps = 50, student.MOMENTA_STEPS
        equal(each.progress(0.9), 0.5)
        near(each.rate(0.5), 0.01 * rates[3])
        each.save()
        equal(student.Student("2x16", folder, plan, None).progress(0), 0.5)
        # Nothing but the checkpoint is there: momenta and the rate begin anew, the
        # schedule does not.
        for path in folder.glob("state*"):
            path.unlink()
        alone = student.Student("2x16", folder, plan, None)
        equal(alone.progress(0), 0.5)
        near(alone.rate(0.5), 0.01 * rates[3] / student.MOMENTA_STEPS)
        each.plan.total = 0
        equal(each.progress(0.25), 0.25)


def check_convolutions(torch, convolve):
    """Against those of PyTorch, with gradients."""
    torch.manual_seed(1)
    for kernel, inputs, outputs, boards, height, width in (
            (3, 16, 48, 3, 9, 9), (3, 32, 16, 1, 19, 19), (3, 16, 16, 2, 1, 2),
            (3, 64, 64, 5, 13, 7), (3, 16, 112, 1, 5, 6), (5, 32, 64, 2, 19, 19),
            (5, 16, 16, 1, 3, 8)):
        x = torch.randn(boards, inputs, height, width, requires_grad=True)
        weight = torch.randn(outputs, inputs, kernel, kernel, requires_grad=True)
        true(convolve.fits(x, weight), "it is not used")
        gradient, found = torch.randn(boards, outputs, height, width), []
        for function in (convolve, lambda *both: torch.nn.functional.conv2d(
                *both, padding=both[1].shape[2] // 2)):
            x.grad = weight.grad = None
            y = function(x, weight)
            y.backward(gradient)
            found.append((y.detach(), x.grad, weight.grad))
        for got, wanted in zip(*found):
            error = (got - wanted).abs().max() / wanted.abs().max()
            true(error < 1e-4, f"{kernel} {height}x{width}: off by {error}")


def test_convolutions_by_fewer_multiplications_are_the_same():
    _, torch, *_ = modules()
    from network import winograd
    library = winograd.load(PROGRAMS)
    if library is None:
        print("# not on this processor")
        return
    for lanes in winograd.lanes_of(library):
        check_convolutions(torch, winograd.Convolve(library, 2, lanes))
    convolve = winograd.Convolve(library, 2)
    for shape in ((15, 16, 3, 3), (16, 15, 3, 3), (16, 16, 1, 1), (16, 16, 3, 5)):
        true(not convolve.fits(torch.zeros(1, shape[1], 9, 9), torch.zeros(shape)), shape)
    network = student_network(torch, convolve)
    plain = student_network(torch, None)
    seen = torch.rand(4, 32, 9, 9), torch.rand(4, 4)
    for name, values in network(*seen).items():
        true((values - plain(*seen)[name]).abs().max() < 1e-3, name)


def student_network(torch, convolve):
    from network import model
    torch.manual_seed(3)
    network = model.Network(model.Shape(2, 16))
    network.convolve_by(convolve)
    return network


def test_shapes():
    _, _, _, student = modules()
    shape = student.shape_of("nested:6x128/64", None)
    equal((shape.blocks, shape.channels, shape.inner), (6, 128, 64))
    heads = student.shape_of("6x64,32-48-100", shape)
    equal((heads.channels, heads.policy_channels, heads.value_channels,
           heads.value_hidden), (64, 32, 48, 100))
    for name in ("6", "6x", "nested:6x128", "6x128/64", "6x64 ", "6x64,32-48"):
        try:
            student.shape_of(name, None)
        except ValueError as error:
            contains(str(error), "is no shape")
            continue
        raise AssertionError(f"{name} is a shape")


def test_large_objects_come_in_parts():
    from network import parts_file
    usual, parts_file.PART_BYTES = parts_file.PART_BYTES, 1000
    try:
        with Files() as files:
            folder = pathlib.Path(files.folder.name)
            equal(parts_file.load(folder, "state"), None)
            parts_file.save(folder, "state", {"a": list(range(2000))})
            parts_file.save(folder, "state", {"a": list(range(3000))})
            parts = sorted(folder.glob("state-*"))
            true(len(parts) > 3, parts)
            true(all(part.stat().st_size <= 1000 for part in parts), parts)
            # A writer that was stopped before it was done.
            (folder / "state-3-0").write_bytes(b"half")
            equal(parts_file.load(folder, "state"), {"a": list(range(3000))})
            parts[0].write_bytes(bytes(1000))
            try:
                parts_file.load(folder, "state")
            except ValueError as error:
                contains(str(error), "damaged")
            else:
                raise AssertionError("damage was not seen")
    finally:
        parts_file.PART_BYTES = usual


def test_half_precision_of_a_teacher():
    numpy, *_ = modules()
    import katago_network
    from katago import katago_file
    with Files() as files:
        usual, katago_network.STEPS = katago_network.STEPS, 1 << 16  # more bits than half
        try:
            path = made_teacher(files)
        finally:
            katago_network.STEPS = usual
        usual, katago_file.SMALL = katago_file.SMALL, 100
        try:
            data = katago_file.in_half_precision(path)
        finally:
            katago_file.SMALL = usual
        packed = files.path("half.bin.xz")
        pathlib.Path(packed).write_bytes(data)
        before, after = katago_file.read(path), katago_file.read(packed)
    rounded = before.input.weights.astype(numpy.float16).astype(numpy.float32)
    equal(after.input.weights.tolist(), rounded.tolist())
    true((after.input.weights != before.input.weights).any(), "nothing was rounded")
    equal(after.policy.pass_dense.tolist(), before.policy.pass_dense.tolist())


def make_test(files, teacher, games):
    """Labels of the toy teacher, as those of the fixed test are."""
    path = files.path("test.labels")
    subprocess.run([sys.executable, os.path.join(FOLDER, "make_labels.py"), "--teacher",
                    teacher, "--pytorch", "--out", path, "--labels", "24", "--programs",
                    str(PROGRAMS), "--test", "--off", "0", f"record:{games}"], check=True,
                   capture_output=True)
    return path


def check_floats(folder):
    """What was before the integers can be trained further."""
    _, torch, *_ = modules()
    from network import net_file
    equal(torch.load(folder / "floats.pt")["quantised"], False)
    equal(net_file.load(folder / "floats.pt").shape.blocks, 2)
    true(all(path.stat().st_size <= 16 << 20 for path in folder.iterdir()), "too large")


def check_exported(files, checkpoint):
    """The program plays by it."""
    out = files.path("exported")
    subprocess.run([sys.executable, os.path.join(FOLDER, "export.py"), checkpoint, out],
                   check=True)
    played = subprocess.run([PROGRAMS / "policy_games", "--net", out, "--games", "1"],
                            capture_output=True, text=True, check=True)
    contains(played.stdout, "9 ")


def test_a_run_from_end_to_end():
    with Files() as files:
        teacher, games = made_teacher(files), made_games(files)
        wanted, begin = make_test(files, teacher, games), seconds_to_begin()
        seconds, out = 12 + 3 * begin, files.path("out")
        since = time.monotonic()
        done = distill("--out", out, "--seconds", seconds, "--student", "2x16", "--student",
                       "nested:2x16/8", "--test", wanted, *OPTIONS, teacher, "--games",
                       games)
        took = time.monotonic() - since
        equal((done.returncode, done.stderr[:500] if done.returncode else ""), (0, ""))
        true(seconds / 2 < took < seconds + LATE + begin, f"{took} of {seconds} s")
        contains(done.stdout, "the teacher's answers agree with the stored ones: 24")
        contains(done.stdout, "rates: ")
        contains(done.stdout, "imitates integers from now on")
        true(done.stdout.count(" 2x16 all") >= 2, done.stdout)
        state = state_of(out)
        true(state["examples"] > 100 and state["labels"] * 2 >= state["examples"] - 300,
             state["examples"])
        equal(state["quantised"], True)
        log = [json.loads(line) for line in
               pathlib.Path(out, "2x16", "log.jsonl").read_text().splitlines()]
        figures = [entry["groups"]["all"] for entry in log if entry["kind"] == "test"]
        true(figures[-1]["KL"] < figures[0]["KL"], figures)
        check_floats(pathlib.Path(out, "2x16"))
        check_exported(files, os.path.join(out, "2x16", "checkpoint.pt"))
        check_pack(files, teacher, games, out, state, seconds)


def test_an_archive_has_the_other_options():
    import distill_pack
    words = ["--pack", "x.tar", "--heads", "teacher", "--start", "s.net", "--light", "--rate",
             "0.1", "--student", "6x64", "--games", "a", "b"]
    equal(distill_pack.other_arguments(words),
          ["--heads", "--light", "--rate", "0.1", "--student", "6x64"])


def check_pack(files, teacher, games, out, before, seconds):
    """Another machine goes on with what the archive brings."""
    archive, there = files.path("pack.tar"), files.path("there")
    done = distill("--pack", archive, "--out", out, "--student", "2x16", *OPTIONS, teacher,
                   "--games", games)
    equal((done.returncode, done.stderr), (0, ""))
    with tarfile.open(archive) as tar:
        tar.extractall(there, filter="data")
    environment = {**os.environ, "PATH": os.path.dirname(sys.executable) + ":" +
                   os.environ["PATH"]}
    with subprocess.Popen(["./run.sh", "--seconds", "600"], cwd=there, text=True,
                          env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as process:
        for line in process.stdout:
            if "rates: " in line:
                break
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
    equal(process.returncode, 0)
    contains(rest, "2x16: ")
    after = state_of(os.path.join(there, "out"))
    equal(after["runs"], 1)
    true(after["labels"] > before["labels"], "it began anew")
    true(after["examples"] >= before["examples"], "it began anew")


def make_labels(teacher, out, count, *arguments):
    subprocess.run([sys.executable, os.path.join(FOLDER, "make_labels.py"), "--teacher",
                    teacher, "--pytorch", "--out", out, "--labels", str(count),
                    "--programs", str(PROGRAMS), "--off", "0", *arguments], check=True,
                   capture_output=True)


def planes_of(questions):
    return [sample["planes"].tobytes() for sample in questions.samples]


def test_an_epoch_of_stored_labels_uses_each_as_often_as_its_weight():
    _, torch, *_ = modules()
    from labelling import stored
    with Files() as files:
        teacher, games = made_teacher(files), made_games(files)
        first, second = files.path("a.labels"), files.path("b.labels")
        make_labels(teacher, first, 24, f"record:{games}")
        make_labels(teacher, second, 12, "--known", first, "--seed", "2",
                    f"record:{games}")
        found = stored.Stored(SAMPLES, [first, f"{second}=3"], [], 1,
                              torch.device("cpu"))
        counts = [sum(len(each) for each in source.samples.values())
                  for source in found.sources]
        true(len(found) == sum(counts) and min(counts) > 5, counts)
        for _ in range(2):
            used = [plane for _ in range(counts[0] + 3 * counts[1])
                    for plane in planes_of(found.next())]
            equal(found.coming, [])
            often = sorted(used.count(plane) for plane in set(used))
            equal(often, [1] * counts[0] + [3] * counts[1])
        make_labels(teacher, files.path("c.labels"), 60, f"record:{games}")
        os.replace(files.path("c.labels"), first)
        found.next()
        true(len(found) > sum(counts), "what was added is not seen")
        whole = stored.Stored(SAMPLES, [first], [], 16, torch.device("cpu"))
        sizes = {len(whole.next()) for _ in range(20)}
        equal(sizes, {16})
        turned = whole.draw(9, 5)
        equal(tuple(turned.planes.shape), (5, 32, 9, 9))
        equal(found.next().shown.size, 0)


def test_games_are_no_stored_labels():
    _, torch, *_ = modules()
    from labelling import stored
    with Files() as files:
        for weight, wanted in (("", "without a teacher"), ("=-1", "is a number above 0")):
            try:
                stored.Stored(SAMPLES, [made_games(files) + weight], [], 1,
                              torch.device("cpu"))
            except ValueError as error:
                contains(str(error), wanted)
                continue
            raise AssertionError("games were taken for labels")


def games_in(path):
    if pathlib.Path(path).suffix == ".txt":
        return pathlib.Path(path).read_text().splitlines()
    return subprocess.run([PROGRAMS / "show_labels", "--show-games", path], check=True,
                          capture_output=True, text=True).stdout.splitlines()


def moves_of(lines):
    return [line.split(" ")[6] for line in lines]


def test_an_archive_has_as_many_games_as_there_is_room_for():
    modules()
    import distill_pack
    equal(distill_pack.allowed([10, 100, 50], 200), 100)
    equal(distill_pack.allowed([10, 100, 50], 90), 40)
    equal(distill_pack.allowed([10, 100, 50], 120), 60)
    with Files() as files:
        lines = [game(number, 9) for number in range(2000)]
        text, packed = files.write("games.txt", lines), files.path("games")
        subprocess.run([PROGRAMS / "pack_games", packed, text], check=True,
                       capture_output=True)
        for path, unit in ((text, 1), (packed, 256)):
            data = pathlib.Path(path).read_bytes()
            part = files.path("part.txt" if unit == 1 else "part")
            pathlib.Path(part).write_bytes(distill_pack.thinned(data, len(data) // 2))
            true(len(data) // 2 - 60 * unit < os.stat(part).st_size <= len(data) // 2,
                 os.stat(part).st_size)
            left = games_in(part)
            true(700 < len(left) <= 1000, len(left))
            true(moves_of(lines).index(moves_of(left)[-1]) > 1700, "only the first ones")


def test_stored_labels_are_learnt_from():
    with Files() as files:
        teacher, games = made_teacher(files), made_games(files)
        labels, out = files.path("some.labels"), files.path("out")
        make_labels(teacher, labels, 100, f"record:{games}")
        done = distill("--out", out, "--seconds", "600", "--total", "320", "--student",
                       "2x16", *OPTIONS, "--test", labels, "--labels", labels)
        equal((done.returncode, done.stderr[:500] if done.returncode else ""), (0, ""))
        true(320 <= state_of(out)["examples"] <= 352, state_of(out)["examples"])


def check_heads(start, folder):
    """Heads have learnt; all else is as it was in the network that they began with."""
    _, torch, *_ = modules()
    from network import model
    from network import net_file
    before, after = (net_file.load(pathlib.Path(path)).state_dict()
                     for path in (start, folder / "checkpoint.pt"))
    for name, tensor in before.items():
        if name.split(".")[0] not in model.HEADS:
            true(torch.allclose(tensor, after[name], rtol=1e-3), f"{name} has changed")
    shapes = {name: tuple(after[name].shape) for name in ("policy.weight", "value.weight",
                                                          "value_hidden.weight")}
    equal(shapes, {"policy.weight": (20, 16, 1, 1), "value.weight": (24, 16, 1, 1),
                   "value_hidden.weight": (70, 3 * 24 + model.GLOBALS)})
    true((after["value_out.weight"][:, 64:] != 0).any(), "new units have learnt nothing")
    _, _, _, student = modules()
    with Files() as files:  # a training of everything that begins with it
        network = net_file.load(folder / "checkpoint.pt")
        each = student.Student("2x16,20-24-70", pathlib.Path(files.path("all")),
                               plan_of(student, torch), network)
        equal((each.origin, each.needs_measuring()), ("same", True))


def test_heads_learn_alone():
    with Files() as files:
        teacher, games = made_teacher(files), made_games(files)
        labels, out, start = map(files.path, ("some.labels", "out", "start.net"))
        make_labels(teacher, labels, 100, f"record:{games}")
        common = (*OPTIONS, "--test", labels, "--labels", labels, "--seconds", "600")
        done = distill("--out", out, "--total", "160", "--student", "2x16", "--quantise",
                       "0.5", *common)
        equal((done.returncode, done.stderr[:500] if done.returncode else ""), (0, ""))
        checkpoint = pathlib.Path(out) / "2x16" / "checkpoint.pt"
        subprocess.run([sys.executable, os.path.join(FOLDER, "export.py"), checkpoint,
                        start], check=True)
        student = "2x16,20-24-70"
        done = distill("--out", out, "--total", "320", "--student", student, "--heads",
                       "--start", start, *common)
        equal((done.returncode, done.stderr[:500] if done.returncode else ""), (0, ""))
        check_heads(start, pathlib.Path(out) / student)
        check_exported(files, pathlib.Path(out) / student / "checkpoint.pt")
        for arguments, wanted in ((("--student", "2x16"), "name the network"),
                                  (("--student", "3x16", "--start", start), "another trunk")):
            done = distill("--out", files.path("x"), "--heads", *arguments, *common)
            equal(done.returncode, 1)
            contains(done.stderr, wanted)


def test_what_is_wrong_is_said():
    for arguments, wanted in (
            (("--out", "x"), "nothing to learn from"),
            (("--labels", "x"), "where to"),
            (("--out", "x", "--games", "g"), "games need a teacher"),
            (("--out", "x", "t", "--labels", "l"), "a teacher needs --games"),
            (("--out", "x", "--labels", "l", "--schedule", "no"), "no is no schedule")):
        done = distill(*arguments)
        equal(done.returncode, 2)
        contains(done.stderr, wanted)


if __name__ == "__main__":
    python = python_with_torch()
    if python and python != sys.executable:
        os.execv(python, [python, *sys.argv])
    if python is None:
        tap.skip(globals(), "PyTorch is not here")
    else:
        import torch as found_torch
        if not hasattr(found_torch.nn.functional, "scaled_dot_product_attention"):
            tap.skip(globals(), "PyTorch 2 is not here")
        else:
            tap.run(globals())
