#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is what a person reads plain: the READMEs, the manual page, the help of the program and
of the scripts, messages and comments? No sentence is long, a program or a thread is "it",
and a thing has one name (tests/README.md). Prints TAP.

usage: test_prose.py PROGRAM ROOT

ROOT is the folder of the project.
"""

import ast
import glob
import os
import re
import shlex
import subprocess
import sys

import tap

if len(sys.argv) != 3:
    sys.exit("usage: test_prose.py PROGRAM ROOT")
PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
           os.path.abspath(sys.argv[1])]
ROOT = sys.argv[2]
WORDS_MAX = 25  # in a sentence

PERSONS = re.compile(r"\b(?:he|him|his|who|whom|nobody|somebody)\b", re.IGNORECASE)
# Where people are meant indeed: the players of a game, and readers.
PEOPLE = re.compile(r"\bwho (?:begins?|is to (?:move|play)|leads|own(?:s|ed)|wins)\b"
                    r"|\bwho will own\b"
                    r"|\b(?:anyone|people|person|players?|readers?|users?) who\b",
                    re.IGNORECASE)
# Names that have given way to those of the field.
RETIRED = re.compile(
    r"\b(?:(?<!text-)anchors?|census|crew|findings|fortune|slices|watcher"
    r"|convolution_(?:sparse|squares|step|store)|fix_rate|lane_\w+|net_cache"
    r"|net_features|puct_(?:9|13|19|slow|unknown)|raw_network|tension_rate|text_game"
    r"|value_games\w*|vec\.h)\b", re.IGNORECASE)
RETIRED_TYPES = re.compile(
    r"\b(?:Anchor|Census\w*|Commentary\w*|Crew\w*|Fortune|GameKeeper|Judge|Lane[A-Z]\w*"
    r"|LineReader|MoveBans|NetCache|Outlook|Pace|RawNetwork\w*|TextGame\w*|Watcher)\b")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def paths(*patterns):
    """The files of the project that match, but no builds."""
    found = []
    for pattern in patterns:
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
            path = os.path.relpath(path, ROOT).replace(os.sep, "/")
            if not re.match(r"build|\.", path):
                found.append(path)
    return sorted(set(found))


def output(*arguments):
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True,
                          check=True, encoding="utf-8", timeout=60).stdout


def markdown_blocks(text):
    """The paragraphs and items of a page, without code, tables, headings and links."""
    text = re.sub(r"(?ms)^ *```.*?^ *```|<!--.*?-->", "", text)
    blocks = [[]]
    for line in text.splitlines():
        if re.match(r"    |\||#|\s*$", line):
            blocks.append([])
        elif re.match(r" *(?:[-*]|\d+\.) ", line):
            blocks.append([re.sub(r"^ *(?:[-*]|\d+\.) ", "", line)])
        else:
            blocks[-1].append(line)
    for block in blocks:
        words = re.sub(r"`[^`]*`", "code", " ".join(block))
        yield re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", words)


def manual_blocks(text):
    """The paragraphs of a manual page in mdoc."""
    block = []
    for line in text.splitlines():
        if re.match(r"\.(?:Sh|Pp|It|Bl|El|Dl)\b", line):
            yield " ".join(block)
            block = []
        elif line.startswith(".Nm"):
            block.append("Ponnuki")
        elif line.startswith("."):
            block.append("code" + (" ." if line.endswith(" .") else ""))
        else:
            block.append(line)
    yield " ".join(block)


def comment_blocks(text):
    """The paragraphs of the comments in C, without code, quotations and sources."""
    block = []
    for line in text.splitlines() + [""]:
        match = re.match(r"\s*// ?(\S.*)$", line)
        if match:
            block.append(match.group(1))
        else:
            words = re.sub(r"`[^`]*`|\"[^\"]*\"", "code", " ".join(block))
            yield re.sub(r"\bSources?\b.*?:.*", "", words)
            block = []


def message_blocks(text):
    """The messages in a source file of C, each with its parts put together."""
    text = re.sub(r"(?m)//.*$|^#include.*$", "", text)
    for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
        message = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match.group()))
        message = re.sub(r"^[^a-z]* \| .*?: |^\S+ \| .*?: ", "", message)  # arguments
        yield from re.split(r"\\n", re.sub(r"%[-+.0-9*]*[a-z]+", "code", message))


def help_blocks(text):
    """What each line of help says, without names and arguments."""
    for line in text.splitlines():
        yield re.sub(r"^\s*\S.*?(?: {2,}|: )", "", line)


def script_blocks(text):
    """The paragraphs, options and rows of tables in the help of a script of Python: its
    first text. Usage, commands, and what four spaces set off are no prose."""
    block, usage = [], False
    text = ast.get_docstring(ast.parse(text), clean=False) or ""
    text = re.sub(r"(?m)^ +\S+\.py .*?(?:\\\\\n.*?)*$", "", text)  # commands
    for line in text.splitlines() + [""]:
        usage = line.startswith("usage:") or (usage and line.startswith(" "))
        row = re.match(r" {1,3}(?:\w+: |\S.*? {2,}|(?:-.*|\S+(?: \S+)?)$)", line)
        if line.strip() and not usage and not row and (
                block or not line.startswith("    ")) and not re.match(
                    r"    .*\S {2,}\S", line):
            block.append(line.strip())
            continue
        yield re.sub(r"`[^`]*`", "code", " ".join(block))
        block = [line[row.end():]] if row else []


def sentences(block):
    return re.split(r"(?<=[.!?])[)\"']*(?:\s+|$)", block)


def faults(block):
    """What is wrong with a block of prose."""
    for sentence in sentences(block):
        words = re.findall(r"[^\s]*[A-Za-z0-9][^\s]*", sentence)
        if len(words) > WORDS_MAX:
            yield "%d words: %s" % (len(words), sentence.strip())
        person = PERSONS.search(PEOPLE.sub(" ", sentence))
        if person:
            yield "`%s` for a program: %s" % (person.group(), sentence.strip())
        retired = RETIRED.search(sentence)
        if retired:
            yield "`%s` is a retired name: %s" % (retired.group(), sentence.strip())
        if re.match(r"the same\b", sentence.strip()):
            yield "does not stand alone: " + sentence.strip()


def check(pages):
    """Raises an error that names all faults of pages, pairs of a name and blocks."""
    found = []
    for name, blocks in pages:
        found += ["%s: %s" % (name, fault) for block in blocks for fault in faults(block)]
    tap.true(not found, "\n".join(found))


def test_readmes():
    pages = paths("README.md", "**/README.md", "gtp/COMMANDS.md")
    tap.true(len(pages) >= 3, "only %r" % pages)
    check((path, markdown_blocks(read(path))) for path in pages)


def test_manual_page():
    pages = paths("scripts/man/*.6")
    tap.true(pages, "no manual page")
    check((path, manual_blocks(read(path))) for path in pages)


def test_help():
    check([("--help", help_blocks(output("--help"))),
           ("help", help_blocks(output("help")))])


def test_help_of_scripts():
    files = paths("scripts/**/*.py")
    tap.true(len(files) > 40, "only %d files" % len(files))
    check((path, script_blocks(text)) for path, text in zip(files, map(read, files))
          if "usage:" in text)


def test_messages():
    files = paths("src/**/*.c", "gtp/**/*.c", "engine/**/*.c")
    tap.true(len(files) > 50, "only %d files" % len(files))
    check((path, message_blocks(read(path))) for path in files)


def test_comments():
    files = paths("src/**/*.[ch]", "scripts/train/**/*.[ch]", "tests/support/**/*.[ch]",
                  "engine/**/*.h", "gtp/**/*.h")
    tap.true(len(files) > 150, "only %d files" % len(files))
    check((path, comment_blocks(read(path))) for path in files)


def test_names_in_the_code():
    found = []
    for path in paths(*(top + "/**/*." + end for end in "ch"
                        for top in ("src", "engine", "gtp", "scripts", "tests"))):
        code = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", read(path))
        names = {match.group() for pattern in (RETIRED, RETIRED_TYPES)
                 for match in pattern.finditer(code)}
        found += ["%s: %s" % (path, name) for name in sorted(names)]
    tap.true(not found, "\n".join(found))


def test_a_long_sentence_is_a_fault():
    words = "one two three four five six seven eight nine ten " * 3
    tap.equal(len(list(faults("Short. " + words[:100] + "."))), 0)
    for blocks in (markdown_blocks("- " + words), manual_blocks(".Pp\n" + words),
                   comment_blocks("int a; // short\n// %s\n    // %s\nint b;" %
                                  (words[:49], words[49:])),
                   message_blocks('fail("%s"\n     "%s");' % (words[:60], words[60:])),
                   help_blocks("  --option  " + words),
                   script_blocks('"""A.\n\n%s\n\n  run.py x\n"""' % words),
                   script_blocks('"""A.\n\n  -o X  %s\n     %s"""' %
                                 (words[:49], words[49:]))):
        tap.equal([fault[:9] for block in blocks for fault in faults(block)],
                  ["30 words:"])


def test_code_and_tables_are_no_prose():
    words = "word " * 30
    for text in ("    " + words, "| " + words + "|", "```\n" + words + "\n```",
                 "<!-- " + words + "-->", "`" + words + "`", "[a](" + words + ")"):
        tap.equal([fault for block in markdown_blocks(text) for fault in faults(block)],
                  [])
    for text in ("usage: " + words + "\n   " + words, "A:\n\n    " + words):
        blocks = script_blocks('"""A.\n\n' + text + '"""')
        tap.equal([fault for block in blocks for fault in faults(block)], [])


def test_a_program_is_no_person():
    tap.equal(len(list(faults("The thread that waits is woken. It shows who leads."))), 0)
    for text in ("Who waits sleeps.", "He is woken.", "What nobody reads is lost."):
        tap.equal(len(list(faults(text))), 1)


def test_a_retired_name_is_a_fault():
    tap.equal(len(list(faults("The thread pool reuses the tree."))), 0)
    for text in ("The crew waits.", "See net_features.h.", "The lane_board is small."):
        tap.equal(len(list(faults(text))), 1)


def test_a_line_of_help_stands_alone():
    tap.equal(len(list(faults("the same, but in colors"))), 1)
    tap.equal(len(list(faults("with one thread, the same seed gives the same moves"))), 0)


tap.run(globals())
