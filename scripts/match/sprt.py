#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is the first program stronger than the second? Plays until that is decided.

usage: sprt.py [OPTIONS] --out DIR NEW BASE
       sprt.py [OPTIONS] --out DIR --set NAME=VALUE COMMAND

NEW and BASE are commands of engines as for match.py; with one COMMAND it is both, NEW
with the further options --set NAME=VALUE. A sequential probability ratio test (Wald
1945) chooses between two differences in strength, H0 and H1, and ends as soon as the
games allow it. After every pair of games, with colors swapped, it prints LLR and
its two bounds. LLR is the logarithm of how much likelier the results are under H1 than
under H0. It is generalized to the five outcomes of a pair, as in fishtest.

  --elo0 X, --elo1 X    the differences of H0 and H1 in Elo, 0 and 20
  --p0 X, --p1 X        these differences as shares of points, such as 0.5 and 0.53
  --alpha X             chance to accept where H0 is true, 0.05
  --beta X              chance to reject where H1 is true, 0.05
  --games N             at most so many, 20000
  --set NAME=VALUE      a parameter of NEW; may be repeated

All other options are those of match.py, and `match.py --help` explains them. They are
--out, --concurrency, --size, --komi, --rules, --openings, --opening-moves,
--random-opening, --seed, --handicap, --time, --no-clock, --grace, --timeout,
--max-moves, --referee, --adjudicate and --stop-on-error. The same command again goes on
where it was interrupted.

Elo 0 and 20 need about 1,800 games if the difference is one of them, and more between
them. For a change that must only do no harm take --elo0 -10 --elo1 0.

Examples:
  sprt.py --out s1 --rules cgos --concurrency 2 'build/ponnuki --rules cgos \\
      --playouts 1000' 'build-old/ponnuki --rules cgos --playouts 1000'
  sprt.py --out s2 --set cpuct=120 --elo1 30 --random-opening 2 \\
      'build/ponnuki --playouts 500'

Exit status: 0 accepted (H1), 1 rejected (H0), 3 not decided. For a wrong argument or an
engine that does not start it is 2, with one line on standard error.
"""

import argparse
import dataclasses
import math
import shlex

from gtp_match import Games, Match, SavedGames, read_contenders
from match_options import (add_options, lasting_options, read_plan, require_least,
                           show_line, write_tally)
from match_report import summary, write_report
from match_statistics import (describe_score, expected_score, log_likelihood_ratio,
                              wald_bounds)
from script import Failure, Parser, end_line, run_script

UNDECIDED = 3


@dataclasses.dataclass
class Test:
    """The hypotheses as expected scores, and the bounds of LLR."""

    score0: float
    score1: float
    lower: float
    upper: float

    def ratio(self, games: Games) -> float:
        return log_likelihood_ratio(games.pair_scores(), self.score0, self.score1)

    def decision(self, games: Games) -> str:
        ratio = self.ratio(games)
        if ratio >= self.upper:
            return "accepted"
        return "rejected" if ratio <= self.lower else ""

    def describe(self, games: Games) -> str:
        return (f"LLR {self.ratio(games):+.2f} "
                f"({self.lower:+.2f}, {self.upper:+.2f})")


def read_test(options: argparse.Namespace) -> Test:
    if (options.p0 is None) != (options.p1 is None):
        raise Failure("--p0 and --p1 go together")
    if options.p0 is not None:
        scores = options.p0, options.p1
    else:
        scores = expected_score(options.elo0), expected_score(options.elo1)
    if not 0 < scores[0] < scores[1] < 1:
        raise Failure(f"H0 must be below H1, both between 0 and 1; they expect "
                      f"{scores[0]:.3f} and {scores[1]:.3f} of the points")
    for name in ("alpha", "beta"):
        if not 0 < getattr(options, name) < 0.5:
            raise Failure(f"--{name} {getattr(options, name)}: a chance between 0 and "
                          "0.5 is needed")
    return Test(*scores, *wald_bounds(options.alpha, options.beta))


def settle_engines(options: argparse.Namespace) -> None:
    """Makes two commands of one, and gives the first one its parameters."""
    if len(options.engines) == 1 and options.set:
        command = shlex.join(read_contenders(options.engines)[0].words)
        options.engines = [f"new={command}", f"base={command}"]
    for text in options.set:
        if "=" not in text:
            raise Failure(f"--set {text!r} is not NAME=VALUE")
        if options.engines:
            options.engines[0] += f" --set {shlex.quote(text)}"


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    add_options(parser)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=20.0)
    parser.add_argument("--p0", type=float)
    parser.add_argument("--p1", type=float)
    parser.add_argument("--alpha", type=float, default=0.05)
    parser.add_argument("--beta", type=float, default=0.05)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--set", action="append", default=[])
    options = parser.parse_intermixed_args()
    require_least(options, games=2, elo0=-math.inf, elo1=-math.inf)
    settle_engines(options)
    return options


def play(match: Match, test: Test, count: int) -> None:
    """Plays until the test decides; raises KeyboardInterrupt and Failure."""
    games = match.games
    told = len(games.pair_scores())

    def watch() -> bool:
        nonlocal told
        if len(games.pair_scores()) > told:
            told = len(games.pair_scores())
            tally = games.tally()
            show_line(f"{tally.games} games: {write_tally(tally)}, "
                      f"{describe_score(tally)}, {test.describe(games)}")
        return test.decision(games) == ""

    if test.decision(games) == "":
        match.run(count, watch)


def main() -> int:
    options = read_options()
    test = read_test(options)
    plan = read_plan(options)
    games = SavedGames(plan.folder, lasting_options(options))
    interrupted = False
    try:
        play(Match(plan, games), test, options.games - options.games % 2)
    except KeyboardInterrupt:
        interrupted = True
    end_line()
    names = [contender.name for contender in plan.contenders]
    for what, how in summary(games, names):
        print(f"{what + ':':<10} {how}")
    decision = test.decision(games)
    print(f"{decision or 'undecided'}: {test.describe(games)}, H0: {test.score0:.4f}, "
          f"H1: {test.score1:.4f} of the points")
    write_report(plan.folder / "report.html", games, names, lasting_options(options))
    if decision:
        return 0 if decision == "accepted" else 1
    return 130 if interrupted else UNDECIDED


if __name__ == "__main__":
    run_script(main)
