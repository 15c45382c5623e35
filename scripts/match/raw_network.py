# SPDX-License-Identifier: MIT
"""What `kata-raw-nn` answers, that of Ponnuki and that of KataGo."""

import math

from script import Failure


def read_raw_network(reply: str) -> dict[str, list[float]]:
    """The numbers under each key, row by row from the top. Those of several symmetries
    follow each other; illegal moves are NaN."""
    numbers: dict[str, list[float]] = {}
    found: list[float] = []
    for word in reply.split():
        try:
            found.append(float(word))
        except ValueError:
            found = numbers.setdefault(word, [])
    return numbers


def read_chances(reply: str) -> list[float]:
    """The chances of points, row by row from the top, then that of a pass; -1 of what is
    illegal. The reply is to one symmetry. Raises Failure."""
    numbers = read_raw_network(reply)
    if "policy" not in numbers or "policyPass" not in numbers:
        raise Failure("the engine's kata-raw-nn tells no policy")
    return [-1 if math.isnan(chance) else chance
            for chance in numbers["policy"] + numbers["policyPass"]]
