#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files of networks (scripts/train/network/net_file.py), and that the program computes
with them what PyTorch does. Prints TAP.

usage: test_net_file.py FOLDER SAMPLES EVALUATE

FOLDER is scripts/train, SAMPLES and EVALUATE are its programs. The tests are run by the
Python that has PyTorch, /usr/bin/python3 if this one has not, and are skipped without.
"""

import dataclasses
import os
import pathlib
import struct
import subprocess
import sys

from small_network import (CANDIDATES, SMALL, difference, modules, small_network,
                           some_inputs)
from tap import equal
from training import SAMPLES, Files, game, run_with_torch

EVALUATE = os.path.abspath(sys.argv[3])


def forbidden(planes):
    """Points that cannot be played: stones, and what ko or superko forbid."""
    return (planes[:, 1] + planes[:, 2] + planes[:, 14]) > 0


def wanted_outputs(torch, model, network, batch):
    """Of each sample the probability of its move, that of winning, the score, the
    probability by the optimistic policy, and the errors."""
    planes, numbers = batch.tensor("planes"), batch.tensor("numbers")
    with torch.no_grad():
        outputs = network(planes.float(), numbers)

    def chosen(logits):
        logits[:, :-1][forbidden(planes).flatten(1)] = -1e9
        return logits.softmax(dim=1).gather(1, batch.tensor("move")[:, None])[:, 0]

    return torch.stack([chosen(outputs["policy"]), torch.sigmoid(outputs["win"]),
                        outputs["score"] * model.SCORE_UNIT,
                        chosen(outputs["optimistic"]), outputs["win_error"],
                        outputs["score_error"] * model.SCORE_UNIT], dim=1)


def check_program(data, network):
    """The program computes with a file what the network does."""
    torch, model, _ = modules()
    from network import batches as reading
    with Files() as files:
        path = files.write("games.txt", [game(1, 9), game(2, 13), game(3, 19)])
        net = pathlib.Path(files.path("net"))
        net.write_bytes(data)
        sampled = [batch for kind in ([], ["--held-out"]) for batch in
                   reading.Reader([SAMPLES, "--once", "--per-game", "64", *kind, path])]
        printed = subprocess.run([EVALUATE, "--print", "--net", str(net), "--per-game",
                                  "64", path], capture_output=True, text=True, check=True)
    got = torch.tensor([[float(word) for word in line.split()]
                        for line in printed.stdout.splitlines()])
    wanted = torch.cat([wanted_outputs(torch, model, network, batch)
                        for batch in sorted(sampled, key=lambda batch: batch.size)])
    equal(got.shape, wanted.shape)
    # The program also rounds the sums between blocks.
    for name, column, tolerance in (
            ("move", 0, 0.01), ("win", 1, 0.02), ("score", 2, 1.0),
            ("optimistic move", 3, 0.01), ("error of winning", 4, 0.02),
            ("error of the score", 5, 1.0)):
        difference = (got - wanted)[:, column].abs().max().item()
        if difference > tolerance:
            raise AssertionError(f"{name} differs by {difference}")
    return wanted


def test_the_program_computes_what_was_trained():
    torch, model, net_file = modules()
    network = small_network(model, torch, quantised=True)
    wanted = check_program(net_file.network_file(network), network)
    equal(wanted.std(dim=0).min().item() > 1e-4, True)


def test_the_program_computes_candidates():
    torch, model, net_file = modules()
    for candidate in CANDIDATES:
        network = small_network(model, torch, quantised=True, **candidate)
        wanted = check_program(net_file.network_file(network), network)
        equal(wanted.std(dim=0).min().item() > 1e-4, True)


def file_of_version_2(torch, model, net_file):
    """Of a random network."""
    shape = model.Shape(*SMALL)
    new = net_file.network_file(small_network(model, torch, quantised=True))
    inputs, hidden = 3 * shape.value_channels + model.GLOBALS, shape.value_hidden
    pooled = model.POOLED * shape.channels

    def count(policies, values):
        """Floats of a file from the policies' outputs on."""
        return (policies * (shape.policy_channels + pooled + 1) + hidden * (inputs + 1) +
                values * (hidden + 1))

    same = len(new) - 8 - 4 * (count(2, 4) + 4 * inputs)
    data = new[:8] + struct.pack("<I", 2) + new[12:same]
    tail = torch.randn(count(1, 2))
    tail[:shape.policy_channels + pooled] *= 0.002  # pooled inputs are large
    data += (0.2 * tail).numpy().astype("<f4").tobytes()
    return data + struct.pack("<Q", net_file.checksum(data))


