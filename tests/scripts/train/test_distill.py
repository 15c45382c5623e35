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
import os
import pathlib
import signal
import subprocess
import sys
import time

from tap import contains, equal, true
from training import FOLDER, SAMPLES, Files, game, modules, plan_of, run_with_torch

PROGRAMS = pathlib.Path(SAMPLES).parent
sys.path.insert(0, FOLDER)
OPTIONS = ("--batch", "16", "--label-batch", "8", "--reuse", "2", "--rate", "0.01",
           "--samples", SAMPLES)
LATE = 3.0  # seconds that a process may take to begin and to end


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
    os.mkdir(there)
    subprocess.run(["tar", "-xf", archive, "-C", there], check=True)
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


def test_siblings_stay_together():
    _, torch, *_ = modules()
    from labelling import stored
    with Files() as files:
        teacher, games = made_teacher(files), made_games(files)
        path = files.path("a.labels")
        make_labels(teacher, path, 60, "--siblings", "4", f"record:{games}")
        found = stored.Stored(SAMPLES, [f"{path}=2"], [], 5, torch.device("cpu"))
        sizes = []
        for size in found.sizes():
            family, samples = found.families[size], found.samples[size]
            for number in set(family) - {-1}:
                members = (family == number).nonzero()[0]
                sizes.append(len(members))
                # They are of the same moment, and the same player is to move.
                true(len({(sample["turn"], *sample["globals"]) for sample in
                          samples[members]}) == 1, members)
                equal(len({sample["planes"].tobytes() for sample in samples[members]}),
                      len(members))
        equal(max(sizes), 4)
        true(sizes.count(4) > 5, sizes)
        torch.manual_seed(1)
        pairs = 0
        for _ in range(2 * len(found) // 5):
            family = found.next().family
            pairs += sum(first == second >= 0 for first, second in zip(family, family[1:]))
        true(pairs > 0.6 * 2 * sum(size - 1 for size in sizes), (pairs, sizes))


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
    from network import student
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


def test_the_help_says_what_losses_count_for():
    _, _, _, student = modules()
    text = distill("--help").stdout
    for name, weight in student.WEIGHTS.items():
        contains(text, f" {name} {weight:g}")


def test_what_is_wrong_is_said():
    for arguments, wanted in (
            (("--out", "x"), "nothing to learn from"),
            (("--labels", "x"), "where to"),
            (("--out", "x", "--games", "g"), "games need a teacher"),
            (("--out", "x", "t", "--labels", "l"), "a teacher needs --games"),
            (("--out", "x", "--labels", "l", "--schedule", "no"), "no is no schedule"),
            (("--out", "x", "--labels", "l", "--weight", "won=2"), "won is no loss: policy"),
            (("--out", "x", "--labels", "l", "--weight", "win"), "win is no weight")):
        done = distill(*arguments)
        equal(done.returncode, 2)
        contains(done.stderr, wanted)


if __name__ == "__main__":
    run_with_torch(globals(), needs_torch_2=True)
