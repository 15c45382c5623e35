#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is gtp/COMMANDS.md what its generator writes from the commands of the program, and does
the generator notice what is wrong? Prints TAP.

usage: test_command_reference.py PROGRAM SCRIPTS

SCRIPTS is the folder of the generator, scripts/build.
"""

import os
import re
import shlex
import sys

import tap

if len(sys.argv) != 3:
    sys.exit("usage: test_command_reference.py PROGRAM SCRIPTS")
PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
           os.path.abspath(sys.argv[1])]
sys.path.insert(0, sys.argv[2])
import command_reference  # noqa: E402 in the folder that an argument names

TEXTS = command_reference.read(command_reference.TEXTS)
REFERENCE = command_reference.read(command_reference.REFERENCE)
SMALL = """
## Some
### name
A name.
> name
### genmove
A move.
~ genmove b
"""


def example(name, present=""):
    """What the generator writes of the example of a command in SMALL."""
    entry = next(entry for entry in command_reference.read_texts(SMALL)
                 if entry.name == name)
    recorded = command_reference.recorded_answers(present)
    return command_reference.run_example(PROGRAM, entry, recorded)


def failure(texts):
    """Why the generator refuses texts."""
    try:
        command_reference.check_names(command_reference.read_texts(texts),
                                      command_reference.read_help(PROGRAM))
    except command_reference.Failure as trouble:
        return str(trouble)
    return "nothing"


def test_the_reference_is_what_its_generator_writes():
    written = command_reference.build(PROGRAM, TEXTS, REFERENCE)
    for got, wanted in zip(REFERENCE.splitlines(), written.splitlines()):
        tap.true(got == wanted, "gtp/COMMANDS.md has\n%s\nwhere the program and "
                 "gtp/commands/reference.txt say\n%s\nrun "
                 "scripts/build/command_reference.py" % (got, wanted))
    tap.equal(len(REFERENCE), len(written))


def test_every_link_within_the_reference_has_its_heading():
    headings = {command_reference.anchor(title)
                for title in re.findall(r"(?m)^#+ (.*)$", REFERENCE)}
    links = set(re.findall(r"\(#([^)]+)\)", REFERENCE))
    tap.true(len(links) > 90, "only %d links" % len(links))
    tap.equal(sorted(links - headings), [])


def test_a_command_that_the_texts_lack_is_told():
    tap.equal(failure(TEXTS.replace("### undo\n", "### undone\n")),
              "not in the texts: undo")
    tap.equal(failure(TEXTS + "### fly\nNothing.\n> fly\n"), "no such command: fly")
    tap.equal(failure(TEXTS + "### undo\nNothing.\n> undo\n"), "there twice: undo")
    tap.equal(failure(TEXTS + "### perft\n"), "there twice: perft")


def test_a_command_without_an_example_is_told():
    tap.equal(failure(TEXTS.replace("> get_random_seed\n", "")),
              "without answer or example: get_random_seed")


def test_an_answer_that_is_always_the_same_is_never_kept():
    tap.equal(example("name", "### `name`\n    > name\n    = Ponuki\n"),
              ["> name", "= Ponnuki"])


def test_an_answer_of_the_search_is_kept_if_its_form_is_right():
    kept = "### `genmove`\n    > genmove b\n    = %s\n"
    tap.equal(example("genmove", kept % "A1"), ["> genmove b", "= A1"])
    for wrong in ("", "move A1", "A1 visits 3"):
        got = example("genmove", kept % wrong)
        tap.true(re.fullmatch(r"= [A-T]\d+", got[1]), got[1])


def test_the_form_of_an_answer_is_its_words():
    form = command_reference.form
    tap.equal(form("= info move D4 winrate 0.5 pv D4 pass"),
              ["=", "info", "move", "0", "winrate", "0", "pv", "0"])
    tap.equal(form("= #a0b1c2 \"\" W+3.5 -0.25"), ["=", "0"])
    tap.equal(form("="), ["="])
    tap.equal(form("? illegal move"), ["?", "illegal", "move"])
    tap.equal(form("error -1.000"), ["error", "unknown"])


def test_a_part_of_an_answer_keeps_its_words_in_their_order():
    lines = ["= move D4 winrate 0.512 lead 1.5 pv D4 E5 F6"]
    shown = command_reference.shorten([lines[0] + " move C3" + 200 * " E5"], 1)

    def is_kept(recorded):
        return command_reference.has_form([recorded], [lines[0] + " and more"], shown)

    tap.true(is_kept("= move E5 winrate 0.4 lead -0.25 pv E5 ..."), "fewer moves")
    tap.true(is_kept("= move E5 winrate 0.4 lead -0.25 pv E5 move C4 winr..."), "more")
    for wrong in ("= move E5 lead 1.5 pv E5 ...", "= move E5 lead 1.5 winrate 0.4 pv E5 ...",
                  "= move E5 winrate 0.4 lead -1.000 pv E5 ...", "? no such command"):
        tap.true(not is_kept(wrong), wrong)


tap.run(globals())
