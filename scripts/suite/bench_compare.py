#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the speed of playouts or networks: ours, and that of any other benchmark.

usage: bench_compare.py [OPTIONS] [NAME=COMMAND...]

Runs `ponnuki bench playouts SIZE`, or `ponnuki bench network SIZE` for evaluations.
Then it runs every COMMAND, and begins again, so that a disturbance of the machine meets
all of them. Standard output gets the machine and a table, standard error the progress.
A line of the table holds the median, the least and the greatest figure. `ratio` tells
how many times as fast as the base the median is. `paired` is the median of that ratio
taken round by round; it suffers less from a machine that is slow for a while. Above 1
is faster, whatever the unit.

A COMMAND is split into words as a shell does it, but no shell runs it: for a pipe write
NAME='sh -c "... | ..."'. Without a pattern its output must have lines like those of our
own run, so a second build needs nothing else. Each of these rows, such as `avx512` or
`generic`, is a line `NAME ROW` of the table. Evaluations are also found in what
`katago benchmark` and `ponnuki benchmark` print. Rows are then `1 thread`, `2 threads`.

  --rounds N               how often each command runs, 5
  --size N                 the board of our own run, 9
  --ponnuki PATH           our program, build/ponnuki of this project
  --row ROW                only this row of ours; may be repeated
  --network FILE           evaluations of this network of ours
  --unit UNIT              playouts/s and evaluations/s, of which more is better, or
                           ns/move; with --network evaluations/s, else playouts/s
  --pattern [NAME=]REGEX   finds the figure, in that unit, in the output of NAME, or of
                           every COMMAND: the one group in the first match
  --factor [NAME=]NUMBER   what to multiply a figure with that a pattern found, 1
  --base LINE              the line of the table that the ratios refer to, the first

Examples:
  bench_compare.py --row avx512 --row avx2
  bench_compare.py --size 19 old='build-old/ponnuki bench playouts 19'
  bench_compare.py libego='libego benchmark 100000' --base libego \\
      --pattern '([0-9.]+) kpps' --factor 1000
  bench_compare.py --size 19 --network b10.bin.gz \\
      katago='katago benchmark -model b10.bin.gz -config gtp.cfg -t 1 -v 40 -n 2'

