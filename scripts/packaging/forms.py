#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws what to enter in clients on Windows, as pictures for START.md.

usage: forms.py FOLDER

Writes FOLDER/CLIENT.svg for each client.
"""

import os
import sys
from xml.sax.saxutils import escape

PROGRAM = r"C:\Ponnuki\ponnuki.exe"
# By name of the file: the title of the window, and its fields with what to enter.
FORMS = {
    "sabaki": ("Sabaki: Preferences, Engines", (
        ("Name", "Ponnuki"), ("Path", PROGRAM),
        ("Arguments", "--seconds 5 --accept-illegal"))),
    "gogui": ("GoGui: New Program", (
        ("Command", PROGRAM + " --seconds 5 --live-gfx"), ("Working directory", ""))),
    "katrain": ("KaTrain: General and Engine Settings, Custom command", (
        ("Override Engine Command", PROGRAM + " analysis"),)),
    "lizzieyzy": ("LizzieYzy: Engines", (
        ("Name", "Ponnuki"),
        ("Command", PROGRAM + " gtp --gtp-name KataGo --gtp-version 1.17.2"))),
}
WIDTH, TITLE, ROW, LABEL = 860, 34, 40, 220  # pixels


def field(label, value, y):
    return ('<text x="14" y="%d">%s</text>\n'
            '<rect x="%d" y="%d" width="%d" height="28" fill="#fff" stroke="#888"/>\n'
            '<text x="%d" y="%d" font-family="Consolas, monospace">%s</text>' % (
                y + 19, escape(label), LABEL, y, WIDTH - LABEL - 14, LABEL + 8, y + 19,
                escape(value)))


def draw(title, fields):
    height = TITLE + 10 + ROW * len(fields)
    rows = [field(label, value, TITLE + 8 + ROW * i)
            for i, (label, value) in enumerate(fields)]
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
            'viewBox="0 0 %d %d" font-family="Segoe UI, sans-serif" font-size="14">\n'
            '<rect width="%d" height="%d" rx="6" fill="#f0f0f0" stroke="#888"/>\n'
            '<path d="M0 %dH%d" stroke="#888"/>\n'
            '<text x="14" y="22" font-weight="bold">%s</text>\n%s\n</svg>\n' % (
                WIDTH, height, WIDTH, height, WIDTH, height, TITLE, WIDTH, escape(title),
                "\n".join(rows)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: forms.py FOLDER")
    os.makedirs(sys.argv[1], exist_ok=True)
    for client, form in FORMS.items():
        with open(os.path.join(sys.argv[1], client + ".svg"), "w",
                  encoding="utf-8") as file:
            file.write(draw(*form))
