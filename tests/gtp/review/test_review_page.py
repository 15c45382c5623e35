#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of a review in a real browser, on narrow and wide, light and dark screens.
Fonts differ from machine to machine, so sizes and colors are looked at, not pictures.
Without Chromium the tests are skipped. Prints TAP.

usage: test_review_page.py PROGRAM GAME
"""

import functools
import pathlib
import subprocess
import sys
import tempfile

import browser
import tap
from dialogue import PROGRAM, TIMEOUT, equal
from tap import true

GAME = pathlib.Path(sys.argv[2])
SMALL, TELEPHONE, DESK = 320, 390, 1200  # widths of screens
SCREENS = [(TELEPHONE, browser.LIGHT), (TELEPHONE, browser.DARK),
           (DESK, browser.LIGHT), (DESK, browser.DARK)]

# As in page_style.c: paper, wood, stones of both colors.
COLORS = {browser.LIGHT: [(0xFB, 0xFA, 0xF7), (0xE3, 0xBF, 0x78), (0x1D, 0x1C, 0x1A),
                          (0xFD, 0xFD, 0xFB)],
          browser.DARK: [(0x1A, 0x19, 0x17), (0xA9, 0x85, 0x49), (0x0D, 0x0D, 0x0C),
                         (0xF1, 0xEF, 0xE9)]}

SCRIPT = """(() => {
    const all = (name) => [...page.querySelectorAll(name)];
    const box = (element) => element.getBoundingClientRect();
    const middle = (element) => [box(element).x + box(element).width / 2,
                                 box(element).y + box(element).height / 2];
    const board = page.querySelector(".board");
    const wood = box(board.querySelector(".wood"));
    const plain = (name) => [...board.querySelectorAll(".stone.of-" + name)].filter(
        (stone) => !stone.nextElementSibling ||
                   stone.nextElementSibling.tagName == "circle")[0];
    const labels = all(".graph text").map((text) => {
        const drawing = text.ownerSVGElement;
        const scale = box(drawing).width / drawing.viewBox.baseVal.width;
        return {size: parseFloat(frame.getComputedStyle(text).fontSize) * scale,
                inside: Math.min(box(text).left - box(drawing).left,
                                 box(drawing).right - box(text).right)};
    });
    const points = [[1, 1], [wood.x + 3, wood.y + wood.height / 2],
                    middle(plain("black")), middle(plain("white"))];
    const found = {
        points: points, labels: labels, wood: [wood.width, wood.height],
        boards: all(".board").map((drawing) => box(drawing).x),
        curves: all(".curve").map((curve) => [
            curve.points.length, Math.round(curve.points[0].x),
            Math.round(curve.points[curve.points.length - 1].x)])};
    page.querySelector("details").open = true;
    found.right = Math.max(
        page.documentElement.scrollWidth,
        ...all("svg, table, h1, h2, p, section").map((part) => box(part).right));
    return found;
})()"""


@functools.cache
def page():
    """The page of the fixed game. A fixed seed makes it the same each time."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "page.html"
        subprocess.run([*PROGRAM, "review", str(GAME), "--visits", "8", "--seed", "1",
                        "--memory", "64", "--output", folder + "/", "--html", str(out)],
                       stdout=subprocess.DEVNULL, timeout=TIMEOUT, check=True)
        return out.read_text("utf-8")


@functools.cache
def measures():
    """What the script tells, by width."""
    browser.path()
    widths = (SMALL, TELEPHONE, DESK)
    return dict(zip(widths, browser.measure(page(), widths, SCRIPT)))


def test_nothing_is_wider_than_the_screen():
    for width, measure in measures().items():
        true(measure["right"] <= width, (width, measure["right"]))


def test_labels_of_graphs_can_be_read_on_a_telephone():
    labels = measures()[TELEPHONE]["labels"]
    true(len(labels) > 10, labels)
    true(min(label["size"] for label in labels) >= 10, labels)


def test_labels_of_graphs_are_inside():
    for measure in measures().values():
        true(min(label["inside"] for label in measure["labels"]) > -2, measure["labels"])


def test_boards_stand_side_by_side_where_there_is_room():
    equal([len(set(measure["boards"])) for measure in measures().values()], [1, 1, 2])


def test_boards_are_squares():
    for measure in measures().values():
        width, height = measure["wood"]
        true(abs(width - height) < 1 and width > 250, measure["wood"])


def test_curves_end_where_the_game_does():
    for measure in measures().values():
        equal(measure["curves"], 2 * [[1 + 44, 84, 704]])


def test_screens_show_the_colors():
    points = [measures()[width]["points"] for width, _ in SCREENS]
    heights = [int(max(y for _, y in places)) + 50 for places in points]
    shots = [browser.screenshot(page(), width, height, scheme)
             for (width, scheme), height in zip(SCREENS, heights)]
    for screen, height, (size, *seen) in zip(SCREENS, heights,
                                             browser.colors(shots, points)):
        equal((screen, size), (screen, [screen[0], height]))
        for got, wanted in zip(seen, COLORS[screen[1]]):
            true(all(abs(a - b) <= 6 for a, b in zip(got, wanted)),
                 (screen, seen, COLORS[screen[1]]))


tap.run(globals())
