#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The network in PyTorch (scripts/train/network/model.py), and how Muon moves its weights.
Prints TAP.

usage: test_model.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES one of its programs. The tests are run by the Python that
has PyTorch, /usr/bin/python3 if this one has not, and are skipped without.
"""

from small_network import CANDIDATES, SMALL, modules, small_network, some_inputs
from tap import equal
from training import run_with_torch


def test_units_that_were_dead_learn_again():
    torch, model, _ = modules()
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
    torch, model, _ = modules()
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


def test_candidates_learn():
    torch, model, _ = modules()
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


def test_attention_tells_by_distance():
    torch, model, _ = modules()
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


def test_fixed_norms_train_as_they_play():
    torch, model, _ = modules()
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
    torch, _, _ = modules()
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
    torch, model, _ = modules()
    torch.manual_seed(1)
    for size in (6, 7):
        layer, x = model.Convolution(8, 4, 3), torch.rand(2, 8, size, size)
        wanted = layer(x)
        layer.quantised = True
        got = layer(x)
        equal(got.shape, wanted.shape)
        equal(1e-5 < (got - wanted).abs().max().item() < 0.03, True)


def test_pooling_has_the_gradient_of_what_it_computes():
    torch, model, _ = modules()
    torch.manual_seed(1)
    x = torch.randn(3, 4, 5, 6, dtype=torch.double, requires_grad=True)
    for each in (x, x.detach().to(memory_format=torch.channels_last).requires_grad_()):
        equal(torch.autograd.gradcheck(model.pool, each), True)
        mean, highest = model.pool(each).chunk(2, dim=1)
        equal(torch.allclose(mean, x.mean(dim=(2, 3))), True)
        equal(torch.equal(highest, x.amax(dim=(2, 3))), True)


def test_muon_moves_all_directions_alike():
    torch, _, _ = modules()
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


if __name__ == "__main__":
    run_with_torch(globals())