`taskset -c 1 bench_compare.py ...` keeps all of them on one processor. A wrong
argument, a command that fails and an output without a figure: one line on standard
error, exit status 2.
"""

import argparse
import math
import pathlib
import platform
import re
import shlex
import statistics
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "match"))

from script import Failure, Parser, run_script

OURS = "ponnuki"
EXCERPT_LENGTH = 300  # characters
EVALUATIONS = "evaluations/s"
# Per unit the lines that programs write: `row`, which may be missing, and `figure`.
PLAYOUTS_LINE = r"^(?P<row>\S+) +{} playouts/s +{} ns/move"
NUMBER, FIGURE = r"[0-9.]+", r"(?P<figure>[0-9.]+)"
ROW_LINES = {
    "playouts/s": [PLAYOUTS_LINE.format(FIGURE, NUMBER)],
    "ns/move": [PLAYOUTS_LINE.format(NUMBER, FIGURE)],
    EVALUATIONS: [rf"^(?P<row>\S*) +{FIGURE} evaluations/s",
                  rf"numSearchThreads = +(?P<row>\d+):.* nnEvals/s = {FIGURE}"],
}
EXAMPLES = {"playouts/s": "avx512 388040 playouts/s 23.0 ns/move",
            EVALUATIONS: "avx512 9300 evaluations/s"}


class Contender(typing.NamedTuple):
    """A command that takes its turn in every round."""

    name: str
    command: list[str]
    pattern: re.Pattern[str] | None  # none: rows like ours
    factor: float


def read_options() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--ponnuki", default=str(ROOT / "build" / "ponnuki"))
    parser.add_argument("--row", action="append", default=[])
    parser.add_argument("--network")
    parser.add_argument("--unit", choices=ROW_LINES)
    parser.add_argument("--pattern", action="append", default=[])
    parser.add_argument("--factor", action="append", default=[])
    parser.add_argument("--base")
    parser.add_argument("contenders", nargs="*")
    options = parser.parse_intermixed_args()
    if options.rounds < 1:
        raise Failure(f"--rounds {options.rounds}: at least one is needed")
    if options.unit is None:
        options.unit = "playouts/s" if options.network is None else EVALUATIONS
    if options.network is not None and options.unit != EVALUATIONS:
        raise Failure(f"--network is for --unit {EVALUATIONS}")
    return options


def our_command(options: argparse.Namespace) -> list[str]:
    network = [] if options.network is None else ["--network", options.network]
    what = "network" if options.unit == EVALUATIONS else "playouts"
    return [options.ponnuki, *network, "bench", what, str(options.size)]


def read_commands(options: argparse.Namespace) -> dict[str, list[str]]:
    """The words of each command by its name, ours first."""
    commands = {OURS: our_command(options)}
    for argument in options.contenders:
        name, _, command = argument.partition("=")
        if not re.fullmatch(r"\S+", name) or not command.strip():
            raise Failure(f"{argument!r} is not NAME=COMMAND")
        if name in commands:
            raise Failure(f"two commands have the name {name}")
        try:
            commands[name] = shlex.split(command)
        except ValueError as error:
            raise Failure(f"{name}: {error} in {command!r}") from None
    return commands


def by_name(values: list[str], names: typing.Iterable[str]) -> dict[str, str]:
    """What [NAME=]VALUE options say for each name; for all but ours without a NAME."""
    common, special = {}, {}
    for value in values:
        name, equals, rest = value.partition("=")
        if equals and name in names:
            special[name] = rest
        else:
            common = {other: value for other in names if other != OURS}
    return common | special


def read_pattern(text: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(text, re.MULTILINE)
    except re.error as error:
        raise Failure(f"--pattern '{text}': {error}") from None
    if pattern.groups != 1:
        raise Failure(f"--pattern '{text}' needs one group, around the number, "
                      f"and has {pattern.groups}; (?:...) does not count")
    return pattern


def read_figure(text: str, what: str) -> float:
    """A number that one can divide by. Raises Failure, which says what it was."""
    try:
        figure = float(text)
    except ValueError:
        figure = math.nan
    if not 0 < figure < math.inf:
        raise Failure(f"{what} {text!r}, which is no positive number")
    return figure


def read_contenders(options: argparse.Namespace) -> list[Contender]:
    commands = read_commands(options)
    patterns = by_name(options.pattern, commands)
    factors = by_name(options.factor, commands)
    if options.pattern and not patterns:
        raise Failure("--pattern is for a NAME=COMMAND, there is none")
    if options.factor and not factors.keys() & patterns.keys():
        raise Failure("--factor is for what a --pattern finds, there is none")
    return [
        Contender(name, command,
                  read_pattern(patterns[name]) if name in patterns else None,
                  read_figure(factors.get(name, "1"), "--factor"))
        for name, command in commands.items()
    ]


def excerpt(output: str) -> str:
    """An output as the end of a message of one line."""
    line = " | ".join(part.strip() for part in output.splitlines() if part.strip())
    if len(line) > EXCERPT_LENGTH:
        line = line[:EXCERPT_LENGTH] + "..."
    return "it printed " + (line or "nothing")


def run(contender: Contender) -> str:
    """What the command writes, on standard error too, where some programs report."""
    try:
        done = subprocess.run(contender.command, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace",
                              check=False)
    except OSError as error:
        raise Failure(f"{contender.name}: cannot run {contender.command[0]}: "
                      f"{error.strerror}") from None
    output = done.stdout + "\n" + done.stderr
    if done.returncode != 0:
        raise Failure(f"{contender.name}: exit status {done.returncode}, "
                      f"{excerpt(output)}")
    return output


def find_match(contender: Contender, pattern: re.Pattern[str], output: str) -> float:
    match = pattern.search(output)
    if match is None:
        raise Failure(f"{contender.name}: nothing fits --pattern '{pattern.pattern}', "
                      f"{excerpt(output)}")
    found = match[1] or ""  # a group may take no part in the match
    return contender.factor * read_figure(
        found, f"{contender.name}: --pattern '{pattern.pattern}' found")


def name_of_row(row: str) -> str:
    """A number is one of threads."""
    if not row.isdigit():
        return row
    return f"{row} thread" if row == "1" else f"{row} threads"


def find_rows(contender: Contender, options: argparse.Namespace,
              output: str) -> dict[str, float]:
    rows = {name_of_row(match["row"]): match["figure"] for line in ROW_LINES[options.unit]
            for match in re.finditer(line, output, re.MULTILINE)}
    if not rows:
        example = EXAMPLES.get(options.unit, EXAMPLES["playouts/s"])
        raise Failure(
            f"{contender.name}: no line like '{example}'; say what to look for, --pattern '{contender.name}=REGEX' with one group "
            f"around the number of {options.unit}; {excerpt(output)}")
    for row in options.row:
        if row not in rows:
            raise Failure(f"{contender.name}: no row {row!r}, there are "
                          + ", ".join(rows))
    names = {f"{contender.name} {row}".rstrip(): row for row in options.row or rows}
    return {name: read_figure(rows[row], name) for name, row in names.items()}


def find_figures(contender: Contender, options: argparse.Namespace,
                 output: str) -> dict[str, float]:
    """The figures of an output, each by its line of the table."""
    if contender.pattern is not None:
        return {contender.name: find_match(contender, contender.pattern, output)}
    return find_rows(contender, options, output)


def write_figure(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 1000 else f"{figure:.1f}"


def run_round(contenders: list[Contender], options: argparse.Namespace,
              number: int) -> dict[str, float]:
    """Every command once, in their order."""
    figures: dict[str, float] = {}
    for contender in contenders:
        found = find_figures(contender, options, run(contender))
        told = ", ".join(f"{line} {write_figure(found[line])}" for line in found)
        print(f"round {number} of {options.rounds}: {told}", file=sys.stderr)
        figures |= found
    return figures


def run_rounds(contenders: list[Contender],
               options: argparse.Namespace) -> dict[str, list[float]]:
    """The figures of each line of the table, one a round."""
    series: dict[str, list[float]] = {}
    for number in range(1, options.rounds + 1):
        figures = run_round(contenders, options, number)
        if options.base is not None and options.base not in figures:
            raise Failure(f"--base '{options.base}' is no line of the table, which has "
                          + ", ".join(figures))
        if series and series.keys() != figures.keys():
            raise Failure(f"round {number} has other rows than those before: "
                          + ", ".join(figures))
        for line, figure in figures.items():
            series.setdefault(line, []).append(figure)
    return series


def times_as_fast(figure: float, base: float, unit: str) -> float:
    return base / figure if unit == "ns/move" else figure / base


def table(series: dict[str, list[float]], base: str, unit: str) -> list[list[str]]:
    """The cells of the table, its head first."""
    cells = [["", "median", "minimum", "maximum", "ratio", "paired"]]
    for line, figures in series.items():
        median = statistics.median(figures)
        ratio = times_as_fast(median, statistics.median(series[base]), unit)
        paired = statistics.median(times_as_fast(figure, other, unit)
                                   for figure, other in zip(figures, series[base]))
        cells.append([line, *map(write_figure, (median, min(figures), max(figures))),
                      f"{ratio:.3f}", f"{paired:.3f}"])
    return cells


def print_table(cells: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*cells)]
    for first, *others in cells:
        print(first.ljust(widths[0]),
              *(cell.rjust(width) for cell, width in zip(others, widths[1:])), sep="  ")


def processor() -> str:
    """The name that Linux knows, elsewhere the architecture."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = ""
    match = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return match[1] if match else platform.machine()


def main() -> None:
    options = read_options()
    series = run_rounds(read_contenders(options), options)
    base = options.base or next(iter(series))
    print("machine:", processor())
    print(f"{options.unit}; rounds: {options.rounds}; base of the ratios: {base}")
    print_table(table(series, base, options.unit))


if __name__ == "__main__":
    run_script(main)
