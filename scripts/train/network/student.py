# SPDX-License-Identifier: MIT
"""A network that learns from labelled positions, and what it takes to go on with that.

A student's folder has

  checkpoint.pt      the network that others use: the mean of its recent weights, in half
                     precision; export.py, errors.py and train.py --start read it
  floats.pt          the same before it began to imitate integers: where a training that
                     is to be longer begins
  state.json, state-...  all that goes on: weights, their mean, momenta and counts; in
                     parts (parts_file.py)
  log.jsonl          losses, for plot.py
"""

import copy
import dataclasses
import math
import pathlib
import pickle
import re
import typing

import torch
from torch.nn import functional

from network import growing
from network import measuring
from network import model
from network import parts_file
from labelling.labelled import Turned
from network.muon import Muon

# What each loss counts for if nothing else is asked for. `soft` is the policy at SOFT_TEMPERATURE, so that unlikely
# moves are learnt, too; its gradients are as large as those of the policy (Hinton and
# others 2015, "Distilling the knowledge in a neural network", section 2).
WEIGHTS = {"policy": 1.0, "soft": 0.15, "optimistic": 0.3, "win": 1.5, "score": 0.3,
           "owner": 1.0, "errors": 0.1, "siblings": 0.0}
SOFT_TEMPERATURE = 4.0
# What the fault of komi counts for (model.komi_fault), and the part of a batch that is asked
# twice for it.
KOMI_WEIGHT, KOMI_PART = 10.0, 8
IMPOSSIBLE = -1e4  # logit of a move that is not legal
WEIGHT_DECAY = 1e-4
WARM_UP = 0.02  # part of the schedule in which the learning rate rises
LEAST_RATE = 0.01  # at the end, of the highest
FLAT, FALL = 0.1, 0.1  # of schedule `root`: before the root begins; the fall at its end
MOMENTA_STEPS = 200  # after which new momenta are as good as old ones
MEAN = 0.999  # of the mean of recent weights a step keeps so much
HALF_FROM = 4096  # weights of a tensor that is stored in half precision
CHECKPOINT_BYTES = 16 << 20
SHAPE = re.compile(r"(?:(nested):)?(\d+)x(\d+)(?:/(\d+))?(?:,(\d+)-(\d+)-(\d+))?")


def schedule_rate(kind: str, done: float) -> float:
    """The part of the highest learning rate where so much of the schedule is done."""
    if done < WARM_UP:
        return (done + 0.001) / (WARM_UP + 0.001)
    if kind == "cosine":
        return LEAST_RATE + (1 - LEAST_RATE) * (1 + math.cos(math.pi * done)) / 2
    falling = min(1.0, (1 - done) / FALL)
    return max(LEAST_RATE, math.sqrt(FLAT / max(done, FLAT)) * falling)


def shape_of(name: str, start: typing.Optional[model.Shape]) -> model.Shape:
    """Of a student such as 6x64, nested:6x128/64 or 6x64,32-48-128, otherwise as the one
    it begins with. Raises ValueError."""
    found = SHAPE.fullmatch(name)
    if not found or (found[1] is None) != (found[4] is None):
        raise ValueError(f"{name} is no shape: 6x64, nested:6x128/64 and 6x64,32-48-128 are")
    shape = start or model.Shape(value_hidden=64)
    if found[5] is not None:
        policy, value, hidden = map(int, found.groups()[4:])
        shape = dataclasses.replace(shape, policy_channels=policy, value_channels=value,
                                    value_hidden=hidden)
    return dataclasses.replace(shape, blocks=int(found[2]), channels=int(found[3]),
                               inner=int(found[4] or 0))


def begin(name: str, start: typing.Optional[model.Network]) -> tuple:
    """A new network, and where it comes from: `same`, `grown` or `new`."""
    shape = shape_of(name, start.shape if start else None)
    if start is not None and shape == start.shape:
        return copy.deepcopy(start), "same"
    if start is not None and growing.can_grow(start.shape, shape):
        return growing.grow(start, shape), "grown"
    return model.Network(shape), "new"


def trunk_of(network: model.Network) -> dict:
    """All that heads do not learn, by name."""
    return {name: tensor for name, tensor in network.state_dict().items()
            if name.split(".")[0] not in model.HEADS}


