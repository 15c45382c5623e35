# SPDX-License-Identifier: MIT
"""Networks of version 2: their heads gave one policy and no errors, and the dense layer of
the value head had ReLU and no linear path beside it. Their weights become those of a
network of today that says the same: the optimistic policy is the policy, the errors are
as usual, and ReLU is what is left of leaky ReLU when a linear part is taken away,

    max(x, 0) = (leaky(x) - LEAK x) / (1 - LEAK),

which is the linear path's. So units that were 0 everywhere can learn again.
"""

import torch

from network import model
from network.model import KOMI_GAIN, LEAK, USUAL_ERRORS


def is_old(state: dict) -> bool:
    return "value_linear.weight" not in state


def twice(weight: torch.Tensor) -> torch.Tensor:
    """Of one policy: the same for both."""
    return torch.cat([weight] * len(model.POLICIES))


def with_linear_path(state: dict) -> dict:
    """The value head's dense layers."""
    hidden, bias = (state[f"value_hidden.{part}"].double() for part in ("weight", "bias"))
    out, out_bias = (state[f"value_out.{part}"].double() for part in ("weight", "bias"))
    out = out / (1 - LEAK)
    linear = -LEAK * out @ hidden
    linear[:, -model.GLOBALS] /= KOMI_GAIN
    errors = torch.tensor([model.before_softplus(error) for error in USUAL_ERRORS])
    return {"value_out.weight": torch.cat([out, torch.zeros(len(errors), len(bias))]),
            "value_out.bias": torch.cat([out_bias - LEAK * out @ bias, errors]),
            "value_linear.weight": torch.cat([linear,
                                              torch.zeros(len(errors), linear.shape[1])])}


def state_of_today(state: dict) -> dict:
    """The state of a network of today that says what one of version 2 does."""
    found = {**state, **with_linear_path(state)}
    for name in ("policy_out.weight", "policy_pass.weight", "policy_pass.bias"):
        found[name] = twice(state[name])
    return {name: value.to(state["value_hidden.bias"].dtype)
            if value.is_floating_point() else value for name, value in found.items()}