def test_a_network_of_version_2_says_the_same():
    torch, model, net_file = modules()
    data = file_of_version_2(torch, model, net_file)
    network = net_file.network_of(data).eval()
    network.quantise()
    wanted = check_program(data, network)
    equal(wanted[:, :4].std(dim=0).min().item() > 1e-4, True)
    equal(torch.equal(wanted[:, 0], wanted[:, 3]), True)
    # Rounding apart: an old head, and what has become of it.
    state = {"value_hidden.weight": torch.randn(6, 16), "value_out.weight": torch.randn(2, 6),
             "value_hidden.bias": torch.randn(6), "value_out.bias": torch.randn(2)}
    from network import version2
    seen, numbers = torch.rand(5, 4, 7, 7), torch.randn(5, model.GLOBALS)
    mean = seen.mean(dim=(2, 3))
    features = torch.cat([mean, mean * 49 / model.SCORE_UNIT, seen.amax(dim=(2, 3)),
                          numbers], dim=1)
    hidden = features @ state["value_hidden.weight"].T + state["value_hidden.bias"]
    equal(bool((hidden < 0).any() and (hidden > 0).any()), True)
    old = hidden.relu() @ state["value_out.weight"].T + state["value_out.bias"]
    for name, tensor in version2.with_linear_path(state).items():
        network.get_parameter(name).data = tensor.float()
    for name in ("value_hidden.weight", "value_hidden.bias"):
        network.get_parameter(name).data = state[name]
    got = network.judge(seen, numbers)
    equal(torch.allclose(got[:, :2], old, atol=1e-5), True)
    equal(torch.allclose(torch.nn.functional.softplus(got[:, 2:]),
                         torch.tensor([model.USUAL_ERRORS] * 5)), True)


def test_a_network_that_was_not_rounded_is_not_exported():
    torch, model, net_file = modules()
    network = small_network(model, torch, quantised=True)
    network.act.range.data.fill_(0.0)
    try:
        net_file.network_file(network)
    except ValueError as error:
        equal("--quantise" in str(error), True)
    else:
        raise AssertionError("exported")


def test_a_network_is_read_from_its_file():
    torch, model, net_file = modules()
    network = small_network(model, torch, quantised=True)
    data = net_file.network_file(network)
    read = net_file.network_of(data).eval()
    read.quantise()
    inputs = some_inputs(model, torch)
    with torch.no_grad():
        wanted, got = network(*inputs), read(*inputs)
    # The last bits decide some roundings, of a few weights too.
    equal(difference(torch, wanted, got) < 0.05, True)
    # What has been rounded once stays as it is, but for those.
    again = net_file.network_file(read)
    weights = slice(40, 40 + 16 * 25 * model.PLANES)
    equal(again[weights] == data[weights], True)
    equal(len(again), len(data))
    with Files() as files:
        path = pathlib.Path(files.path("net"))
        for damaged in (data[:-1], data[:60] + b"x" + data[61:], data[:20]):
            path.write_bytes(damaged)
            try:
                net_file.load(path)
            except ValueError as error:
                equal(str(error), "the file is no network, or damaged")
            else:
                raise AssertionError("read")


def test_candidates_are_read_from_their_files():
    torch, model, net_file = modules()
    for candidate in CANDIDATES:
        network = small_network(model, torch, quantised=True, **candidate)
        data = net_file.network_file(network)
        read = net_file.network_of(data).eval()
        read.quantise()
        equal(read.shape, network.shape)
        inputs = some_inputs(model, torch)
        with torch.no_grad():
            equal(difference(torch, network(*inputs), read(*inputs)) < 0.1, True)
        equal(len(net_file.network_file(read)), len(data))
    for wrong in ({"inner": 8}, {"channels": 24}):
        network = small_network(model, torch, quantised=True)
        network.shape = dataclasses.replace(network.shape, **wrong)
        try:
            net_file.network_file(network)
        except ValueError as error:
            equal("multiple of 16" in str(error), True)
        else:
            raise AssertionError("exported")


def test_new_planes_mean_nothing_at_first():
    torch, model, net_file = modules()
    planes, model.PLANES = model.PLANES, 20
    try:
        old = small_network(model, torch, quantised=False)
        data = net_file.network_file(old)
        saved = {"shape": dataclasses.asdict(old.shape), "network": old.state_dict()}
        inputs, numbers = some_inputs(model, torch)
    finally:
        model.PLANES = planes
    wanted = old(inputs, numbers)
    more = torch.cat([inputs, torch.ones(4, planes - 20, 7, 7)], dim=1)
    with Files() as files:
        path = pathlib.Path(files.path("checkpoint"))
        torch.save(saved, path)
        for new in (net_file.load(path), net_file.network_of(data)):
            got = new.eval()(more, numbers)
            equal(difference(torch, wanted, got) < 0.05, True)
        model.PLANES = 19
        try:
            net_file.load(path)
        except ValueError:
            pass
        else:
            raise AssertionError("planes were left out")
        finally:
            model.PLANES = planes


if __name__ == "__main__":
    run_with_torch(globals())
