#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes a page for a browser of each README, for people who download Ponnuki.

usage: pages.py FOLDER

Beside each FILE.md of the folder and its folders it writes FILE.html. Links between the
files lead to the pages; links to what is not in the folder become plain text. Needs
Debian's python3-markdown.
"""

import html
import pathlib
import re
import sys

import markdown

STYLE = """
body { max-width: 50em; margin: 1em auto; padding: 0 1em; line-height: 1.5;
  font-family: sans-serif; color: #222; background: #fff; }
pre { background: #f3f3f3; padding: 0.7em; overflow-x: auto; }
code { background: #f3f3f3; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
img { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b; } pre, code { background: #2a2a2a; }
  a { color: #8ab4f8; } td, th { border-color: #555; } }
"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
%s
</html>
"""
LINK = re.compile(r'<a href="([^"#:]+)(#[^"]*)?">(.*?)</a>', re.DOTALL)


def page_of(path: pathlib.Path) -> str:
    text = path.read_text(encoding="utf-8")
    body = markdown.markdown(text, extensions=["tables", "toc", "sane_lists"])

    def lead(found: re.Match) -> str:
        """A link to where it leads in the folder."""
        target = path.parent / found[1]
        if not target.exists():
            return found[3]
        name = re.sub(r"\.md$", ".html", found[1])
        return '<a href="%s%s">%s</a>' % (name, found[2] or "", found[3])

    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    return PAGE % (html.escape(title[1] if title else path.stem), STYLE,
                   LINK.sub(lead, body))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: pages.py FOLDER")
    for readme in sorted(pathlib.Path(sys.argv[1]).rglob("*.md")):
        readme.with_suffix(".html").write_text(page_of(readme), encoding="utf-8")
