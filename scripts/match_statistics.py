# SPDX-License-Identifier: MIT
"""From games won to Elo: scores, their intervals, the sequential test.

Elo: logistic, 400 log10(score / (1 - score)) (Elo 1978). Intervals: Wilson 1927, which
also holds for few games and for scores of 0 and 1; a tie counts as half a win.
"""

import math
import typing

NORMAL_95 = 1.959963984540054  # the 97.5 % point of the normal distribution


class Tally(typing.NamedTuple):
    """Games from the point of view of one side."""

    wins: int
    losses: int
    ties: int

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.ties

    @property
    def score(self) -> float:
        return (self.wins + self.ties / 2) / self.games if self.games else 0.5


def elo(score: float) -> float:
    """The difference in Elo that an expected score stands for; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def interval(score: float, games: int, z: float = NORMAL_95) -> tuple[float, float]:
    """The 95 % interval of a score."""
    if games == 0:
        return 0.0, 1.0
    share = z * z / games
    middle = (score + share / 2) / (1 + share)
    half = z * math.sqrt(score * (1 - score) / games + share / games / 4) / (1 + share)
    low = 0.0 if score == 0 else max(0.0, middle - half)
    high = 1.0 if score == 1 else min(1.0, middle + half)
    return low, high


def write_elo(difference: float) -> str:
    return f"{difference:+.0f}" if math.isfinite(difference) else f"{difference:+}"


def describe_score(tally: Tally) -> str:
    """`57.5 % [47.7, 66.7], Elo +53 [-16, +121]`, the intervals at 95 %."""
    low, high = interval(tally.score, tally.games)
    return (f"{100 * tally.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
            f"Elo {write_elo(elo(tally.score))} "
            f"[{write_elo(elo(low))}, {write_elo(elo(high))}]")
