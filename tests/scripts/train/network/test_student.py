#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What learns from labels (network/student.py of scripts/train): labels that are turned,
losses, rates, states that a training goes on from; what needs PyTorch 2. Prints TAP.

usage: test_student.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES is its program; the others are beside that. The tests are
run by the Python that has PyTorch, /usr/bin/python3 if this one has not, and are skipped
without PyTorch 2.
"""

import math
import pathlib
import sys

from tap import contains, equal, near, true
from training import FOLDER, SAMPLES, Files, modules, plan_of, run_with_torch

PROGRAMS = pathlib.Path(SAMPLES).parent
sys.path.insert(0, FOLDER)


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
                             torch.zeros(3, 4), torch.ones(3, 2, dtype=torch.bool),
                             torch.arange(3))
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
        torch.ones(8, 2, dtype=torch.bool), torch.tensor([3, 3, 3, -1, -1, 5, 5, 7]))


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
            if loss == touched or (loss, name) in (("soft", "policy"),
                                                   ("siblings", "win")):
                true(worse[loss] > value, f"{loss} does not see {name}")
            else:
                near(float(worse[loss]), float(value), 1e-5)
    near(float(best["errors"]), 0, 1e-6)
    near(float(best["policy"]), float(-(policy[:, 0].exp() * policy[:, 0]).sum(1).mean()),
         1e-3)


def test_siblings_are_compared_with_each_other_only():
    _, torch, labelled, student = modules()
    labels = random_labels(labelled, torch, 3)
    wanted, family = labels.values[:, 0], labels.family

    def loss(wrong):
        return float(student.siblings_loss(torch.logit(wanted + torch.tensor(wrong)),
                                           wanted, family))

    # A family that is wrong as a whole, and positions without a sibling, cost nothing.
    near(loss([0.02, 0.02, 0.02, 0.01, 0.03, -0.03, -0.03, 0.04]), 0, 1e-9)
    near(loss([0.03, 0, 0, 0.01, 0.03, -0.01, 0.01, 0.04]),
         (0.02 ** 2 + 2 * 0.01 ** 2 + 2 * 0.01 ** 2) / 5, 1e-7)
    alone = torch.full_like(family, -1)
    equal(float(student.siblings_loss(torch.logit(wanted) + 1, wanted, alone)), 0)


def test_losses_count_for_what_the_plan_says():
    _, torch, labelled, student = modules()
    with Files() as files:
        torch.manual_seed(1)
        weights = {**dict.fromkeys(student.WEIGHTS, 0.0), "owner": 1.0}
        each = student.Student("2x16", pathlib.Path(files.path("2x16")),
                               plan_of(student, torch, weights=weights), None)
        heads = each.network.policy_out.weight, each.network.owner.weight
        before = [weight.detach().clone() for weight in heads]
        for number in range(3):
            each.step(random_labels(labelled, torch, number), 0)
        policy, owner = ((weight - old).abs().max().item() / old.abs().max().item()
                         for weight, old in zip(heads, before))
        true(policy < 1e-6 < 1e-4 < owner, (policy, owner))


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
            win = each.evaluate(labels.planes, labels.numbers)["win"]
            found.append(each.komi_loss(labels, win).item())
    student.KOMI_WEIGHT, student.KOMI_PART = usual
    true(found[0] > 0.001 and found[1] < 0.75 * found[0], found)


def test_heads_go_on_with_their_trunk_alone():
    _, torch, _, student = modules()
    from network import model
    start = model.Network(model.Shape(2, 16))
    plan = plan_of(student, torch, heads=True)
    with Files() as files:
        folder = pathlib.Path(files.path("x"))

        def fault():
            try:
                student.Student("2x16", folder, plan, start).save()
            except ValueError as error:
                return str(error)
            return ""

        contains(fault(), "the integers of the network that they begin with are unknown")
        for module in start.modules():
            if isinstance(module, model.Activation):
                module.range.data.fill_(6)
        equal(fault(), "")
        equal(student.Student("2x16", folder, plan, start).origin, "resumed")
        start.blocks[1].conv1.weight.data[0] *= 1.1
        contains(fault(), "has another trunk than the network it begins with")


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


def check_squares(torch, convolve):
    """What imitates integers, against PyTorch alone."""
    from network import model, squares
    torch.manual_seed(1)
    for inputs, outputs, boards, height, width in (
            (16, 48, 3, 9, 9), (32, 16, 1, 19, 19), (16, 16, 2, 1, 2), (64, 64, 5, 13, 7),
            (16, 112, 1, 5, 6)):
        layer = model.Convolution(inputs, outputs, 3)
        layer.quantised = True
        x = torch.randn(boards, inputs, height, width, requires_grad=True)
        true(convolve.fits(x, squares.to_squares(layer.weight)), "it is not used")
        gradient, found = torch.randn(boards, outputs, height, width), []
        for layer.convolve in (convolve, None):
            x.grad = layer.weight.grad = None
            y = layer(x)
            y.backward(gradient)
            found.append((y.detach(), x.grad, layer.weight.grad))
        for got, wanted in zip(*found):
            error = (got - wanted).abs().max() / wanted.abs().max()
            true(error < 1e-5, f"squares, {height}x{width}: off by {error}")


def test_convolutions_by_fewer_multiplications_are_the_same():
    _, torch, *_ = modules()
    from network import winograd
    library = winograd.load(PROGRAMS)
    if library is None:
        print("# not on this processor")
        return
    for lanes in winograd.lanes_of(library):
        check_convolutions(torch, winograd.Convolve(library, 2, lanes))
        check_squares(torch, winograd.Convolve(library, 2, lanes))
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


if __name__ == "__main__":
    run_with_torch(globals(), needs_torch_2=True)
