#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/train: the program samples; training, where PyTorch is installed. Prints TAP.

usage: test_train.py FOLDER SAMPLES

FOLDER is scripts/train. The tests of what needs PyTorch are run by the Python that has
it, /usr/bin/python3 if this one has not, and are skipped without.
"""

import importlib.util
import json
import lzma
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import traceback

FOLDER = ""
SAMPLES = ""
PLANES, HEAD = 22, 16


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"wanted {wanted!r:.500}\ngot    {got!r:.500}")


def game(number: int, size: int) -> str:
    """A line with as many different moves as fit, without captures that matter."""
    letters = [chr(97 + i) for i in range(0, size, 2)]
    points = [x + y for x in letters for y in letters]
    random.Random(number).shuffle(points)
    return f"{size} 6.5 0 {'BW'[number % 2]}+R - - {''.join(points[:16])}"


def run(*arguments: str, amount: int = -1) -> tuple:
    """What samples prints: (the first bytes of) its output, its errors, its status."""
    with subprocess.Popen([SAMPLES, *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        data = process.stdout.read(amount)
        if amount >= 0:
            process.terminate()
        errors = process.stderr.read().decode()
    return data, errors, process.returncode


def batches(data: bytes) -> list:
    """(size, samples) of each batch."""
    found = []
    while data:
        magic, size, count, length, planes = struct.unpack("<4sHHHH", data[:12])
        equal((magic, planes), (b"PNKS", PLANES))
        equal(length, 16 + (PLANES * size * size + 7) // 8)
        end = HEAD + count * length
        found.append((size, [data[i:i + length] for i in range(HEAD, end, length)]))
        data = data[end:]
    return found


class Files:
    """A folder with files of records, which end with it."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, lines):
        path = self.path(name)
        opened = lzma.open(path, "wt") if name.endswith(".xz") else open(path, "w")
        with opened as file:
            file.writelines(line + "\n" for line in lines)
        return path


