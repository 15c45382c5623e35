# SPDX-License-Identifier: MIT
"""Small networks, and how their answers differ, for the tests of scripts/train/network.
Its arguments are those of training.py."""

import sys

from training import FOLDER

SMALL = (2, 16, 5, 3, 4, 6)

# Shapes beside the plain one.
CANDIDATES = ({"inner": 16}, {"attention": 2}, {"inner": 16, "attention": 1})


def modules():
    """What needs PyTorch: torch, network.model, network.net_file."""
    sys.path.insert(0, FOLDER)
    from network import model, net_file
    import torch
    torch.set_num_threads(1)
    return torch, model, net_file


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


def some_inputs(model, torch):
    torch.manual_seed(2)
    numbers = torch.zeros(4, model.GLOBALS)
    numbers[:, 0] = torch.tensor([-0.375, 0.375, -0.325, 0.0])
    return (torch.rand(4, model.PLANES, 7, 7) < 0.3).float(), numbers


def difference(torch, first, second):
    """Between two outputs: of the head that differs most, in standard deviations."""
    return max(((first[name] - second[name]).square().mean().sqrt() /
                first[name].std()).item() for name in first)
