#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Training (scripts/train): what needs PyTorch. Prints TAP.

usage: test_train.py FOLDER SAMPLES EVALUATE

FOLDER is scripts/train, SAMPLES and EVALUATE are its programs. The tests are run by the
Python that has PyTorch, /usr/bin/python3 if this one has not, and are skipped without.
"""

import dataclasses
import json
import os
import pathlib
import random
import struct
import subprocess
import sys

import tap
from tap import equal
from training import FOLDER, SAMPLES, Files, game, run_with_torch

EVALUATE = os.path.abspath(sys.argv[3])


def modules():
    sys.path.insert(0, FOLDER)
    from network import batches as reading
    from network import model
    from network import net_file
    import numpy
    import torch
    torch.set_num_threads(1)
    return numpy, torch, model, net_file, reading


SMALL = (2, 16, 5, 3, 4, 6)


def small_network(model, torch, quantised, **candidate):
    """With batch norms and a linear path that do something."""
    torch.manual_seed(5)
    network = model.Network(model.Shape(*SMALL, **candidate))
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            for tensor in (module.running_mean, module.weight.data, module.bias.data):
                tensor.normal_()
            module.running_var.uniform_(0.5, 2)
        if isinstance(module, model.Activation):
            module.range.data.fill_(3.0)
    torch.nn.init.normal_(network.value_linear.weight, std=0.1)
    torch.nn.init.normal_(network.value_out.weight)
    if quantised:
        network.quantise()
    return network.eval()


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
    _, torch, model, _, reading = modules()
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
    _, torch, model, net_file, _ = modules()
    network = small_network(model, torch, quantised=True)
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
    _, torch, model, net_file, _ = modules()
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
    _, torch, model, net_file, _ = modules()
    network = small_network(model, torch, quantised=True)
    network.act.range.data.fill_(0.0)
    try:
        net_file.network_file(network)
    except ValueError as error:
        equal("--quantise" in str(error), True)
    else:
        raise AssertionError("exported")


def some_inputs(model, torch):
    torch.manual_seed(2)
    numbers = torch.zeros(4, model.GLOBALS)
    numbers[:, 0] = torch.tensor([-0.375, 0.375, -0.325, 0.0])
    return (torch.rand(4, model.PLANES, 7, 7) < 0.3).float(), numbers


def difference(torch, first, second):
    """Between two outputs: of the head that differs most, in standard deviations."""
    return max(((first[name] - second[name]).square().mean().sqrt() /
                first[name].std()).item() for name in first)


def test_a_network_is_read_from_its_file():
    _, torch, model, net_file, _ = modules()
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


def test_new_planes_mean_nothing_at_first():
    _, torch, model, net_file, _ = modules()
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


def test_a_grown_network_computes_the_same():
    _, torch, model, net_file, _ = modules()
    from network import growing
    old = small_network(model, torch, quantised=False).eval()
    shape = dataclasses.replace(old.shape, blocks=4, channels=24, policy_channels=5,
                                value_channels=6, value_hidden=9)
    new = growing.grow(old, shape).eval()
    planes, numbers = some_inputs(model, torch)
    with torch.no_grad():
        equal(difference(torch, old(planes, numbers), new(planes, numbers)) < 1e-4, True)
    # What is new can be learnt.
    new.train()
    outputs = new(planes, numbers)
    (outputs["policy"].square().sum() + outputs["win"].sum()).backward()
    channels = old.shape.channels
    equal(bool((new.blocks[0].conv2.weight.grad[:channels, channels:] != 0).any()), True)
    equal(bool((new.blocks[-1].conv2.weight.grad != 0).any()), True)
    equal(bool((new.value_out.weight.grad[:, 6:] != 0).any()), True)
    for wrong in (dataclasses.replace(shape, blocks=1),
                  dataclasses.replace(shape, value_hidden=1)):
        try:
            growing.grow(old, wrong)
        except ValueError as error:
            equal("can only get more" in str(error), True)
        else:
            raise AssertionError("it has shrunk")


def test_units_that_were_dead_learn_again():
    _, torch, model, _, _ = modules()
    from network import version2
    torch.manual_seed(1)
    network = model.Network(model.Shape(*SMALL))
    # As it was with ReLU: whatever is seen, all units are 0 and the bias is the answer.
    state = network.state_dict()
    state["value_hidden.weight"].abs_().neg_()
    state["value_hidden.bias"].fill_(-1)
    old = {name: tensor for name, tensor in state.items() if name != "value_linear.weight"}
    old["value_out.weight"], old["value_out.bias"] = torch.randn(2, 6), torch.zeros(2)
    for name in ("policy_out.weight", "policy_pass.weight", "policy_pass.bias"):
        old[name] = old[name][:1]
    network.load_state_dict(version2.state_of_today(old))
    planes, numbers = some_inputs(model, torch)
    numbers = numbers.clamp(min=0)
    wanted = torch.tensor([0.2, 0.8, 0.4, 0.6])
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    losses = []
    for _ in range(60):
        outputs = network(planes, numbers)
        losses.append(torch.nn.functional.binary_cross_entropy_with_logits(
            outputs["win"], wanted))
        if len(losses) == 1:
            equal(torch.allclose(outputs["win"], torch.zeros(4), atol=1e-5), True)
        optimizer.zero_grad()
        losses[-1].backward()
        if len(losses) == 1:
            for name in ("value_hidden.weight", "value_linear.weight", "value.weight"):
                equal(bool((network.get_parameter(name).grad != 0).any()), True)
        optimizer.step()
    equal(losses[0].item() - losses[-1].item() > 0.05, True)


def test_the_fault_of_komi():
    _, torch, model, _, _ = modules()
    network = small_network(model, torch, quantised=False)
    planes, numbers = some_inputs(model, torch)
    numbers[:, 1] = torch.tensor([1, 1, 1, 0])  # that of the last one is not known
    network.globals.weight.data[:, 0] = 0
    network.value_hidden.weight.data[:, -model.GLOBALS] = 0
    komi = network.value_linear.weight.data[0, -model.GLOBALS:][:1]
    komi[:] = 0.5

    def fault_of_komi():
        return model.komi_fault(network, planes, numbers, network(planes, numbers)["win"])

    equal(fault_of_komi().tolist(), [0.0] * 4)
    komi[:] = -0.5
    fault = fault_of_komi()
    equal([value > 0.001 for value in fault.tolist()], [True, True, True, False])
    before, after = (network(planes, torch.stack(
        [numbers[:, 0] + more, *numbers.unbind(1)[1:]], dim=1))["win"].sigmoid()
                     for more in (0, 0.05))  # two half points
    equal(torch.allclose(fault[:3], (before - after)[:3], atol=1e-6), True)
    fault.sum().backward()
    equal(network.value_linear.weight.grad[0, -model.GLOBALS].item() < 0, True)


# Shapes beside the plain one.
CANDIDATES = ({"inner": 16}, {"attention": 2}, {"inner": 16, "attention": 1})


def test_candidates_learn():
    _, torch, model, _, _ = modules()
    for candidate in CANDIDATES:
        network = small_network(model, torch, quantised=False, **candidate)
        network.train()
        numbers = torch.zeros(2, model.GLOBALS)
        planes = (torch.rand(2, model.PLANES, 5, 7) < 0.3).float()
        outputs = network(planes, numbers)
        equal(outputs["policy"].shape, (2, 36))
        sum(output.square().sum() for output in outputs.values()).backward()
        network.quantise()
        network(planes, numbers)
        ranges = [name for name, _ in network.named_parameters() if name.endswith("range")]
        equal([name for name, tensor in network.named_parameters()
               if tensor.grad is None and name not in ranges], [])


def test_the_program_computes_candidates():
    _, torch, model, net_file, _ = modules()
    for candidate in CANDIDATES:
        network = small_network(model, torch, quantised=True, **candidate)
        wanted = check_program(net_file.network_file(network), network)
        equal(wanted.std(dim=0).min().item() > 1e-4, True)


def test_candidates_are_read_from_their_files():
    _, torch, model, net_file, _ = modules()
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


def test_candidates_grow():
    _, torch, model, _, _ = modules()
    from network import growing
    inputs = some_inputs(model, torch)
    for before, after in (({}, {"attention": 2, "blocks": 3}),
                          ({"attention": 1}, {"attention": 1, "channels": 24}),
                          ({"inner": 16}, {"inner": 16, "blocks": 3, "channels": 24})):
        old = small_network(model, torch, quantised=False, **before)
        new = growing.grow(old, dataclasses.replace(old.shape, **after)).eval()
        with torch.no_grad():
            equal(difference(torch, old(*inputs), new(*inputs)) < 1e-4, True)
    old = small_network(model, torch, quantised=False, attention=1)
    # The block of attention would be another one, or elsewhere.
    for wrong, why in (({"attention": 2}, "can only get more"),
                       ({"attention": 0}, "can only get more"),
                       ({"blocks": 3}, "can only get more"),
                       ({"inner": 8}, "cannot become nested")):
        try:
            growing.grow(old, dataclasses.replace(old.shape, **wrong))
        except ValueError as error:
            equal(why in str(error), True)
        else:
            raise AssertionError("grown")


def test_attention_tells_by_distance():
    _, torch, model, _, _ = modules()
    torch.manual_seed(1)
    block = model.Attention(16, 2)
    with torch.no_grad():
        same = torch.randn(1, 2, 1, model.HEAD_CHANNELS).expand(1, 2, 20, -1)
        other = torch.randn(1, 2, 1, model.HEAD_CHANNELS).expand(1, 2, 20, -1)
        likeness = (block.turned(same, 4, 5) @
                    block.turned(other, 4, 5).transpose(2, 3))[0, 0]
    # Points by row, then column: both pairs are two columns and a row apart.
    equal(torch.allclose(likeness[0, 7], likeness[11, 18], atol=1e-4), True)
    equal(torch.allclose(likeness[0, 7], likeness[0, 8], atol=1e-4), False)
    query, key, value = torch.randn(3, 2, 2, 20, model.HEAD_CHANNELS)
    shares = (query @ key.transpose(2, 3) / model.HEAD_CHANNELS ** 0.5).softmax(dim=3)
    equal(torch.allclose(model.attend(query, key, value), shares @ value, atol=1e-5), True)


def test_norms_are_told_what_they_read():
    _, torch, model, _, _ = modules()
    from network import measuring
    network = small_network(model, torch, quantised=False)
    inputs = some_inputs(model, torch)
    with torch.no_grad():
        wanted = network(*inputs)
        measuring.measure_norms(network, (network(*inputs) for _ in range(2)))
        equal(difference(torch, wanted, network(*inputs)) < 1e-3, True)
        network.train()  # norms use what they see
        equal(difference(torch, wanted, network(*inputs)) < 1e-3, True)
        network.eval()
        measuring.measure_ranges(network, (network(*inputs) for _ in range(2)))
        network.quantise()
        equal(1e-3 < difference(torch, wanted, network(*inputs)) < 0.2, True)


def test_a_new_block_reads_what_is_normal():
    _, torch, model, _, _ = modules()
    from network import growing, measuring
    old = small_network(model, torch, quantised=False)
    with torch.no_grad():
        old.input.weight *= 30  # what blocks add up to is far from normal, too
    inputs = some_inputs(model, torch)
    new = growing.grow(old, dataclasses.replace(old.shape, blocks=old.shape.blocks + 2))
    new.eval()
    with torch.no_grad():
        wanted = new(*inputs)
        measuring.measure_norms(new, (new(*inputs) for _ in range(2)))
        equal(difference(torch, wanted, new(*inputs)) < 1e-3, True)
    block, read = new.blocks[-1], []
    for norm in (block.norm1, block.norm2):
        equal(bool((norm.weight == 1).all()) and not bool(norm.bias.any()), True)
        equal(norm.momentum, model.norm(1).momentum)
        norm.register_forward_hook(lambda _norm, _inputs, output: read.append(output))
    new(*inputs)
    for values in read:
        equal(bool((values.mean(dim=(0, 2, 3)).abs() < 0.1).all()), True)
        spread = values.std(dim=(0, 2, 3))
        equal(bool(((spread - 1).abs() < 0.1)[spread > 1e-3].all()), True)
    equal(float((block.act2(read[1]) > 0).float().mean()) > 0.2, True)


def test_fixed_norms_train_as_they_play():
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


def test_squares_have_the_weights_of_a_window():
    _, torch, _, _, _ = modules()
    from network import squares
    torch.manual_seed(1)
    weight = torch.randn(15, 14, 3, 3, dtype=torch.double)
    for row in squares.of_squares(squares.to_squares(weight)):
        for point in row:
            equal(torch.allclose(point, weight), True)
    equal(torch.allclose(squares.from_squares(squares.to_squares(weight)), weight), True)
    rounded = (20 * squares.to_squares(weight)).round()
    equal(torch.allclose(rounded, 20 * squares.to_squares(weight)), False)
    again = squares.to_squares(squares.from_squares(rounded)).round()
    equal((again == rounded).double().mean().item() > 0.99, True)


def test_a_layer_in_squares_is_an_ordinary_one_but_for_rounding():
    _, torch, model, _, _ = modules()
    torch.manual_seed(1)
    for size in (6, 7):
        layer, x = model.Convolution(8, 4, 3), torch.rand(2, 8, size, size)
        wanted = layer(x)
        layer.quantised = True
        got = layer(x)
        equal(got.shape, wanted.shape)
        equal(1e-5 < (got - wanted).abs().max().item() < 0.03, True)


def test_pooling_has_the_gradient_of_what_it_computes():
    _, torch, model, _, _ = modules()
    torch.manual_seed(1)
    x = torch.randn(3, 4, 5, 6, dtype=torch.double, requires_grad=True)
    for each in (x, x.detach().to(memory_format=torch.channels_last).requires_grad_()):
        equal(torch.autograd.gradcheck(model.pool, each), True)
        mean, highest = model.pool(each).chunk(2, dim=1)
        equal(torch.allclose(mean, x.mean(dim=(2, 3))), True)
        equal(torch.equal(highest, x.amax(dim=(2, 3))), True)


def test_muon_moves_all_directions_alike():
    torch = modules()[1]
    from network import muon
    torch.manual_seed(1)
    for rows, columns in ((8, 72), (72, 8), (16, 48)):
        # Almost all of it points in one direction.
        gradient = torch.randn(rows, columns) + 30 * torch.randn(rows, 1)
        values = torch.linalg.svdvals(muon.orthogonal(gradient))
        equal(bool((values > 0.5).all() and (values < 1.3).all()), True)
    # A step is as long as one of Adam's would be, whatever the length of the gradient.
    weight = torch.nn.Parameter(torch.zeros(16, 8, 3, 3))
    optimizer = muon.Muon([weight], lr=0.01)
    weight.grad = 1000 * torch.randn(16, 8, 3, 3)
    optimizer.step()
    equal(0.001 < weight.detach().square().mean().sqrt().item() < 0.003, True)
    # With a falling learning rate it finds what is asked for.
    wanted = torch.randn(16, 8, 3, 3)
    for number in range(300):
        optimizer.param_groups[0]["lr"] = 0.3 * (1 - number / 300)
        weight.grad = 2 * (weight.detach() - wanted)
        optimizer.step()
    equal((weight.detach() - wanted).abs().max().item() < 0.1, True)


def test_batches_hold_the_samples():
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
    equal(batch.policy.sum(axis=1).tolist(), [1.0] * 3)
    equal(batch.policy[range(3), batch.move].tolist(), [1.0] * 3)


def test_batches_are_split():
    reading = modules()[4]
    with Files() as files:
        path = files.write("games.txt", [game(number, 9) for number in range(5)])
        batch, = reading.Reader([SAMPLES, "--once", "--per-game", "1", path])
        for count, lengths in ((1, [len(batch)]), (2, None), (99, [1] * len(batch))):
            parts = batch.split(count)
            equal(lengths in (None, [len(part) for part in parts]), True)
            equal(max(map(len, parts)) - min(map(len, parts)) <= 1, True)
            for name in ("planes", "numbers", "move", "owner"):
                equal([row.tolist() for part in parts for row in getattr(part, name)],
                      getattr(batch, name).tolist())
            equal([flag for part in parts for flag in part.known["outcome"]],
                  batch.known["outcome"].tolist())


def test_batches_hold_opinions():
    _, _, model, _, reading = modules()
    with Files() as files:
        path = files.write("a.txt", [
            "2 7.5 0 ? - - bb 6500 -3 tt500,aa300,ba200 akut"])
        batch, = [batch for kind in ([], ["--held-out"])
                  for batch in reading.Reader([SAMPLES, "--once", *kind, path])]
    equal(batch.move.tolist(), [4])
    thousandths = (1000 * batch.policy).round().astype(int)
    equal(thousandths.tolist(), [[0, 0, 300, 200, 500]])
    equal((1000 * batch.outcome).round().tolist(), [350])
    equal((batch.score * model.SCORE_UNIT).round(3).tolist(), [1.5])
    # White is to move; row 1 is the lower one.
    equal((100 * batch.owner).round().tolist(), [[0, 5, 100, 50]])
    equal({name for name, flags in batch.known.items() if flags.all()},
          {"outcome", "score", "owner"})


def train(*arguments):
    command = [sys.executable, os.path.join(FOLDER, "train.py"), "--samples", SAMPLES]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stderr


def test_training_learns_and_goes_on():
    torch = modules()[1]
    shape = ["--blocks", "2", "--channels", "16", "--batch", "32", "--rate", "0.01"]
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
        train("--out", str(out), "--positions", "5000", "--readers", "2", "--threads", "2",
              *shape, path)
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
        # The program's file is enough to go on with.
        net = files.path("net")
        subprocess.run([sys.executable, os.path.join(FOLDER, "export.py"),
                        os.path.join(rounded, "checkpoint.pt"), net], check=True)
        for name, larger in (("more", []), ("grown", ["--blocks", "3", "--channels", "32"])):
            train("--out", files.path(name), "--start", net, "--positions", "64",
                  "--batch", "32", "--rate", "0.0001", *larger, path)
            with open(os.path.join(files.path(name), "log.jsonl")) as log:
                figures = json.loads(list(log)[-1])["groups"]["9-test"]
            equal(figures["top1"] > 0.4, True)
        # Trained without rounding, the ranges of its activations are not known.
        refused = subprocess.run(
            [sys.executable, os.path.join(FOLDER, "export.py"),
             os.path.join(files.path("more"), "checkpoint.pt"), net],
            capture_output=True, text=True, check=False)
        equal((refused.returncode, "train with --quantise" in refused.stderr),
              (1, True))
        saved = torch.load(os.path.join(files.path("grown"), "checkpoint.pt"))
        equal((saved["shape"]["blocks"], saved["shape"]["channels"]), (3, 32))


def test_wrong_commands_are_told_in_a_line():
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


if __name__ == "__main__":
    run_with_torch(globals())
