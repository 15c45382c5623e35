#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Networks that grow (scripts/train/network/growing.py), and what new blocks are told
(measuring.py). Prints TAP.

usage: test_growing.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES one of its programs. The tests are run by the Python that
has PyTorch, /usr/bin/python3 if this one has not, and are skipped without.
"""

import dataclasses

from small_network import difference, modules, small_network, some_inputs
from tap import equal
from training import run_with_torch


def test_a_grown_network_computes_the_same():
    torch, model, net_file = modules()
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


def test_candidates_grow():
    torch, model, _ = modules()
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


def test_norms_are_told_what_they_read():
    torch, model, _ = modules()
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
    torch, model, _ = modules()
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


if __name__ == "__main__":
    run_with_torch(globals())