def has_trunk_of(network: model.Network, other: model.Network) -> bool:
    """But for what half precision changes."""
    mine, others = trunk_of(network), trunk_of(other)
    return mine.keys() == others.keys() and all(
        tensor.shape == others[name].shape and
        torch.allclose(tensor.float(), others[name].float(), rtol=2e-3, atol=1e-6)
        for name, tensor in mine.items())


def with_others_alike(logits: torch.Tensor, wanted: torch.Tensor,
                      rest: torch.Tensor) -> torch.Tensor:
    """Logits in which moves that a label knows only together share their chance evenly, as
    they do in the label: nobody has told how they differ, so it is not to be unlearnt."""
    others = wanted == rest[:, None]
    count = others.sum(dim=1, keepdim=True)
    together = logits.masked_fill(~others, IMPOSSIBLE).logsumexp(dim=1, keepdim=True)
    return torch.where(others, together - count.clamp(min=1).log(), logits)


def losses_of(outputs: dict, labels: Turned) -> dict:
    """Means over a batch, by name."""
    policy, optimistic = labels.policy.unbind(1)
    said = {name: with_others_alike(outputs[name], wanted, rest)
            for name, wanted, rest in zip(model.POLICIES, labels.policy.unbind(1),
                                          labels.rest.unbind(1))}

    def cross_entropy(name: str, wanted: torch.Tensor) -> torch.Tensor:
        return -(wanted.exp() * said[name].log_softmax(dim=1)).sum(dim=1)

    impossible = policy == -math.inf
    wanted = (policy / SOFT_TEMPERATURE).softmax(dim=1)
    found = (said["policy"].masked_fill(impossible, IMPOSSIBLE) /
             SOFT_TEMPERATURE).log_softmax(dim=1)
    win, score, win_error, score_error = labels.values.unbind(1)
    errors = sum(functional.smooth_l1_loss(outputs[key] / unit, value / unit, beta=0.5,
                                           reduction="none")
                 for key, value, unit in zip(model.VALUES[2:], (win_error, score_error),
                                             model.USUAL_ERRORS))
    known = labels.known.float()
    return {
        "policy": cross_entropy("policy", policy).mean(),
        "soft": SOFT_TEMPERATURE ** 2 * -(wanted * found).sum(dim=1).mean(),
        "optimistic": mean_where(cross_entropy("optimistic", optimistic), known[:, 0]),
        "win": functional.binary_cross_entropy_with_logits(outputs["win"], win),
        "score": functional.smooth_l1_loss(outputs["score"], score, beta=0.5),
        "owner": functional.binary_cross_entropy_with_logits(outputs["owner"],
                                                             labels.owner),
        "errors": mean_where(errors, known[:, 1]),
        "siblings": siblings_loss(outputs["win"], win, labels.family),
    }


def siblings_loss(win: torch.Tensor, wanted: torch.Tensor,
                  family: torch.Tensor) -> torch.Tensor:
    """How wrong the differences between the chances after moves of the same position are:
    the mean square, where a batch has more than one of them."""
    wrong = win.sigmoid() - wanted
    _, place, count = family.unique(return_inverse=True, return_counts=True)
    total = torch.zeros_like(count, dtype=wrong.dtype).index_add(0, place, wrong)
    beside = wrong - (total / count)[place]
    return mean_where(beside.square(), ((count[place] > 1) & (family >= 0)).float())


