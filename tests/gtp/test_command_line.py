#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Options, and single commands instead of a dialogue. Prints TAP.

usage: test_command_line.py PROGRAM
"""

import os
import pathlib
import re
import subprocess
import time

import tap
from dialogue import PROGRAM, TIMEOUT, command, equal, run
from tap import true


def test_wrong_command_lines():
    for words, hint in [
            (["--nonsense"], "--help"), (["-x"], "--help"), (["-"], "--help"),
            (["--threads"], "N"), (["--threads", "0"], "1 to 64"),
            (["--threads", "65"], "1 to 64"), (["--threads=x"], "1 to 64"),
            (["--size", "20"], "1 to 19, or two such as 9x13"),
            (["--size", "0x5"], "9x13"), (["--size", "5x"], "9x13"),
            (["--size", "5x6x7"], "9x13"), (["--size=5x4294967301"], "9x13"), (["--memory", "0"], "from 1"),
            (["--memory", "-5"], "from 1"), (["--seed", "x"], "from 0"),
            (["--playouts", "-1"], "from 0"), (["--seconds", "-1"], "from 0"),
            (["--seconds", "nan"], "from 0"), (["--lag", "61"], "0 to 60"),
            (["--komi", "x"], "7.5"),
            (["--komi", "1e9"], "from -1000 to 1000"),
            (["--komi", "6.75"], "--komi 6.75: must be a multiple of half a point"),
            (["--komi=-7.4"], "a multiple of half a point"), (["--resign", "51"], "0 to 50"),
            (["--isa", "x"], "generic"), (["--isa="], "generic"),
            (["bench", "--isa", "x"], "generic"), (["get_komi", "--x"], "--help"),
            (["--rules", "chess"], "tromp-taylor, "), (["--rules", "x"], "chinese"),
            (["--set", "x=1"], "resign_percent 5"), (["--set", "resign_percent"], "="),
            (["--set", "resign_percent=999"],
             "must be resign_percent=NUMBER, a whole number from 0 to 50\n"),
            (["--set", "resign_percent=x"], "from 0 to 50\n"),
            (["--accept-illegal=yes"], "no value"), (["--ponder=1"], "no value"),
            (["--help=1"], "no value"),
            (["--gtp-name", " "], "must be a text that is not empty"),
            (["--gtp-version", "1\n2"], "must be a text of one line"),
            (["--save-games", ""], "--save-games '': must be the name of a folder"),
            (["--log="], "--log '': must be the name of a file"),
            (["--net", "", "name"], "--net '': must be the name of a file"),
            (["--sandbox-dir="], "--sandbox-dir '': must be the name of a folder"),
            (["--nonsense", "name"], "--nonsense")]:
        status, out, err = command(*words)
        equal((words, status, out), (words, 2, ""))
        true(err.startswith("ponnuki: ") and hint in err, "%r: %r" % (words, err))


def test_options_take_effect():
    equal(command("--komi", "-3.5", "get_komi"), (0, "-3.5\n", ""))
    equal(command("--komi=6", "--", "get_komi"), (0, "6\n", ""))
    equal(command("get_komi", "--komi", "6"), (0, "6\n", ""))
    # Rules bring their komi, whichever option is first.
    equal(command("--rules", "japanese", "get_komi"), (0, "6.5\n", ""))
    equal(command("--rules", "japanese", "--komi", "0.5", "get_komi"), (0, "0.5\n", ""))
    equal(command("--komi", "0.5", "--rules", "japanese", "get_komi"), (0, "0.5\n", ""))
    equal(command("known_command", "--", "--komi=6"), (0, "false\n", ""))
    equal(command("komi", "-3.5"), (0, "", ""))
    equal(command("--size", "2", "all_legal", "b"), (0, "A1 B1 A2 B2\n", ""))
    equal(command("--size", "3x1", "all_legal", "b"), (0, "A1 B1 C1\n", ""))
    equal(run(b"all_legal w\n", ["--size=1X2"]), b"= A1 A2\n\n")
    known = ["--gtp-name", "KataGo", "--gtp-version=1.17.2"]
    equal(run(b"name\nversion\n", known), b"= KataGo\n\n= 1.17.2\n\n")
    equal(command("--seed=77", "get_random_seed"), (0, "77\n", ""))
    true("rules cgos" in command("--rules", "cgos", "showboard")[1], "rules")
    true("resign_percent 7\n" in command("--set", "resign_percent=7",
                                         "gomill-describe_engine")[1], "set")
    true("resign_percent 9\n" in command("--resign", "9",
                                         "gomill-describe_engine")[1], "resign")


def with_variable(value, *words, processors=None):
    """Status, standard output and standard error of a program with this value of
    PONNUKI_THREADS, or without that; on these processors only."""
    env = {name: text for name, text in os.environ.items() if name != "PONNUKI_THREADS"}
    done = subprocess.run(
        [*PROGRAM, "--memory", "16", *words], stdin=subprocess.DEVNULL, check=False,
        capture_output=True, text=True, timeout=TIMEOUT,
        env=env if value is None else env | {"PONNUKI_THREADS": value},
        preexec_fn=processors and (lambda: os.sched_setaffinity(0, processors)))
    return done.returncode, done.stdout, done.stderr


def threads(value, *words, processors=None):
    """The number of threads that search."""
    status, out, err = with_variable(value, *words, "kata-get-param", "numSearchThreads",
                                     processors=processors)
    equal((status, err), (0, ""))
    return int(out)


def cores(processors):
    """Sets of processors that share a core and have one of these."""
    found = set()
    for processor in processors:
        path = f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list"
        name = processor
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                name = file.read()
        found.add(name)
    return found


def is_limited():
    """May the processes of this container use less time than its processors have?"""
    with open("/proc/self/cgroup", encoding="ascii") as file:
        names = re.findall("(?m)^0::(.*)$", file.read())
    for folder in [pathlib.Path("/sys/fs/cgroup" + name) for name in [*names, ""]]:
        for place in [folder, *folder.parents]:
            path = place / "cpu.max"
            if path.exists() and not path.read_text().startswith("max"):
                return True
    return False


def test_each_core_has_a_thread():
    if not hasattr(os, "sched_getaffinity") or tap.is_windows(PROGRAM):
        true(1 <= threads(None) <= 64, "threads")
        return
    usable = os.sched_getaffinity(0)
    most = min(64, len(cores(usable)))
    true(1 <= threads(None) <= most, "threads")
    if not is_limited():
        equal(threads(None), most)
    equal(threads(""), threads(None))
    equal(threads(None, "--threads", "3"), 3)
    for processor in sorted(usable)[:2]:
        equal(threads(None, processors={processor}), 1)


def test_the_environment_takes_the_place_of_the_cores():
    equal(threads("1"), 1)
    equal(threads("3"), 3)
    equal(threads("3", "--threads", "2"), 2)
    for wrong in ("0", "65", "-1", "x", "1.5"):
        equal(with_variable(wrong, "name"),
              (2, "", f"ponnuki: PONNUKI_THREADS={wrong}: must be a whole number from 1 "
                      "to 64\n"))


def test_the_last_network_counts():
    for words in (["--net", "/no/net"], ["--no-net", "--net", "/no/net"]):
        status, out, err = command(*words, "name")
        equal((status, out), (2, ""))
        true(err.startswith("ponnuki: --network /no/net: "), err)
    equal(command("--net", "/no/net", "--no-net", "name"), (0, "Ponnuki\n", ""))


def test_two_seeds_from_the_clock_differ():
    first = command("get_random_seed")
    time.sleep(1.1)
    true(first != command("get_random_seed"), first)


def test_single_commands():
    equal(command("perft", "3", "2", "2"), (0, "1 5\n2 21\n3 68\n", ""))
    equal(command("nonsense"),
          (1, "", "ponnuki: nonsense: unknown command\nponnuki: see `ponnuki --help` "
                  "for options and `ponnuki help` for commands\n"))
    equal(command("A game.SGF"),
          (1, "", "ponnuki: A game.SGF: unknown command\nponnuki: to review a record, run "
                  "`ponnuki review A game.SGF`\n"))
    equal(command("gtp", "name"),
          (1, "", "ponnuki: gtp: unknown command\nponnuki: to speak GTP, run `ponnuki gtp` "
                  "with options only\n"))
    for words in (["play", "9"], ["play", "d4"]):
        status, out, err = command(*words)
        equal((status, out), (1, ""))
        true(err.startswith("ponnuki: play: ") and
             err.endswith("\nponnuki: to play in the terminal, run `ponnuki play "
                          "--size 9`\n"), err)
    equal(command("boardsize", "99"),
          (1, "", "ponnuki: boardsize: unacceptable size: `99` must be a "
           "whole number from 1 to 19\n"))
    equal(command("clear_board"), (0, "", ""))
    equal(command("--size", "1", "showboard")[1].split("\n")[0].strip(), "A")


def instruction_sets():
    """Those that the help lists, fastest first."""
    found = re.search("^Instruction sets.*: (.+)$", command("--help")[1], re.MULTILINE)
    return found.group(1).split(", ")


VERSION = re.compile(r"""ponnuki 1\.0\.0
commit: ([0-9a-f]{12}|unknown)
compiler: (?:gcc|clang) \d.*, for \w+ \w+
instruction set: (\w+)
network: \d+ blocks of \d+ channels, file version \d, built in
""")


def test_version():
    for options in [[]] + [["--isa", name] for name in instruction_sets()]:
        status, out, err = command("--version", *options)
        equal((status, err), (0, ""))
        found = VERSION.fullmatch(out)
        true(found, out)
        equal(found[2], options[1] if options else instruction_sets()[0])


def test_instruction_sets():
    names = instruction_sets()
    equal(names[-1], "generic")
    for name in names:
        true("isa %s\n" % name in command("--isa=" + name,
                                            "gomill-describe_engine")[1], name)
    equal(run(b"version\n", ["--isa", "generic"]), b"= 1.0.0\n\n")
    status, out, err = command("--isa", "bogus")
    equal((status, out), (2, ""))
    true(err.startswith("ponnuki: --isa bogus: must be ") and
         err.endswith(": %s\n" % ", ".join(names)), err)


def test_speed_of_one_instruction_set():
    name = instruction_sets()[0]
    status, out, err = command("bench", "playouts", "1", "--isa", name)
    equal((status, err), (0, ""))
    equal([line.split()[0] for line in out.splitlines()[1:]],
          [name])
    status, out, err = command("bench", "network", "1", "--isa", name)
    equal((status, err), (0, ""))
    evaluations, each = re.fullmatch(
        r"1x1, stones on a third of it, \d+ blocks of \d+ channels, one thread\n"
        r"%s +(\d+) evaluations/s +([0-9.]+) us/evaluation\n" % name,
        out).groups()
    true(0.9 < int(evaluations) * float(each) / 1e6 < 1.1, out)
    equal(command("--no-net", "bench", "network", "1"),
          (1, "", "ponnuki: bench: no network in use: start the engine "
                  "without --no-net\n"))


def test_unwritable_log():
    status, out, err = command("--log", "/no/such/folder/log", "name")
    equal((status, out), (2, ""))
    true("--log /no/such/folder/log" in err, err)


def test_help_names_every_option():
    status, out, err = command("--help")
    equal((status, err), (0, ""))
    true(max(len(line) for line in out.split("\n")) <= 80, "a line is too wide")
    for name in ["help", "version", "threads", "memory", "isa", "seed", "playouts",
                 "seconds", "rules", "komi", "size", "resign", "accept-illegal", "log",
                 "set", "lag", "ponder", "live-gfx", "pv-lines", "chat"]:
        true("  --%s " % name in out, name)
    percent = re.search("resign_percent ([0-9]+)", command("gomill-describe_engine")[1])
    true(re.search(r"--resign .*\(default %s\)\n" % percent.group(1), out), out)


tap.run(globals())
