# SPDX-License-Identifier: MIT
"""A page in a real browser: Chromium without a window."""

import base64
import html
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import tap

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 240  # on a busy machine
DARK, LIGHT = 0, 1  # numbers of Chromium

HARNESS = """<!DOCTYPE html><body>%s<script>
const tell = (value) => {
    document.body.dataset.value =
        btoa(unescape(encodeURIComponent(JSON.stringify(value))));
};
%s</script></body>"""

# Calls the script for each frame when all are there.
FRAMES = """
const measure = (frame, page) => (%s);
onload = () => tell([...document.querySelectorAll("iframe")].map(
    (frame) => measure(frame.contentWindow, frame.contentDocument)));
"""

COLORS = """
const points = %s;
onload = () => tell([...document.querySelectorAll("img")].map((image, index) => {
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return [[image.width, image.height], ...points[index].map(
        ([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3))];
}));
"""


def path():
    """The browser. Skips the test if there is none."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise tap.Skip("there is no Chromium")


def call(arguments, folder):
    """What the browser prints. Its own files go to the folder."""
    done = subprocess.run(
        [path(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         "--force-device-scale-factor=1", "--disable-dev-shm-usage", "--no-first-run",
         f"--user-data-dir={folder}/profile", *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise tap.Skip("Chromium cannot run here: " + done.stderr.decode()[-200:])
    return done.stdout.decode()


def value_of(body, script):
    """What a script tells of a page."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "harness.html"
        file.write_text(HARNESS % (body, script), "utf-8")
        found = re.search(r'data-value="([^"]*)"',
                          call(["--dump-dom", file.as_uri()], folder))
        tap.true(found is not None, "the script has told nothing")
        return json.loads(base64.b64decode(found[1]))


def measure(page, widths, script):
    """The value of a script's expression for a page of each of these widths. In it,
    `page` is the document, `frame` its window. A window itself could not be so narrow."""
    frames = "".join('<iframe style="border:0" width="%d" height="800" srcdoc="%s">'
                     "</iframe>" % (width, html.escape(page)) for width in widths)
    return value_of(frames, FRAMES % script)


def screenshot(page, width, height, scheme=LIGHT):
    """The top of a page, whose text this is, as PNG."""
    with tempfile.TemporaryDirectory() as folder:
        file, shot = pathlib.Path(folder) / "page.html", pathlib.Path(folder) / "page.png"
        file.write_text(page, "utf-8")
        call([f"--window-size={width},{height}", f"--screenshot={shot}",
              f"--blink-settings=preferredColorScheme={scheme}", file.as_uri()], folder)
        return shot.read_bytes()


def colors(shots, points):
    """For each picture its size, and then red, green and blue at each of its points."""
    images = "".join('<img src="data:image/png;base64,%s">'
                     % base64.b64encode(shot).decode() for shot in shots)
    return value_of(images, COLORS % json.dumps(points))