def mean_where(values: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    return (values * known).sum() / known.sum().clamp(min=1)


@dataclasses.dataclass
class Plan:
    """How students are trained."""

    rate: float  # the highest
    schedule: str  # cosine or root
    total: int  # positions of the schedule, of all runs; 0: this run is all of it
    fix_norms: float  # the part after which batch norms use their running averages
    quantise: float  # the last part that imitates integers
    half: bool  # bfloat16 where that is exact enough
    device: torch.device
    whole: bool  # states are kept with momenta
    heads: bool = False  # only the heads learn; the trunk stays, and its integers
    weights: dict = dataclasses.field(default_factory=WEIGHTS.copy)  # of losses


class Student:
    """One network, its optimizers, and how far it has come."""

    def __init__(self, name: str, folder: pathlib.Path, plan: Plan,
                 start: typing.Optional[model.Network]):
        self.name, self.folder, self.plan = name, folder, plan
        self.examples, self.steps, self.labels, self.runs = 0, 0, 0, 0
        self.momenta_steps = 0  # since momenta began anew
        self.quantised = False
        folder.mkdir(parents=True, exist_ok=True)
        saved = self._saved()
        if saved is None:
            self.network, self.origin = begin(name, start)
        else:
            self.network, self.origin = self._network_of(saved), "resumed"
        if plan.heads:
            self._fix_trunk(start)
        self.network.to(plan.device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.network).eval()
        self.optimizers = self._optimizers()
        if plan.heads:
            self._imitate_integers()
        if saved is not None:
            self._resume(saved)
        self.compiled: typing.Any = None
        self._check_length()

    def _fix_trunk(self, start: typing.Optional[model.Network]) -> None:
        """Raises ValueError."""
        if start is None:
            raise ValueError("heads alone cannot learn: name the network whose trunk they "
                             "read")
        if not has_trunk_of(self.network, start):
            raise ValueError(f"{self.name}, or what {self.folder} holds of it, has another "
                             "trunk than the network it begins with")
        if not measuring.ranges_are_known(start):
            raise ValueError("heads alone cannot learn: the integers of the network that they "
                             "begin with are unknown, train it with --quantise")
        self.network.fix_trunk()

    def _check_length(self) -> None:
        """A checkpoint has to fit into one file."""
        length = len(parts_file.packed(self.checkpoint()))
        if length > CHECKPOINT_BYTES:
            raise ValueError(f"{self.name} is too large: its checkpoint takes "
                             f"{length >> 20} MiB, of {CHECKPOINT_BYTES >> 20}")

    def _saved(self) -> typing.Optional[dict]:
        """The state, or if only a checkpoint was brought along, that."""
        saved = parts_file.load(self.folder, "state")
        path = self.folder / "checkpoint.pt"
        if saved is not None or not path.exists():
            return saved
        try:
            return torch.load(path, map_location="cpu")
        except (pickle.UnpicklingError, RuntimeError, EOFError) as error:
            raise ValueError(f"{path} is no checkpoint") from error

    def _network_of(self, saved: dict) -> model.Network:
        shape = model.Shape(**saved["shape"])
        if shape != shape_of(self.name, shape):
            raise ValueError(f"{self.folder} holds a network of another shape")
        network = model.Network(shape)
        network.load_state_dict(saved["network"])
        return network

    def _optimizers(self) -> list:
        """Muon for the convolutions between the blocks, Adam for all else."""
        inner = set(self.network.inner_weights())
        others = [each for each in self.network.parameters()
                  if each not in inner and each.requires_grad]
        common = {"lr": self.plan.rate, "weight_decay": WEIGHT_DECAY}
        if self.plan.heads:
            return [torch.optim.AdamW(others, **common)]
        return [torch.optim.AdamW(others, **common),
                Muon(self.network.inner_weights(), **common)]

    def _resume(self, saved: dict) -> None:
        for name in ("examples", "steps", "labels"):
            setattr(self, name, saved.get(name, 0))
        self.runs = saved.get("runs", 0) + 1
        self.mean.load_state_dict(saved.get("mean", saved["network"]))
        if "optimizers" in saved:
            self.momenta_steps = saved["momenta_steps"]
            for optimizer, state in zip(self.optimizers, saved["optimizers"]):
                optimizer.load_state_dict(state)
        if saved["quantised"]:
            self._imitate_integers()

    def _imitate_integers(self) -> None:
        self.quantised = True
        for network in (self.network, self.mean):
            network.quantise()
        self.network.fix_norms()

    def checkpoint(self) -> dict:
        """What others use, and what a later run can begin with."""
        state = {name: tensor.half() if tensor.numel() >= HALF_FROM else tensor
                 for name, tensor in self.mean.state_dict().items()}
        return {"shape": dataclasses.asdict(self.network.shape), "network": state,
                "quantised": self.quantised, **self._counts()}

    def _counts(self) -> dict:
        return {"examples": self.examples, "steps": self.steps, "labels": self.labels,
                "runs": self.runs}

    def save(self) -> None:
        if self.plan.whole:
            parts_file.save(self.folder, "state", {
                **self.checkpoint(), "network": self.network.state_dict(),
                "mean": self.mean.state_dict(), "momenta_steps": self.momenta_steps,
                "optimizers": [each.state_dict() for each in self.optimizers]})
        parts_file.write_whole(self.folder / "checkpoint.pt",
                               parts_file.packed(self.checkpoint()))

    def progress(self, run: float) -> float:
        """0 at the beginning of the schedule, 1 at its end. `run` is the part of this run
        that is over."""
        return min(1.0, self.examples / self.plan.total if self.plan.total else run)

    def rate(self, done: float) -> float:
        """The learning rate. It rises anew where momenta begin anew."""
        part = schedule_rate(self.plan.schedule, done)
        return self.plan.rate * part * min(1.0, (self.momenta_steps + 1) / MOMENTA_STEPS)

    def needs_measuring(self) -> bool:
        """The trunk of heads that learn alone stays, and what is known of it."""
        is_new = self.origin == "grown" or (
            self.origin == "same" and not measuring.norms_are_known(self.network))
        return is_new and not self.plan.heads

    @staticmethod
    def _evaluations(network: model.Network, drawn: typing.Iterable) -> typing.Iterator:
        for positions in drawn:
            yield network(positions.planes.float(), positions.numbers)

    def measure_norms(self, drawn: typing.Iterable) -> None:
        """Of labelled.Seen."""
        measuring.measure_norms(self.network, self._evaluations(self.network, drawn))
        self.mean.load_state_dict(self.network.state_dict())

    def begin_integers(self, drawn: list) -> None:
        """From now on imitates integers: the mean of recent weights does. What it was
        before is kept."""
        parts_file.write_whole(self.folder / "floats.pt",
                               parts_file.packed(self.checkpoint()))
        self.network.load_state_dict(self.mean.state_dict())
        measuring.measure_ranges(self.network, self._evaluations(self.network, drawn))
        self.mean.load_state_dict(self.network.state_dict())
        self._imitate_integers()

    def is_due_for_integers(self, done: float) -> bool:
        return (0 < self.plan.quantise >= 1 - done and not self.quantised and
                not self.plan.heads)

    def evaluate(self, planes: torch.Tensor, numbers: torch.Tensor) -> dict:
        half = self.plan.half and not self.quantised
        planes = planes.to(torch.bfloat16 if half else torch.float32)
        planes = planes.contiguous(memory_format=torch.channels_last)
        network = self.network
        if self.compiled is not None and not self.quantised:
            network = self.compiled
        with torch.autocast(self.plan.device.type, torch.bfloat16, enabled=half):
            return network(planes, numbers)

    def komi_loss(self, labels: Turned, win: torch.Tensor) -> torch.Tensor:
        """More komi should never harm. Labels say that only on the average. `win` is what
        the network says of them."""
        few = slice(0, max(1, len(labels) // KOMI_PART))
        return model.komi_fault(self.evaluate, labels.planes[few], labels.numbers[few],
                                win[few]).mean()

    def step(self, labels: Turned, run: float) -> dict:
        """Learns from a batch; returns the losses, still on the device."""
        done = self.progress(run)
        if not self.network.norms_fixed and done >= self.plan.fix_norms:
            self.network.fix_norms()
        outputs = self.evaluate(labels.planes, labels.numbers)
        losses = losses_of(outputs, labels)
        loss = sum(self.plan.weights[name] * value for name, value in losses.items())
        if self.network.norms_fixed:
            loss = loss + KOMI_WEIGHT * self.komi_loss(labels, outputs["win"])
        loss.backward()
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = self.rate(done)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self.examples += len(labels)
        self.steps += 1
        self.momenta_steps += 1
        self._add_to_mean()
        return {name: value.detach() for name, value in losses.items()}

    @torch.no_grad()
    def _add_to_mean(self) -> None:
        """Of the first steps a plain mean, later one of the last thousand or so."""
        share = 1 - min(MEAN, (self.steps + 1) / (self.steps + 10))
        means, newest = (
            [tensor for tensor in network.state_dict().values()
             if tensor.is_floating_point()] for network in (self.mean, self.network))
        torch._foreach_lerp_(means, newest, share)
