#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/suite/bench_compare.py with benchmarks that print what they are told. Prints TAP.

usage: test_bench_compare.py BENCH_COMPARE PONNUKI

Only the last test runs real playouts, and it does not look at their speed.
"""

import os
import re
import shlex
import subprocess
import sys

from own_folder import OwnFolder
import tap
from tap import equal

SCRIPT = ""
PROGRAM = ""

# Notes its arguments; at its Nth call with a first argument NAME it prints file NAME.N.
FAKE = """#!/bin/sh
cd "$(dirname "$0")" || exit
echo "$*" >>calls
cat -- "$1.$(grep -c "^$1\\( \\|$\\)" calls)"
"""


def row(name, playouts, nanoseconds):
    """A line of `ponnuki bench playouts`."""
    return (f"{name:<10} {playouts:9} playouts/s  {nanoseconds:6} ns/move   111.1 "
            "moves/playout  8 lanes 100.0% busy  1.55 trials/move\n")


class Stage(OwnFolder):
    """A folder with benchmarks, which end with it; `bench` is our own program."""

    def __init__(self):
        super().__init__()
        self.fake = os.path.join(self.folder.name, "fake")
        self.write("calls", "")
        self.write("fake", FAKE)
        os.chmod(self.fake, 0o755)

    def tell(self, name, *outputs):
        """What the benchmark prints, call by call; and the COMMAND that starts it."""
        for number, output in enumerate(outputs, 1):
            self.write(f"{name}.{number}", output)
        return f"{shlex.quote(self.fake)} {name}"

    def calls(self):
        with open(os.path.join(self.folder.name, "calls"), encoding="utf-8") as file:
            return file.read().splitlines()

    def compare(self, *arguments):
        """Status, standard output and standard error."""
        done = subprocess.run(
            [sys.executable, SCRIPT, "--ponnuki", self.fake, *arguments], text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=240, check=False)
        return done.returncode, done.stdout, done.stderr

    def table(self, *arguments):
        """The words of each line of the table, without the head; must succeed."""
        status, out, err = self.compare(*arguments)
        equal((status, err if status else ""), (0, ""))
        lines = out.splitlines()
        equal(lines[2].split(), ["median", "minimum", "maximum", "ratio", "paired"])
        return [line.split() for line in lines[3:]]

    def failure(self, *arguments):
        """The last line on standard error; must fail, and print nothing else."""
        status, out, err = self.compare(*arguments)
        equal((status, out), (2, ""))
        *progress, last = err.splitlines()
        equal([line for line in progress if not line.startswith("round ")], [])
        equal(last[:18], "bench_compare.py: ")
        return last[18:]


def test_more_playouts_are_faster():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 1000, 1.0), row("avx2", 4000, 1.0),
                   row("avx2", 2000, 1.0))
        other = stage.tell("other", "5000\n", "12000\n", "4000\n")
        status, out, _ = stage.compare("--rounds", "3", "--pattern", "([0-9]+)",
                                       "other=" + other)
        equal(status, 0)
        machine, *lines = out.splitlines()
        equal(re.fullmatch("machine: .+", machine) is not None, True)
        equal(lines, [
            "playouts/s; rounds: 3; base of the ratios: ponnuki avx2",
            "              median  minimum  maximum  ratio  paired",
            "ponnuki avx2    2000     1000     4000  1.000   1.000",
            "other           5000     4000    12000  2.500   3.000"])


def test_fewer_nanoseconds_are_faster():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 1, 100.0), row("avx2", 1, 25.5),
                   row("avx2", 1, 50.0))
        other = stage.tell("other", "20\n", "5.1\n", "25\n")
        table = stage.table("--rounds", "3", "--unit", "ns/move", "--pattern",
                            "([0-9.]+)", "other=" + other)
        equal(table, [["ponnuki", "avx2", "50.0", "25.5", "100.0", "1.000", "1.000"],
                      ["other", "20.0", "5.1", "25.0", "2.500", "5.000"]])


def test_median_of_two_rounds_is_between_them():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 2000, 1.0), row("avx2", 4000, 1.0))
        equal(stage.table("--rounds", "2"),
              [["ponnuki", "avx2", "3000", "2000", "4000", "1.000", "1.000"]])


def test_commands_take_turns():
    with Stage() as stage:
        stage.tell("bench", *[row("avx2", 2000, 1.0)] * 5)
        a = stage.tell("a", *["7\n"] * 5)
        b = stage.tell("b", *["8\n"] * 5)
        status, out, err = stage.compare(
            "a=" + a, "--size", "13", "--pattern", "([0-9]+)", "b=" + b + " 'x y'")
        equal((status, out.splitlines()[1].split("; ")[1]), (0, "rounds: 5"))
        equal(stage.calls(), ["bench playouts 13", "a", "b x y"] * 5)
        equal(err.splitlines()[-3:], ["round 5 of 5: ponnuki avx2 2000",
                                      "round 5 of 5: a 7.0", "round 5 of 5: b 8.0"])


def test_size_is_nine():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 2000, 1.0))
        stage.table("--rounds", "1")
        equal(stage.calls(), ["bench playouts 9"])


def test_rows_of_two_builds():
    with Stage() as stage:
        ours = "9x9, one thread\n" + row("position", 100, 10.0) + row("avx2", 300, 3.0)
        stage.tell("bench", ours)
        old = stage.tell("old", row("avx2", 150, 6.0) + row("position", 50, 20.0))
        equal([(line[:2], line[-1]) for line in stage.table(
                  "--rounds", "1", "old=" + old)],
              [(["ponnuki", "position"], "1.000"), (["ponnuki", "avx2"], "3.000"),
               (["old", "avx2"], "1.500"), (["old", "position"], "0.500")])


def test_chosen_rows_in_that_order():
    with Stage() as stage:
        stage.tell("bench", row("position", 100, 10.0) + row("avx2", 300, 3.0)
                   + row("generic", 50, 20.0))
        table = stage.table("--rounds", "1", "--row", "generic", "--row", "position")
        equal([line[1:3] for line in table],
              [["generic", "50.0"], ["position", "100.0"]])


def test_base_is_a_line_of_choice():
    with Stage() as stage:
        stage.tell("bench", row("position", 100, 10.0) + row("avx2", 300, 3.0))
        other = stage.tell("other", "200\n")
        arguments = ["--rounds", "1", "--pattern", "(.+)", "other=" + other, "--base"]
        status, out, _ = stage.compare(*arguments, "other")
        equal((status, out.splitlines()[1]),
              (0, "playouts/s; rounds: 1; base of the ratios: other"))
        equal([line.split()[-1] for line in out.splitlines()[3:]],
              ["0.500", "1.500", "1.000"])


def test_base_may_be_a_row():
    with Stage() as stage:
        stage.tell("bench", row("position", 100, 10.0) + row("avx2", 300, 3.0))
        table = stage.table("--rounds", "1", "--base", "ponnuki avx2")
        equal([line[-1] for line in table], ["0.333", "1.000"])


def test_patterns_and_factors_for_one_and_for_all():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 1000, 1.0))
        a = stage.tell("a", "\n49.5 kpps\n12.5 kpps/GHz\n")
        b = stage.tell("b", "rate=2000, 1.5 kpps\n")
        c = stage.tell("c", "rate: 3000\n 4 kpps\n")
        table = stage.table(
            "--rounds", "1", "a=" + a, "b=" + b, "c=" + c, "--factor", "b=2",
            "--pattern", "([0-9.]+) kpps$", "--pattern", "b=rate=([0-9]+)",
            "--factor", "1000")
        equal([line[-3:] for line in table],
              [["1000", "1.000", "1.000"], ["49500", "49.500", "49.500"],
               ["4000", "4.000", "4.000"], ["4000", "4.000", "4.000"]])


def test_first_match_and_start_of_a_line():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 1000, 1.0))
        a = stage.tell("a", "old 1\nspeed 2\nspeed 3\n")
        table = stage.table("--rounds", "1", "a=" + a, "--pattern", "^speed (.)$")
        equal(table[1][1], "2.0")


def test_a_program_may_report_on_standard_error():
    with Stage() as stage:
        stage.tell("bench", row("avx2", 1000, 1.0))
        a = stage.tell("a", "500\n")
        table = stage.table("--rounds", "1", "--pattern", "([0-9]+)",
                            "a=sh -c " + shlex.quote(a + " >&2"))
        equal(table[1][1], "500.0")


def test_evaluations_of_ours_and_of_katago():
    with Stage() as stage:
        # Our own run begins with an option, so its name on the stage is that.
        stage.tell("--network", *["\nnet, 9x9, one thread\n     21.5 evaluations/s     "
                                  "46.34 ms/evaluation\n"] * 2)
        katago = stage.tell("benchmark", *[
            "Testing using 40 visits.\n\rnumSearchThreads =  1: 3 / 10 positions, "
            "visits/s = 4.00 (8.0 secs)\rnumSearchThreads =  1: 10 / 10 positions, "
            f"visits/s = 5.00 nnEvals/s = {speed} nnBatches/s = 4.30 avgBatchSize = 1.00 "
            "(9.0 secs) (EloDiff baseline)\n" for speed in ("4.40", "8.60")])
        ours = stage.tell("ours", *[
            "board 9x9\nnumSearchThreads = 2: 10 positions of 40 visits, visits/s = 44.00 "
            "nnEvals/s = 43.00 (9.3 secs)\n"] * 2)
        status, out, _ = stage.compare("--rounds", "2", "--network", "b10.bin.gz",
                                       "katago=" + katago, "two=" + ours)
        equal((status, out.splitlines()[1:]), (0, [
            "evaluations/s; rounds: 2; base of the ratios: ponnuki",
            "                 median  minimum  maximum  ratio  paired",
            "ponnuki            21.5     21.5     21.5  1.000   1.000",
            "katago 1 thread     6.5      4.4      8.6  0.302   0.302",
            "two 2 threads      43.0     43.0     43.0  2.000   2.000"]))
        equal(stage.calls()[:2], ["--network b10.bin.gz bench network 9", "benchmark"])


def test_evaluations_of_the_network_in_the_program():
    with Stage() as stage:
        stage.tell("bench", "9x9, one thread\navx2     900 evaluations/s  1111.1 us\n"
                            "generic     300 evaluations/s  3333.3 us\n")
        equal(stage.table("--rounds", "1", "--unit", "evaluations/s"),
              [["ponnuki", "avx2", "900.0", "900.0", "900.0", "1.000", "1.000"],
               ["ponnuki", "generic", "300.0", "300.0", "300.0", "0.333", "0.333"]])
        equal(stage.calls(), ["bench network 9"])


def test_wrong_arguments_run_nothing():
    cases = [
        (["--rounds", "0"], "--rounds 0: at least one is needed"),
        (["--rounds", "x"], "argument --rounds: invalid int value: 'x'"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["--network", "x", "--unit", "ns/move"],
         "--network is for --unit evaluations/s"),
        (["a"], "'a' is not NAME=COMMAND"),
        (["=b"], "'=b' is not NAME=COMMAND"),
        (["a b=c"], "'a b=c' is not NAME=COMMAND"),
        (["a= "], "'a= ' is not NAME=COMMAND"),
        (["a=b 'c"], "a: No closing quotation in \"b 'c\""),
        (["a=b", "a=c"], "two commands have the name a"),
        (["ponnuki=c"], "two commands have the name ponnuki"),
        (["--pattern", "(.)"], "--pattern is for a NAME=COMMAND, there is none"),
        (["a=b", "--factor", "2"],
         "--factor is for what a --pattern finds, there is none"),
        (["a=b", "--pattern", "(.)", "--factor", "a=0"],
         "--factor '0', which is no positive number"),
        (["a=b", "--pattern", "(.)", "--factor", "k"],
         "--factor 'k', which is no positive number"),
        (["a=b", "--pattern", "("],
         "--pattern '(': missing ), unterminated subpattern at position 0"),
        (["a=b", "--pattern", "a=x"],
         "--pattern 'x' needs one group, around the number, and has 0; "
         "(?:...) does not count"),
        (["a=b", "--pattern", "(.)(.)"],
         "--pattern '(.)(.)' needs one group, around the number, and has 2; "
         "(?:...) does not count"),
    ]
    with Stage() as stage:
        stage.tell("bench", *[row("avx2", 1000, 1.0)] * len(cases))
        for arguments, wanted in cases:
            status, out, err = stage.compare(*arguments)
            equal((status, out, err), (2, "", f"bench_compare.py: {wanted}\n"))
        equal(stage.calls(), [])


def test_outputs_without_a_figure():
    with Stage() as stage:
        stage.tell("bench", *[row("position", 9, 9.0) + row("avx2", 1000, 1.0)] * 9)
        a = stage.tell("a", *["\nspeed\n  inf of 7\n"] * 9)
        equal(stage.failure("--unit", "evaluations/s").partition("; it printed")[0],
              "ponnuki: no line like 'avx512 9300 evaluations/s'; say what to look for, "
              "--pattern 'ponnuki=REGEX' with one group around the number of "
              "evaluations/s")
        equal(stage.failure("a=" + a, "--unit", "ns/move"),
              "a: no line like 'avx512 388040 playouts/s 23.0 ns/move'; say what to "
              "look for, --pattern 'a=REGEX' with one group around the number of "
              "ns/move; it printed speed | inf of 7")
        equal(stage.failure("a=" + a, "--pattern", r"(\d+) kpps"),
              r"a: nothing fits --pattern '(\d+) kpps', it printed speed | inf of 7")
        equal(stage.failure("a=" + a, "--pattern", "speed|([0-9]+)"),
              "a: --pattern 'speed|([0-9]+)' found '', which is no positive number")
        equal(stage.failure("a=" + a, "--pattern", "(...) of"),
              "a: --pattern '(...) of' found 'inf', which is no positive number")
        equal(stage.failure("--row", "avx512"),
              "ponnuki: no row 'avx512', there are position, avx2")
        equal(stage.failure("--base", "avx2"), "--base 'avx2' is no line of the table, "
              "which has ponnuki position, ponnuki avx2")
        equal(stage.failure("b=true"),
              "b: no line like 'avx512 388040 playouts/s 23.0 ns/move'; say what to "
              "look for, --pattern 'b=REGEX' with one group around the number of "
              "playouts/s; it printed nothing")


def test_long_outputs_are_cut():
    with Stage() as stage:
        stage.tell("bench", "x" * 299 + "yz\n")
        equal(stage.failure().partition("it printed ")[2], "x" * 299 + "y...")


def test_rows_that_change():
    with Stage() as stage:
        stage.tell("bench", row("position", 9, 9.0), row("avx2", 9, 9.0))
        equal(stage.failure(),
              "round 2 has other rows than those before: ponnuki avx2")


def test_commands_that_fail():
    with Stage() as stage:
        stage.tell("bench", *[row("avx2", 1000, 1.0)] * 2)
        a = stage.tell("a", row("avx2", 500, 2.0))
        equal(stage.failure("a=/no/such/program 9"),
              "a: cannot run /no/such/program: No such file or directory")
        equal(stage.failure("a=sh -c " + shlex.quote(a + "; echo why >&2; exit 3")),
              f"a: exit status 3, it printed {row('avx2', 500, 2.0).strip()} | why")


def test_help():
    with Stage() as stage:
        status, out, err = stage.compare("--help")
        equal((status, err), (0, ""))
        equal([line for line in out.splitlines() if len(line) > 88], [])
        for option in ["rounds N", "size N", "ponnuki PATH", "row ROW", "unit UNIT",
                       "network FILE", "pattern [NAME=]REGEX", "factor [NAME=]NUMBER", "base LINE"]:
            equal(f"  --{option} " in out, True)


def test_the_program_prints_such_rows():
    with Stage() as stage:
        table = stage.table("--ponnuki", PROGRAM, "--rounds", "1")
        equal([line[:2] for line in table if line[1] in ("generic",)],
              [["ponnuki", "generic"]])


def main():
    global SCRIPT, PROGRAM
    if len(sys.argv) != 3:
        sys.exit("usage: test_bench_compare.py BENCH_COMPARE PONNUKI")
    SCRIPT, PROGRAM = map(os.path.abspath, sys.argv[1:])
    tap.run(globals())


if __name__ == "__main__":
    main()
