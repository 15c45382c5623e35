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


# The sequential probability ratio test (Wald, Annals of Mathematical Statistics 16,
# 1945) of two expected scores. A pair of games is one sample with five outcomes, whose
# chances are unknown: the generalized likelihood ratio takes the likeliest ones under
# each hypothesis (GSPRT, as fishtest does it; Van den Bergh, "Comments on Normalized
# Elo"). For close hypotheses and many pairs it is the normal approximation,
# n (s1 - s0) (2 mean - s0 - s1) / (2 variance), but it also holds for few pairs:
# simulated with alpha = beta = 0.05, it errs in 2 to 8 of 100 tests of 20 to 200 Elo.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
RARE = 1e-3  # what counts for an outcome that has not occurred, as in fishtest


def likeliest(shares: list[float], score: float) -> list[float]:
    """The chances of PAIR_SCORES with this mean under which the shares, none of them 0,
    are likeliest: shares / (1 + t (value - score)), the multiplier t by bisection."""
    low, high = -1 / (1 - score), 1 / score
    for _ in range(100):
        t = (low + high) / 2
        slope = sum(share * (value - score) / (1 + t * (value - score))
                    for share, value in zip(shares, PAIR_SCORES))
        low, high = (t, high) if slope > 0 else (low, t)
    return [share / (1 + t * (value - score))
            for share, value in zip(shares, PAIR_SCORES)]


def log_likelihood_ratio(pairs: list[float], score0: float, score1: float) -> float:
    """How much likelier these scores of pairs are if score1 is expected than if score0
    is; scores between 0 and 1, exclusive."""
    if not pairs:
        return 0.0
    counts = [max(RARE, pairs.count(value)) for value in PAIR_SCORES]
    shares = [count / sum(counts) for count in counts]
    chances0, chances1 = likeliest(shares, score0), likeliest(shares, score1)
    return sum(count * math.log(chance1 / chance0)
               for count, chance0, chance1 in zip(counts, chances0, chances1))


def wald_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Where the test ends: at or below the first H0 is kept, at or above the second H1
    is. alpha: the chance of H1 where H0 is true; beta: of H0 where H1 is true."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
