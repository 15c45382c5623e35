#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""KataGo's networks as teachers (scripts/train/katago_*.py): what needs PyTorch 2. Prints
TAP.

usage: test_katago.py FOLDER SAMPLES INPUTS

FOLDER is scripts/train, INPUTS is its program katago_inputs. The tests are run by the
Python that has PyTorch, /usr/bin/python3 if this one has not, and are skipped without
PyTorch 2.
"""

import json
import os
import pathlib
import subprocess
import sys

from tap import equal, near, true
from training import FOLDER, Files, game, run_with_torch, without_progress

INPUTS = os.path.abspath(sys.argv[3])
sys.path.insert(0, FOLDER)

# Networks with all kinds of layers: version, blocks, other arguments of network().
ATTENTION = ("attention", 2, 2, 4, 4, "learned")
GROUPED = ("attention", 4, 2, 6, 3, "fixed")
NETWORKS = [
    (8, [("ordinary",), ("pooling",)], {"act": "RELU"}),
    (9, [("pooling",), ("ordinary",)], {"binary": False, "act": "RELU"}),
    (10, [("ordinary",)], {"act": "RELU"}),
    (11, [("ordinary",), ("pooling",)], {"act": "MISH"}),
    (12, [("nested", ("ordinary",), ("pooling",))], {"act": "MISH"}),
    (14, [("nested", ("ordinary",))], {"binary": False}),
    (15, [("nested", ATTENTION, ("feed_forward",))], {"last": "spatial"}),
    (16, [("ordinary",)], {"act": "IDENTITY"}),
    (17, [GROUPED, ("feed_forward",), ("attention", 2, 1, 3, 5, "")],
     {"last": "point", "suicide": 1}),
]


def modules():
    from katago import katago_file
    from katago import katago_inputs
    from katago import katago_model
    import katago_network
    from katago import katago_teacher
    import numpy
    import torch
    torch.set_num_threads(1)
    return (numpy, torch, katago_file, katago_model, katago_inputs, katago_teacher,
            katago_network)


def made(files, number=6, name="net.bin.gz"):
    """A file with that network of the list, and its function."""
    *_, katago_network = modules()
    version, blocks, rest = NETWORKS[number]
    data, function = katago_network.network(number + 1, version, blocks, **rest)
    return katago_network.write(files.path(name), data), function


def test_networks_compute_what_is_written():
    numpy, torch, katago_file, katago_model, *_ = modules()
    random = numpy.random.default_rng(1)
    with Files() as files:
        for number, (version, blocks, rest) in enumerate(NETWORKS):
            path, function = made(files, number)
            read = katago_file.read(path)
            equal((read.name, read.version, len(read.blocks), read.pass_alive_suicide),
                  ("tiny-net", version, len(blocks), rest.get("suicide", 0) == 1))
            network = katago_model.Network(read)
            for rows, columns in ((9, 9), (4, 7)):
                planes = random.integers(0, 2, (3, 22, rows, columns)).astype(numpy.uint8)
                numbers = random.normal(size=(3, 19)).astype(numpy.float32)
                found = network(torch.from_numpy(planes), torch.from_numpy(numbers))
                for i in range(3):
                    policy, *others = function(planes[i], numbers[i])
                    for ours, wanted in zip(found, (policy[:2], *others)):
                        equal(ours[i].shape, wanted.shape)
                        near(float(numpy.abs(ours[i].numpy() - wanted).max()), 0, 2e-4)


def test_a_file_need_not_be_packed():
    _, _, katago_file, *_, katago_network = modules()
    data, _ = katago_network.network(1, 8, [("ordinary",)])
    with Files() as files:
        path = katago_network.write(files.path("net.bin"), data, packed=False)
        equal(katago_file.read(path).version, 8)


def refusal(katago_file, path):
    """Why the file cannot be read."""
    try:
        katago_file.read(path)
    except ValueError as error:
        begin = f"{path}: no network of KataGo that can be read: "
        true(str(error).startswith(begin), f"{error} should begin with {begin}")
        return str(error)[len(begin):]
    raise AssertionError("a damaged file has been read")


def test_damaged_files_are_refused():
    _, _, katago_file, *_, katago_network = modules()
    with Files() as files:
        for number, (version, blocks, rest) in enumerate(NETWORKS):
            data, _ = katago_network.network(number, version, blocks, **rest)
            path = files.path("net.bin")
            for end in list(range(0, len(data) - 40, len(data) // 50)) + [10]:
                katago_network.write(path, data[:end], packed=False)
                refusal(katago_file, path)
            katago_network.write(path, data + b"more", packed=False)
            equal(refusal(katago_file, path), "there is more in it than a network")
        packed = katago_network.write(files.path("net.bin.gz"), data)
        whole = pathlib.Path(packed).read_bytes()
        pathlib.Path(packed).write_bytes(whole[:-100])
        true("unpacked" in refusal(katago_file, packed), "it is cut off")


def test_what_is_not_known_is_refused():
    _, _, katago_file, *_, katago_network = modules()
    cases = [
        (8, b"\n8\n22\n", b"\n7\n22\n", "its model version is 7; 8 to 17 can be read"),
        (8, b"\n22\n19\n", b"\n13\n19\n", "layers do not fit: 22, 13 channels should be "
                                          "the same number"),
        (8, b"ordinary_block", b"strange_block!", "strange_block! (name) is not a block "
                                                  "that is known here"),
        (12, b"ACTIVATION_SILU", b"ACTIVATION_TANH", "ACTIVATION_TANH is not an activation "
                                                     "that is known here"),
        (15, b"\n150\n0\n", b"\n150\n1\n", "it wants to know about the players, which is "
                                           "not known here"),
        (15, b"\n150\n0\n0\n0\n", b"\n150\n0\n0\n7\n", "an option in it is not known here"),
        (14, b"\n0.25\n", b"\n-1.0\n", "'-1.0' should be a positive number"),
        (8, b"conv\n3\n", b"conv\n4\n", "a convolution of 4x3 has no middle"),
    ]
    with Files() as files:
        for version, old, new, why in cases:
            data, _ = katago_network.network(1, version, [("ordinary",)])
            true(old in data, f"{old} should be in the file")
            path = katago_network.write(files.path("net.bin.gz"), data.replace(old, new, 1))
            equal(refusal(katago_file, path), why)
        data, _ = katago_network.network(1, 8, [("ordinary",)])
        at = data.index(b"@BIN@") + 5
        data = data[:at] + b"\0\0\xc0\x7f" + data[at + 4:]
        path = katago_network.write(files.path("nan.bin.gz"), data)
        equal(refusal(katago_file, path), "a weight is not a number")


def lines_of(size, count):
    return [game(i, size) for i in range(count)]


def test_evaluations_are_those_of_the_player():
    numpy, torch, *_, katago_teacher, _ = modules()
    with Files() as files:
        for number, (version, _, rest) in enumerate(NETWORKS):
            path, function = made(files, number)
            teacher = katago_teacher.load(path)
            converter = teacher.converter(INPUTS, processes=2, rules="chinese")
            lines = lines_of(5, 7) + ["@2,4 5 7.5 1 ? - - aabbccdd"]
            inputs = converter.convert(5, lines)
            equal((len(inputs), 0 < inputs.black.sum() < 9), (9, True))
            found = teacher.evaluate(inputs, batch=4)
            again = teacher.evaluate(inputs)
            equal(sorted(found), sorted(again))
            for i in range(len(inputs)):
                policy, value, score, owner = function(inputs.planes[i], inputs.numbers[i])
                check_opinion(numpy, found, i, inputs, policy[:2], value)
                check_scores(numpy, found, i, version, score)
                near(abs(found["ownership"][i] - numpy.tanh(owner)).max(), 0, 1e-3)
                for name in found:
                    equal(numpy.isneginf(found[name][i]).tolist(),
                          numpy.isneginf(again[name][i]).tolist())


def check_opinion(numpy, found, i, inputs, policy, value):
    policy[:, ~inputs.legal[i]] = -numpy.inf
    ours = found["policy"][i]
    equal(numpy.isneginf(ours).tolist(), numpy.isneginf(policy).tolist())
    near(numpy.nanmax(numpy.abs(ours[:, inputs.legal[i]] - policy[:, inputs.legal[i]])), 0,
         1e-3)
    chances = numpy.exp(value) / numpy.exp(value).sum()
    for name, chance in zip(("win", "loss", "no_result"), chances):
        near(found[name][i], chance, 1e-3)


def check_scores(numpy, found, i, version, score):
    """By chinese rules, where there may be no result."""
    def softplus(x):
        return numpy.log1p(numpy.exp(x))
    units = (21, 22, 23, 40, 0.25, 150) if version >= 13 else (20, 20, 20, 40, 0.25, 30)
    rest = 1 - found["no_result"][i]
    near(found["score_mean"][i], units[0] * score[0] * rest, 0.01)
    near(found["lead"][i], units[2] * score[2] * rest, 0.01)
    square = ((units[0] * score[0]) ** 2 + (units[1] * softplus(score[1])) ** 2) * rest
    near(found["score_stdev"][i] ** 2 + found["score_mean"][i] ** 2, square,
         1e-3 * abs(square) + 0.01)
    near(found["variance_time"][i], units[3] * softplus(score[3]), 0.01)
    equal("win_error" in found, version >= 9)
    if version >= 14:
        wanted = [softplus(score[4] / 2) * 0.5, softplus(score[5] / 2) * units[5] ** 0.5]
    elif version >= 10:
        wanted = [(softplus(score[4]) * 0.25) ** 0.5, (softplus(score[5]) * units[5]) ** 0.5]
    elif version == 9:
        wanted = [softplus(score[4]), softplus(score[5]) * 10]
    else:
        return
    near(found["win_error"][i], wanted[0], 1e-3)
    near(found["score_error"][i], wanted[1], 1e-2)


def test_no_result_is_impossible_with_superko():
    *_, katago_teacher, _ = modules()
    with Files() as files:
        teacher = katago_teacher.load(made(files)[0])
        for rules, possible in (("tromp-taylor", False), ("japanese", True)):
            inputs = teacher.converter(INPUTS, rules=rules).convert(5, lines_of(5, 3))
            found = teacher.evaluate(inputs)
            equal((found["no_result"] > 0).tolist(), 3 * [possible])
            near(float((found["win"] + found["loss"] + found["no_result"]).max()), 1, 1e-5)


def test_half_the_precision_is_nearly_as_good():
    numpy, *_, katago_teacher, _ = modules()
    with Files() as files:
        for number in (6, 8):
            path, _ = made(files, number)
            exact = None
            for precision, bound in (("float32", 0), ("bfloat16", 0.1), ("half", 0.02)):
                teacher = katago_teacher.load(path, precision=precision)
                inputs = teacher.converter(INPUTS).convert(9, lines_of(9, 4))
                found = teacher.evaluate(inputs)
                exact = exact or found
                for name in ("win", "ownership"):
                    equal(found[name].dtype, numpy.float32)
                    near(float(numpy.abs(found[name] - exact[name]).max()), 0, bound)
        try:
            katago_teacher.load(path, precision="float64")
            raise AssertionError("there is no such precision")
        except ValueError as error:
            equal(str(error), "float64 is none of float32, bfloat16, half")


def test_lines_that_are_no_positions():
    *_, katago_inputs, katago_teacher, _ = modules()
    with Files() as files:
        converter = katago_teacher.load(made(files)[0]).converter(INPUTS, processes=3)
        lines = ["5 7.5 0 ? - - aabb", "5 7.5 0 ? - - aaaa", "@0,1,9 5 7.5 0 ? - - aabb",
                 "9 7.5 0 ? - - aabb", "nonsense", "5 7.5 0 ? - - "]
        inputs = converter.convert(5, lines)
        equal(inputs.rows.tolist(), [0, 2, 3, 7])
        equal(inputs.legal.sum(1).tolist(), [24, 26, 25, 26])
        equal(len(converter.convert(5, [])), 0)
        equal(len(inputs[1:3]), 2)
        for command, size in ((INPUTS, 1), (INPUTS, 20), ("/bin/false", 5)):
            converter.command[0] = command
            try:
                converter.convert(size, lines)
                raise AssertionError("this should not have worked")
            except ValueError as error:
                true("katago_inputs failed" in str(error), str(error))
        try:
            katago_inputs.unpack(b"PNKS" + 100 * b"\0")
            raise AssertionError("this is something else")
        except ValueError as error:
            true("build it again" in str(error), str(error))


def labelled(files, network, *options, records=()):
    """The status of label.py with a network, what it says but for its progress, and its
    lines."""
    out = files.path("labels.txt")
    pathlib.Path(out).unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, os.path.join(FOLDER, "label.py"), "--out", out, "--teacher",
         network, "--pytorch", "--inputs", INPUTS, *options, *records],
        capture_output=True, text=True, check=False)
    lines = pathlib.Path(out).read_text().splitlines() if os.path.exists(out) else []
    return done.returncode, without_progress(done.stderr), lines


def test_label_with_a_network():
    numpy, *_, katago_teacher, _ = modules()
    with Files() as files:
        path, _ = made(files)
        records = files.write("9.txt", lines_of(9, 30) + lines_of(5, 8) +
                              ["9 6.5 0 ? - - aaaa", "5 6.5 2 ? - - aabbcc"])
        status, errors, lines = labelled(files, path, "--ends", "--positions", "100",
                                         "--batch", "4", "--processes", "2",
                                         records=[records])
        equal((status, errors, len(lines)), (0, "", 39))
        teacher = katago_teacher.load(path)
        for size in (5, 9):
            these = [line.split() for line in lines if line.startswith(f"{size} ")]
            inputs = teacher.converter(INPUTS, root=True).convert(
                size, [" ".join(fields[:7]) for fields in these])
            found = teacher.evaluate(inputs)
            chances = katago_teacher.probabilities(found["policy"][:, 0])
            for i, fields in enumerate(these):
                sign = 1 if inputs.black[i] else -1
                win, lead, policy, owner = fields[7:]
                near(int(win), 5000 * (1 + sign * (found["win"][i] - found["loss"][i])), 1)
                near(int(lead), 2 * sign * found["lead"][i], 0.51)
                near(int(policy.split(",")[0][2:]), 10000 * chances[i].max(), 2)
                wanted = 107 + numpy.rint(10 * sign * found["ownership"][i])
                near(float(numpy.abs(numpy.array([ord(c) for c in owner]) - wanted).max()),
                     0, 1)


def test_a_network_plays_and_labels():
    with Files() as files:
        path, _ = made(files)
        for more in ((), ("--history",)):
            status, errors, lines = labelled(
                files, path, "--size", "5", "--positions", "60", "--batch", "8",
                "--processes", "1", *more)
            equal((status, errors, len(lines)), (0, "", 60))
            equal({len(line.split()) for line in lines}, {11})


def what_is_wrong(action):
    try:
        action()
    except ValueError as error:
        return str(error)
    return None


def test_errors_of_label_with_a_network():
    with Files() as files:
        from labelling import local_teacher
        path, _ = made(files)
        missing = files.path("none.bin.gz")
        why = f"{missing}: No such file or directory"
        equal(labelled(files, missing, "--positions", "5"), (2, f"label.py: {why}\n", []))
        for options, why in (
                ({"precision": "x"}, "x is none of float32, bfloat16, half"),
                ({"batch": -1}, "numbers of processes and of positions cannot be negative"),
                ({"program": missing}, f"{missing} is missing: ninja -C build "
                                       "scripts/train/katago_inputs"),
                ({}, "the teacher has not been asked anything")):
            equal(what_is_wrong(lambda: local_teacher.LocalTeacher(
                local_teacher.Setting(path, **options)).answer()), why)
        teacher = local_teacher.LocalTeacher(local_teacher.Setting(path, program=INPUTS))
        equal(what_is_wrong(lambda: teacher.ask({"maxVisits": 5})),
              "a network that PyTorch computes does not search")


def as_katago_says(teacher, numpy, line, rules):
    """A line of the file that katago_agreement.py compares with."""
    from labelling.vertices import vertex
    fields = line.split()
    size = int(fields[0])
    inputs = teacher.converter(INPUTS, rules=rules).convert(size, [line])
    found = {name: value[0] for name, value in teacher.evaluate(inputs).items()}
    sign = -1 if inputs.black[0] else 1
    legal = inputs.legal[0]
    policies = []
    for logits in found["policy"]:
        power = numpy.exp(logits - logits.max())
        power /= power.sum()
        policies.append([float(x) if legal[i] else None for i, x in enumerate(power)])
    win, loss = (found["win"], found["loss"])[::sign]
    mean = sign * float(found["score_mean"])
    raw = {"whiteWin": float(win), "whiteLoss": float(loss),
           "noResult": float(found["no_result"]), "whiteLead": sign * float(found["lead"]),
           "whiteScoreSelfplay": mean,
           "whiteScoreSelfplaySq": mean ** 2 + float(found["score_stdev"]) ** 2,
           "varTimeLeft": float(found["variance_time"]),
           "shorttermWinlossError": float(found["win_error"]),
           "shorttermScoreError": float(found["score_error"]),
           "policy": policies[0][:-1], "policyPass": policies[0][-1],
           "optimisticPolicy": policies[1][:-1], "optimisticPolicyPass": policies[1][-1],
           "whiteOwnership": (sign * found["ownership"]).tolist()}
    moves = [fields[6][i:i + 2] for i in range(0, len(fields[6]), 2)]
    return {"size": size, "rules": rules, "komi": float(fields[1]), "to_move": "b",
            "moves": " ".join(vertex(move, size) for move in moves), "raw": raw}


def test_agreement():
    numpy, *_, katago_teacher, _ = modules()
    tool = os.path.join(FOLDER, "katago_agreement.py")
    with Files() as files:
        path, _ = made(files)
        teacher = katago_teacher.load(path)
        positions = [as_katago_says(teacher, numpy, line, rules)
                     for line, rules in zip(lines_of(5, 2) + lines_of(9, 2),
                                            ("chinese", "japanese", "aga", "tromp-taylor"))]

        def compare(*options):
            expected = files.write("e.jsonl.xz", map(json.dumps, positions))
            return subprocess.run([sys.executable, tool, "--inputs", INPUTS, *options, path,
                                   expected], capture_output=True, text=True, check=False)
        done = compare()
        equal((done.returncode, done.stderr), (0, ""))
        true(done.stdout.startswith("4 positions: largest and mean difference\n"),
             done.stdout)
        positions[1]["raw"]["whiteLead"] += 0.1
        legal = positions[2]["raw"]["policy"]
        legal[legal.index(None)] = 0.001
        done = compare()
        equal(done.returncode, 1)
        true("whiteLead: 1 positions beyond 0.02, most so 5x5, japanese" in done.stderr and
             "policy: 1 positions beyond 0.001, most so 9x9, aga" in done.stderr,
             done.stderr)
        equal(compare("--precision", "bfloat16").returncode, 0)


if __name__ == "__main__":
    run_with_torch(globals(), needs_torch_2=True)
