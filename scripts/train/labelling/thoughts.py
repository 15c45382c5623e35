# SPDX-License-Identifier: MIT
"""What a teacher of make_labels.py answers about a position."""

import array
import math
import sys
import typing


class Thoughts(typing.NamedTuple):
    """What the teacher thinks of a position, as Black sees it, points row by row from the
    top and then the pass."""

    opinion: bytes  # as add_labels wants it
    policy: typing.Sequence  # chances; 0 where not legal
    owner: typing.Sequence


def thoughts_of(numbers: typing.Sequence, policy: typing.Sequence,
                optimistic: typing.Sequence, owner: typing.Sequence) -> Thoughts:
    """The five numbers are those of raw_label.h, NaN where one is not known. The optimistic
    policy is empty if there is none."""
    floats = array.array("f", numbers)
    for part in (policy, optimistic or [math.nan] * len(policy), owner):
        floats.extend(part)
    if sys.byteorder == "big":
        floats.byteswap()
    return Thoughts(floats.tobytes(), policy, owner)
