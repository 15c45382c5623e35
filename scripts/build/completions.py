#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the completions of the shells, scripts/completion, from `PROGRAM --help`.

usage: completions.py PROGRAM

bash and zsh then complete options, their values where these are words or files, and the
words that begin a way to run the program.
"""

import os
import re
import shlex
import subprocess
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "completion")
# Ways to run the program, which --help lists as usage; a few GTP commands are useful, too.
WORDS = {
    "play": "play in the terminal",
    "gtp": "speak GTP on stdin and stdout",
    "analysis": "KataGo's analysis engine",
    "review": "find the mistakes in records",
    "benchmark": "measure the speed",
    "bench": "measure the speed, and print the signature",
    "help": "list the GTP commands",
}
# Values that are words, but for rules and instruction sets, which --help lists.
VALUES = {
    "--precision": "auto int8 int16 bf16 float",
    "--mpi-mode": "leaves trees",
    "--chat": "malkovich discussion",
}
FOLDERS = ("DIR",)
FILES = ("FILE", "PATH")
OPTION = re.compile(r"^  (--[a-z-]+)(?: ([A-Z=,.]+\S*))? +(\S.*)$")

BASH = """\
# Completion of ponnuki for bash. Written by scripts/build/completions.py.
_ponnuki() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local options="%(options)s"
    local words="%(words)s"
    COMPREPLY=()
    case $before in
%(cases)s
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ " ${COMP_WORDS[*]} " == *" review "* ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}
complete -F _ponnuki ponnuki
"""

ZSH = """\
#compdef ponnuki
# Completion of ponnuki for zsh. Written by scripts/build/completions.py.
_ponnuki_words() {
    local -a ways
    ways=(
%(words)s
    )
    if (( ${words[(Ie)review]} )); then
        _files -g '*.sgf'
    else
        _describe 'way to run' ways
    fi
}
_arguments \\
%(options)s
    '*:way to run:_ponnuki_words'
"""


def help_of(program):
    return subprocess.run([*program, "--help"], capture_output=True, text=True,
                          check=True).stdout


def read_options(text):
    """(option, value, what it does) of each; a value of '' is none."""
    return [found.groups("") for found in map(OPTION.match, text.splitlines()) if found]


def read_rules(text):
    lines = text.split("\nRules:\n")[1].split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines]


def value_words(option, rules):
    """Those that an option takes, as one string; '' if it takes others."""
    return " ".join(rules) if option == "--rules" else VALUES.get(option, "")


def bash_case(options, lines):
    return "    %s)\n%s\n        return\n        ;;" % (
        " | ".join(options), "\n".join("        " + line for line in lines))


def bash(options, rules):
    cases = []
    for name, value, _ in options:
        words = value_words(name, rules)
        if words:
            cases.append(bash_case([name], [
                'mapfile -t COMPREPLY < <(compgen -W "%s" -- "$word")' % words]))
    for flag, kinds in (("-d", FOLDERS), ("-f", FILES)):
        names = [name for name, value, _ in options if value in kinds]
        cases.append(bash_case(names, [
            "compopt -o filenames",
            'mapfile -t COMPREPLY < <(compgen %s -- "$word")' % flag]))
    others = [name for name, value, _ in options if value and value not in FOLDERS + FILES
              and not value_words(name, rules)]
    cases.append("    %s)\n        return\n        ;;" % " | ".join(others))
    return BASH % {"options": " ".join(name for name, _, _ in options),
                   "words": " ".join(WORDS), "cases": "\n".join(cases)}


def quoted(text):
    return text.replace("'", "'\\''")


def zsh_option(option, rules):
    name, value, what = option
    what = quoted(what.replace("[", "\\[").replace("]", "\\]").replace(":", "\\:"))
    line = "'%s[%s]" % (name, what)
    if value:
        action = (" _files -/" if value in FOLDERS else " _files" if value in FILES else
                  "(%s)" % value_words(name, rules) if value_words(name, rules) else " ")
        line += ":%s:%s" % (value.lower().replace("=", " "), action)
    return "    %s' \\" % line


def zsh(options, rules):
    return ZSH % {
        "options": "\n".join(zsh_option(option, rules) for option in options),
        "words": "\n".join("        '%s:%s'" % (word, quoted(what))
                           for word, what in WORDS.items())}


def completions(text):
    """By file name, from the help."""
    options, rules = read_options(text), read_rules(text)
    return {"ponnuki.bash": bash(options, rules), "_ponnuki": zsh(options, rules)}


def main(program):
    for name, content in completions(help_of(program)).items():
        with open(os.path.join(FOLDER, name), "w", encoding="ascii") as file:
            file.write(content)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: completions.py PROGRAM")
    main([*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")), sys.argv[1]])
