# SPDX-License-Identifier: MIT
"""What must be known of the values inside a network before it is trained further."""

import contextlib
import typing

import torch
from torch import nn

from network import model

TOP = 0.9999  # of the values of an activation are within its range


class Moments:
    """Mean and variance of each channel of what a batch norm reads."""

    def __init__(self, channels: int):
        self.batches = 0
        self.mean, self.square = torch.zeros(channels), torch.zeros(channels)

    def add(self, _norm: nn.Module, inputs: tuple) -> None:
        """As a hook before the batch norm's forward()."""
        x = inputs[0].detach().float()
        self.batches += 1
        self.mean += x.mean(dim=(0, 2, 3)).cpu()
        self.square += x.square().mean(dim=(0, 2, 3)).cpu()

    def give(self, norm: nn.BatchNorm2d) -> None:
        """Makes them what the batch norm has seen; it goes on to compute the same."""
        device = norm.weight.device
        mean = (self.mean / self.batches).to(device)
        variance = (self.square / self.batches).to(device) - mean.square()
        scale = norm.weight.data / torch.sqrt(norm.running_var + norm.eps)
        norm.bias.data += (mean - norm.running_mean) * scale
        norm.weight.data = scale * torch.sqrt(variance + norm.eps)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)


class Ranges:
    """The largest values of activations but for a few, of all batches."""

    def __init__(self):
        self.largest = torch.tensor(0.0)

    def add(self, _activation: nn.Module, _inputs: tuple, output: torch.Tensor) -> None:
        """As a hook behind the activation's forward()."""
        ordered = output.detach().float().flatten()
        rank = max(1, int(TOP * ordered.numel()))
        self.largest = torch.maximum(self.largest, ordered.kthvalue(rank).values.cpu())


def run(network: model.Network, evaluations: typing.Iterator, hooks: list,
        learning: typing.Sequence = ()) -> None:
    """Evaluates as in play, but that the parts which are learning see their batches;
    `evaluations` does one batch each time it is asked."""
    training = network.training
    network.eval()
    for part in learning:
        part.train()
    with contextlib.ExitStack() as stack, torch.no_grad():
        for hook in hooks:
            stack.callback(hook.remove)
        for _ in evaluations:
            pass
    network.train(training)


def norms_are_known(network: model.Network) -> bool:
    """Do batch norms know what they read? Those of the program's file do not, nor those of
    heads that have learnt on it."""
    return any(bool(module.running_mean.any()) for module in network.modules()
               if isinstance(module, nn.BatchNorm2d))


def ranges_are_known(network: model.Network) -> bool:
    """Can it imitate integers, and be written for the program?"""
    return all(float(module.range.detach()) > 0 for module in network.modules()
               if isinstance(module, model.Activation))


def is_new(norm: nn.BatchNorm2d) -> bool:
    """Has it neither seen nor learnt anything?"""
    return bool((norm.weight == 1).all()) and not bool(
        norm.bias.any() or norm.running_mean.any())


def measure_norms(network: model.Network, evaluations: typing.Iterator) -> None:
    """Tells batch norms what they read. If they do not know, a training that lets them
    forget would begin with a leap. Those of new blocks begin to do their work: otherwise
    such a block would read what is far from normal, and most of its units would die."""
    norms = [m for m in network.modules() if isinstance(m, nn.BatchNorm2d)]
    new = [norm for norm in norms if is_new(norm)]
    old = [norm for norm in norms if norm not in new]
    moments = [Moments(norm.num_features) for norm in old]
    usual = [norm.momentum for norm in new]
    for norm in new:
        norm.reset_running_stats()
        norm.momentum = None  # the plain mean of all batches
    run(network, evaluations,
        [norm.register_forward_pre_hook(found.add)
         for norm, found in zip(old, moments)], new)
    for norm, momentum in zip(new, usual):
        norm.momentum = momentum
    for norm, found in zip(old, moments):
        found.give(norm)


def measure_ranges(network: model.Network, evaluations: typing.Iterator) -> None:
    """Finds the ranges of activations, before they are rounded."""
    activations = [m for m in network.modules() if isinstance(m, model.Activation)]
    ranges = [Ranges() for _ in activations]
    run(network, evaluations,
        [activation.register_forward_hook(found.add)
         for activation, found in zip(activations, ranges)])
    for activation, found in zip(activations, ranges):
        activation.range.data.fill_(found.largest)