def test_once_gives_every_game_in_order():
    with Files() as files:
        path = files.write("a.txt.xz", [game(i, 9) for i in range(300)])
        parts = []
        for kind in ([], ["--held-out"]):
            data, errors, status = run("--once", "--per-game", "64", "--batch", "100",
                                       *kind, path)
            equal((errors, status), ("", 0))
            found = batches(data)
            equal({size for size, _ in found}, {9})
            equal({len(samples) for _, samples in found[:-1]} - {100}, set())
            samples = [sample for _, batch in found for sample in batch]
            # The turn of a sample: moments in order, games in order.
            equal([struct.unpack("<H", s[14:16])[0] for s in samples],
                  list(range(16)) * (len(samples) // 16))
            parts.append(len(samples) // 16)
        equal(sum(parts), 300)
        equal(0 < parts[1] < 20, True)


def test_the_seed_decides():
    with Files() as files:
        files = [files.write("a.txt", [game(i, 9) for i in range(100)]) + "=2.5",
                 files.write("b.txt.xz", [game(i, 13) for i in range(100)])]
        options = ["--pool", "200", "--batch", "32"]
        first, again, other = (run("--seed", seed, *options, *files, amount=200000)[0]
                               for seed in "445")
        equal(len(first), 200000)
        equal(first == again, True)
        equal(first == other, False)


def test_weights_decide_how_often_a_file_is_drawn():
    with Files() as files:
        paths = [files.write("a.txt", [game(i, 9) for i in range(50)]) + "=3",
                 files.write("b.txt", [game(i, 5) for i in range(50)])]
        data, _, _ = run("--pool", "50", "--batch", "16", *paths, amount=1000000)
        counts = {5: 0, 9: 0}
        position = 0
        while position + HEAD <= len(data):
            size, count, length = struct.unpack_from("<HHH", data, position + 4)
            counts[size] += count
            position += HEAD + count * length
        equal(2.5 < counts[9] / counts[5] < 3.5, True)


def test_damaged_lines_are_named_and_left_out():
    with Files() as files:
        bad = ["9 6.5 0 B+R - - eee", "rubbish", "9 6.5 0 B+R - - eeee", "x" * 40000]
        path = files.write("a.txt", [*bad, *(game(i, 9) for i in range(30))])
        errors, found = "", []
        for kind in ([], ["--held-out"]):
            data, text, status = run("--once", "--per-game", "1", *kind, path)
            equal(status, 0)
            errors += text
            found += batches(data)
        equal(sum(len(samples) for _, samples in found), 30)
        equal(sorted(errors.splitlines()), sorted([
            f"{path}:1: left out: the moves are not pairs of letters on the board",
            f"{path}:2: left out: not seven fields with one space between them",
            f"{path}:3: left out: occupied",
            f"{path}:4: left out: not seven fields with one space between them"]))


def test_playouts_tell_owners():
    with Files() as files:
        path = files.write("a.txt", [game(i, 9) for i in range(40)])
        known = []
        for playouts in ("0", "10", "10"):
            data, _, _ = run("--once", "--playouts", playouts, path)
            samples = [sample for _, batch in batches(data) for sample in batch]
            known.append([sample for sample in samples if sample[13] & 4])
        equal(known[0], [])
        equal(0 < len(known[1]) < 160, True)
        equal(known[1] == known[2], True)


def test_what_cannot_work_is_said():
    with Files() as files:
        missing = files.path("missing.txt.xz")
        equal(run(missing), (b"", f"samples: cannot read {missing}\n", 1))
        empty = files.write("a.txt", ["rubbish"])
        data, errors, status = run(empty)
        equal((data, errors.splitlines()[-1], status),
              (b"", f"samples: no game in {empty}", 1))
        packed = files.write("b.txt.xz", [game(i, 9) for i in range(100)])
        with open(packed, "r+b") as file:
            file.truncate(os.path.getsize(packed) // 2)
        _, errors, status = run("--once", packed)
        equal((errors.splitlines()[-1], status), (f"samples: {packed} is damaged", 1))
        for arguments in ([], ["--seed", "x", empty], ["--batch", "0", empty],
                          ["--turbo", "1", empty], [empty + "=0"], [empty, "--seed"]):
            data, errors, status = run(*arguments)
            equal((data, errors[:15], status), (b"", "usage: samples ", 2))


def test_plots_are_made_of_the_log():
    sys.path.insert(0, FOLDER)
    import plot
    with Files() as files:
        path = files.write("log.jsonl", [
            '{"kind": "start"}',
            '{"kind": "train", "positions": 10, "policy19": 3.5, "policy9": 2.5}',
            '{"kind": "validation", "positions": 20, "groups": '
            '{"a": {"top1": 0.25, "value": null}, "b": {"top1": 0.5, "value": 0.75}}}',
            '{"kind": "train", "positions": 30, "policy19": 3.25}',
            '{"kind": "train", "posi'])
        panels = plot.curves(plot.read_log(pathlib.Path(path)))
    equal(list(panels.values()), [
        {"19x19": [(10, 3.5), (30, 3.25)], "9x9": [(10, 2.5)]},
        {"a": [(20, 0.25)], "b": [(20, 0.5)]}, {"b": [(20, 0.75)]}])


TESTS = [value for name, value in sorted(globals().items()) if name.startswith("test_")]

# From here on with PyTorch.


def modules():
    sys.path.insert(0, FOLDER)
    import batches as reading
    import export
    import model
    import numpy
    import torch
    torch.set_num_threads(1)
    return numpy, torch, model, export, reading


def small_network(model, torch, quantised):
    """With batch norms that do something."""
    torch.manual_seed(1)
    network = model.Network(model.Shape(2, 8, 5, 3, 4, 6))
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            for tensor in (module.running_mean, module.weight.data, module.bias.data):
                tensor.normal_()
            module.running_var.uniform_(0.5, 2)
        if isinstance(module, model.Activation):
            module.range.data.fill_(3.0)
    if quantised:
        network.quantise()
    return network.eval()


def convolve(numpy, x, weight):
    """x C x n x n, weight D x C x k x k."""
    margin, size = weight.shape[2] // 2, x.shape[1]
    padded = numpy.pad(x, ((0, 0), (margin, margin), (margin, margin)))
    return sum(numpy.einsum("dc,cij->dij", weight[:, :, i, j],
                            padded[:, i:i + size, j:j + size])
               for i in range(weight.shape[2]) for j in range(weight.shape[3]))


def evaluate(numpy, arrays, planes, numbers, quantised):
    """The network as scripts/train/README.md describes it."""
    def act(x, limit):
        if not quantised:
            return numpy.maximum(x, 0)
        return numpy.round(numpy.clip(x, 0, limit) * 255 / limit) * limit / 255

    def rounded(name):
        weight = arrays[name]
        if not quantised:
            return weight
        flat = numpy.abs(weight).reshape(1 if weight.ndim == 1 else len(weight), -1)
        step = (flat.max(axis=1) / 127).reshape((-1,) + (1,) * (weight.ndim - 1))
        return (numpy.round(weight / step) * step).reshape(weight.shape)

    def column(vector):
        return vector[:, None, None]

    def pool(a):
        return numpy.concatenate([a.mean(axis=(1, 2)), a.max(axis=(1, 2))])

    x = convolve(numpy, planes, arrays["input.weight"])
    x += column(arrays["input.bias"] + arrays["input.globals"] @ numbers)
    for i in range(int(arrays["shape"][0])):
        name = f"block{i}."
        get = {key[len(name):]: arrays[key] for key in arrays if key.startswith(name)}
        a = act(x * column(get["in.scale"]) + column(get["in.shift"]), get["in.range"])
        y = convolve(numpy, a, rounded(name + "conv1.weight"))
        y += column(get["conv1.bias"])
        if "pool.weight" in get:
            y += column(get["pool.weight"] @ pool(a))
        b = act(y, get["mid.range"])
        x = x + convolve(numpy, b, rounded(name + "conv2.weight"))
    a = act(x * column(arrays["out.scale"]) + column(arrays["out.shift"]),
            arrays["out.range"])
    p = numpy.einsum("pc,cij->pij", rounded("policy.weight"), a)
    p += column(arrays["policy.bias"] + arrays["policy.pool.weight"] @ pool(a))
    points = numpy.einsum("p,pij->ij", arrays["policy.out.weight"], numpy.maximum(p, 0))
    v = numpy.einsum("vc,cij->vij", rounded("value.weight"), a)
    v = numpy.maximum(v + column(arrays["value.bias"]), 0)
    h = numpy.concatenate([v.mean(axis=(1, 2)), v.sum(axis=(1, 2)) / 20,
                           v.max(axis=(1, 2)), numbers])
    h = arrays["value.hidden.weight"] @ h + arrays["value.hidden.bias"]
    win, score = (arrays["value.out.weight"] @ numpy.maximum(h, 0) +
                  arrays["value.out.bias"])
    owner = numpy.einsum("c,cij->ij", rounded("owner.weight"), a) + arrays["owner.bias"]
    passing = arrays["policy.pass.weight"] @ pool(a) + arrays["policy.pass.bias"]
    return {"policy": numpy.append(points, passing), "win": win, "score": score,
            "owner": owner.ravel()}


def check_export(quantised):
    numpy, torch, model, export, _ = modules()
    network = small_network(model, torch, quantised)
    arrays = {key: value.astype(numpy.float64)
              for key, value in export.fold(network).items()}
    planes = (torch.rand(1, model.PLANES, 7, 7) < 0.3).float()
    numbers = torch.tensor([[13.0, 1.0, 0.0, 1.0]])
    scaled = numbers.clone()
    scaled[:, 0] /= model.KOMI_UNIT
    with torch.no_grad():
        wanted = network(planes, scaled)
    got = evaluate(numpy, arrays, planes[0].numpy(), numbers[0].numpy(), quantised)
    # A rounding may fall to the other side, now and then.
    tolerance = 0.05 if quantised else 1e-4
    for key in ("policy", "win", "owner", "score"):
        unit = model.SCORE_UNIT if key == "score" else 1.0
        difference = numpy.abs(got[key] / unit - wanted[key][0].numpy()).max()
        if difference > tolerance:
            raise AssertionError(f"{key} differs by {difference}")
    return arrays, got


def torch_test_export_folds_batch_norms():
    check_export(quantised=False)


def torch_test_export_of_a_rounded_network():
    numpy = modules()[0]
    arrays, got = check_export(quantised=True)
    exact = evaluate(numpy, arrays, numpy.zeros((20, 7, 7)), numpy.zeros(4), False)
    equal(numpy.abs(exact["policy"] - got["policy"]).max() > 0.05, True)


def torch_test_fixed_norms_train_as_they_play():
    _, torch, model, _, _ = modules()
    network = small_network(model, torch, quantised=False)
    planes = (torch.rand(4, model.PLANES, 5, 5) < 0.3).float()
    numbers = torch.zeros(4, model.GLOBALS)
    wanted = network(planes, numbers)["policy"]
    network.train()
    equal(torch.equal(network(planes, numbers)["policy"], wanted), False)
    network = small_network(model, torch, quantised=False)
    network.fix_norms()
    network.train()
    equal(torch.equal(network(planes, numbers)["policy"], wanted), True)


def torch_test_batches_hold_the_samples():
    numpy, _, model, _, reading = modules()
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


def train(*arguments):
    command = [sys.executable, os.path.join(FOLDER, "train.py"), "--samples", SAMPLES]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stderr


def torch_test_training_learns_and_goes_on():
    torch = modules()[1]
    shape = ["--blocks", "2", "--channels", "8", "--batch", "32", "--rate", "0.01"]
    with Files() as files:
        # White always answers beside Black, so half of the moves can be known.
        games = []
        for number in range(200):
            rows = random.Random(number).sample("abcdefghi", 9)
            games.append("9 6.5 0 B+R - - " + "".join(f"b{r}c{r}" for r in rows))
        path = files.write("9-test.txt", games)
        out = pathlib.Path(files.path("run"))
        train("--out", str(out), "--positions", "2000", *shape, path)
        first = torch.load(out / "checkpoint.pt")
        train("--out", str(out), "--positions", "5000", "--readers", "2", *shape, path)
        second = torch.load(out / "checkpoint.pt")
        equal(2000 <= first["positions"] < 2032, True)
        equal(5000 <= second["positions"] < 5032, True)
        entries = [json.loads(line) for line in open(out / "log.jsonl")]
        complete = [entry for entry in entries if entry["kind"] == "complete"]
        equal(len(complete), 2)
        figures = complete[-1]["groups"]["9-test"]
        equal(figures["top1"] > 0.4, True)
        equal(figures["value"], 1.0)
        rounded = files.path("rounded")
        train("--out", rounded, "--start", str(out / "checkpoint.pt"), "--quantise",
              "--positions", "640", "--rate", "0.0005", path)
        saved = torch.load(os.path.join(rounded, "checkpoint.pt"))
        equal(saved["quantised"], True)
        equal(all(value > 0 for key, value in saved["network"].items()
                  if key.endswith(".range")), True)


def torch_test_wrong_commands_are_told_in_a_line():
    train_py = os.path.join(FOLDER, "train.py")
    for arguments, status in ((["x.txt"], 2), (["--out", "x"], 2),
                              (["--out", "x", "--batch", "many", "x.txt"], 2),
                              (["--out", os.devnull + "/x", "x.txt"], 1)):
        done = subprocess.run([sys.executable, train_py, *arguments],
                              capture_output=True, text=True)
        equal((done.returncode, done.stdout, len(done.stderr.splitlines())),
              (status, "", 1))
    helping = subprocess.run([sys.executable, train_py, "--help"],
                             capture_output=True, text=True)
    equal(helping.stdout.startswith("Trains the network on game records."), True)


TORCH_TESTS = [value for name, value in sorted(globals().items())
               if name.startswith("torch_test_")]


def python_with_torch():
    """The Python to use, or None."""
    if importlib.util.find_spec("torch"):
        return sys.executable
    probe = [("/usr/bin/python3"), "-c", "import torch"]
    found = os.path.exists(probe[0]) and subprocess.run(
        probe, capture_output=True, check=False).returncode == 0
    return probe[0] if found else None


def run_tests(tests, first):
    failed = 0
    for number, test in enumerate(tests, first):
        try:
            test()
            print(f"ok {number} - {test.__name__}", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} - {test.__name__}")
            for line in traceback.format_exc().splitlines():
                print(f"# {line}", flush=True)
    return failed


def main() -> int:
    global FOLDER, SAMPLES
    FOLDER, SAMPLES = sys.argv[1], os.path.abspath(sys.argv[2])
    if sys.argv[3:] == ["torch"]:
        return run_tests(TORCH_TESTS, len(TESTS) + 1)
    print(f"1..{len(TESTS) + len(TORCH_TESTS)}", flush=True)
    failed = run_tests(TESTS, 1)
    python = python_with_torch()
    if python is None:
        for number, test in enumerate(TORCH_TESTS, len(TESTS) + 1):
            print(f"ok {number} - {test.__name__} # SKIP PyTorch is missing")
    else:
        failed += subprocess.run([python, __file__, *sys.argv[1:], "torch"],
                                 check=False).returncode
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
