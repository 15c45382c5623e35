#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tunes parameters of a program by games that it plays against itself.

usage: tune.py [OPTIONS] --out DIR --param NAME=START,STEP,LOW,HIGH... COMMAND

This is simultaneous perturbation stochastic approximation (SPSA; Spall 1992, and 1998
for the gains). Every iteration shifts each parameter up or down by its step, at random.
It plays the program with these values against the one with the opposite shifts. Then it
moves all parameters towards the winner. COMMAND is that of an engine as for match.py;
it gets `--set NAME=VALUE` for each parameter. A STEP should make a difference that a
few thousand games can show, a tenth of the useful range or more.

  --param NAME=START,STEP,LOW,HIGH   a parameter, where it begins, its shift in the
                        first iteration, and its limits; may be repeated. If all four
                        are without a point, it is a whole number
  --iterations N        1000; may be raised later, though the gains fit the first N best
  --games N             games of an iteration, in pairs with colors swapped, 2
  --gain X              by how many steps a parameter moves if all games of the first
                        iteration are won by one side, 0.2
  --alpha X             exponent by which the moves shrink, 0.602
  --gamma X             exponent by which the shifts shrink, 0.101
  --plot                write tune.svg too, the way of each parameter; needs matplotlib

The other options are those of match.py, and `match.py --help` explains them. They are
--out, --concurrency, --size, --komi, --rules, --openings, --opening-moves,
--random-opening, --seed, --handicap, --time, --no-clock, --grace, --timeout,
--max-moves, --referee, --adjudicate and --stop-on-error. A --concurrency above --games
is of no use. The two sides of an iteration are called plus and minus.

DIR/tune.jsonl gets a line for every iteration: the values, both sides, the result. The
same command again goes on where it was interrupted. Check the values that it ends with
by sprt.py: the games of the tuning do not say whether they are better.

Example:
  tune.py --out t1 --size 9 --rules cgos --random-opening 2 --concurrency 2 \\
      --param cpuct=100,30,10,400 --param fpu_reduction=30,10,0,100 \\
      'build/ponnuki --rules cgos --playouts 500'

A wrong argument, an engine that does not start: one line on standard error, exit
status 2.
"""

import argparse
import math
import pathlib
import random
import shlex
import sys
import typing

from gtp_match import Contender, Games, Match, Plan, read_contenders
from match_options import (add_options, lasting_options, read_plan, require_least,
                           show_line, write_tally)
from match_statistics import Tally
from results_file import Item, ResultsFile
from script import Failure, Parser, end_line, run_script

Values = dict[str, float]
SIDES = ("plus", "minus")  # what the two programs of an iteration are called


class Parameter(typing.NamedTuple):
    """One parameter, in its own unit."""

    name: str
    start: float
    step: float
    low: float
    high: float
    is_whole: bool

    def clip(self, value: float) -> float:
        return min(self.high, max(self.low, value))

    def write(self, value: float) -> str:
        """As the program gets it; halves upwards, so that values 1 apart stay so."""
        value = self.clip(value)
        return str(math.floor(value + 0.5)) if self.is_whole else f"{value:.6g}"

    def shift(self, gains: "Gains", iteration: int) -> float:
        """How far the two sides are from the middle; whole numbers must differ."""
        shift = self.step * gains.shift(iteration)
        return max(0.5, shift) if self.is_whole else shift

    def middle(self, value: float, shift: float) -> float:
        """The value, or near a limit so much inside that whole numbers still differ."""
        if not self.is_whole or self.high - self.low < 2 * shift:
            return value
        return min(self.high - shift, max(self.low + shift, value))


class Gains(typing.NamedTuple):
    """How far to shift and to move in an iteration, counted from 1; in steps."""

    gain: float
    alpha: float
    gamma: float
    stability: float  # Spall's A: iterations before the moves shrink much

    def shift(self, iteration: int) -> float:
        """c_k: 1 in the first iteration."""
        return iteration ** -self.gamma

    def rate(self, iteration: int) -> float:
        """a_k, such that a first iteration won by all games moves by `gain`."""
        return 2 * self.gain * ((1 + self.stability)
                                / (iteration + self.stability)) ** self.alpha


def read_parameter(text: str) -> Parameter:
    name, _, rest = text.partition("=")
    words = rest.split(",")
    try:
        start, step, low, high = map(float, words)
    except ValueError:
        raise Failure(f"--param {text!r} is not NAME=START,STEP,LOW,HIGH") from None
    if not name or not (low <= start <= high and low < high and step > 0):
        raise Failure(f"--param {text!r}: needs a name, LOW <= START <= HIGH and a "
                      "STEP above 0")
    is_whole = all(word.strip().lstrip("-").isdecimal() for word in words)
    return Parameter(name, start, step, low, high, is_whole)


def directions(parameters: list[Parameter], seed: int,
               iteration: int) -> dict[str, int]:
    """Up or down for each parameter, the same ones whenever the iteration is played."""
    source = random.Random(f"{seed} {iteration}")
    return {parameter.name: source.choice((-1, 1)) for parameter in parameters}


def side(parameters: list[Parameter], values: Values, signs: dict[str, int],
         gains: Gains, iteration: int, sign: int) -> dict[str, str]:
    """What the program with the shifts (sign 1), or the opposite ones, is set to."""
    settings = {}
    for parameter in parameters:
        shift = parameter.shift(gains, iteration)
        middle = parameter.middle(values[parameter.name], shift)
        settings[parameter.name] = parameter.write(
            middle + sign * signs[parameter.name] * shift)
    return settings


def move(parameters: list[Parameter], values: Values, signs: dict[str, int],
         gains: Gains, iteration: int, tally: Tally) -> Values:
    """The values after an iteration: theta + a_k (y+ - y-) / (2 c_k delta)."""
    difference = (tally.wins - tally.losses) / tally.games
    slope = difference / (2 * gains.shift(iteration))
    moved = {}
    for parameter in parameters:
        change = gains.rate(iteration) * slope * signs[parameter.name] * parameter.step
        moved[parameter.name] = parameter.clip(values[parameter.name] + change)
    return moved


class Tuning:
    """The iterations that a file holds, and the next ones."""

    def __init__(self, options: argparse.Namespace, contender: Contender,
                 plan: Plan) -> None:
        self.options = options
        self.contender = contender
        self.plan = plan
        self.parameters = [read_parameter(text) for text in options.param]
        names = [parameter.name for parameter in self.parameters]
        if not names or len(set(names)) < len(names):
            raise Failure("--param is needed, once for each parameter")
        self.gains = Gains(options.gain, options.alpha, options.gamma,
                           options.iterations / 10)
        self.file = ResultsFile(plan.folder / "tune.jsonl", self.lasting())

    def lasting(self) -> Item:
        """Those options that must stay; the games of an iteration are one of them."""
        lasting = lasting_options(self.options)
        del lasting["iterations"], lasting["plot"]
        return lasting | {"games": self.options.games}

    def values(self) -> Values:
        if self.file.items:
            return dict(self.file.items[-1]["values"])
        return {parameter.name: parameter.start for parameter in self.parameters}

    def play(self, sides: list[dict[str, str]], iteration: int) -> Tally:
        contenders = []
        for name, settings in zip(SIDES, sides):
            words = [word for item in settings.items()
                     for word in ("--set", "=".join(item))]
            contenders.append(Contender(name, self.contender.words + words))
        pairs = (iteration - 1) * self.options.games // 2
        openings = self.plan.openings._replace(offset=pairs)
        games = Games()
        plan = self.plan._replace(contenders=contenders, openings=openings,
                                  keep_records=False)
        Match(plan, games).run(self.options.games, lambda: True)
        return games.tally()

    def iterate(self) -> None:
        iteration = len(self.file.items) + 1
        values = self.values()
        signs = directions(self.parameters, self.options.seed, iteration)
        sides = [side(self.parameters, values, signs, self.gains, iteration, sign)
                 for sign in (1, -1)]
        tally = self.play(sides, iteration)
        values = move(self.parameters, values, signs, self.gains, iteration, tally)
        self.file.add({"iteration": iteration, "plus": sides[0], "minus": sides[1],
                       "wins": tally.wins, "losses": tally.losses, "ties": tally.ties,
                       "values": values})
        show_line(f"{iteration} of {self.options.iterations} iterations: "
                  f"{write_tally(tally)}, {self.describe()}")

    def describe(self) -> str:
        return ", ".join(f"{name} {value:.5g}" for name, value in self.values().items())

    def settings(self) -> str:
        values = self.values()
        return " ".join(f"--set {one.name}={one.write(values[one.name])}"
                        for one in self.parameters)


def write_plot(path: pathlib.Path, tuning: Tuning) -> None:
    try:
        import matplotlib
        matplotlib.use("svg")
        from matplotlib import pyplot
    except ImportError:
        print("no plot: this Python has no matplotlib (on Debian: package "
              "python3-matplotlib, and /usr/bin/python3 to run the script)",
              file=sys.stderr)
        return
    count = len(tuning.parameters)
    figure, axes = pyplot.subplots(count, 1, sharex=True, squeeze=False,
                                   figsize=(9, 2.2 * count), constrained_layout=True)
    for parameter, one in zip(tuning.parameters, axes.flat):
        way = [item["values"][parameter.name] for item in tuning.file.items]
        one.plot(range(len(way) + 1), [parameter.start, *way])
        one.set_ylabel(parameter.name)
    axes.flat[-1].set_xlabel("iterations")
    figure.savefig(path)


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    add_options(parser)
    parser.add_argument("--param", action="append", default=[])
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--gain", type=float, default=0.2)
    parser.add_argument("--alpha", type=float, default=0.602)
    parser.add_argument("--gamma", type=float, default=0.101)
    parser.add_argument("--plot", action="store_true")
    options = parser.parse_intermixed_args()
    require_least(options, iterations=1, games=2, gain=0, alpha=0, gamma=0)
    if options.games % 2 == 1:
        raise Failure(f"--games {options.games}: an even number is needed, for pairs")
    if len(options.engines) != 1:
        raise Failure("one command is needed, as one argument in quotation marks, and "
                      f"there are {len(options.engines)}")
    return options


def main() -> int:
    options = read_options()
    contender = read_contenders(options.engines)[0]
    sides = [f"{name}={shlex.join(contender.words)}" for name in SIDES]
    both = argparse.Namespace(**(vars(options) | {"engines": sides}))
    tuning = Tuning(options, contender, read_plan(both))
    status = 0
    try:
        while len(tuning.file.items) < options.iterations:
            tuning.iterate()
    except KeyboardInterrupt:
        status = 130
    end_line()
    print(f"{len(tuning.file.items)} iterations: {tuning.settings()}")
    if options.plot:
        write_plot(options.out / "tune.svg", tuning)
    return status


if __name__ == "__main__":
    run_script(main)
