#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What scripts/release refuses, and the list of what is inside a release (SPDX). Prints
TAP. Releases themselves take too long for a test.

usage: test_release.py SCRIPTS

SCRIPTS is the folder scripts.
"""

import hashlib
import json
import os
import subprocess
import sys
from xml.etree import ElementTree

from own_folder import OwnFolder
import tap
from tap import equal, true

if len(sys.argv) != 2:
    sys.exit("usage: test_release.py SCRIPTS")
SCRIPTS = os.path.abspath(sys.argv[1])


def release(*arguments):
    done = subprocess.run([os.path.join(SCRIPTS, "release"), *arguments],
                          capture_output=True, text=True, check=False)
    equal(done.stdout, "")
    return done.returncode, done.stderr


def test_what_is_refused():
    usage = "usage: scripts/release FOLDER [source] [debian] [portable] [windows]\n"
    equal(release(), (2, usage))
    with OwnFolder() as folder:
        equal(release(str(folder.path), "windws"), (2, usage))
        folder.write("mine", "")
        equal(release(str(folder.path)), (1, "%s is not empty; take a new folder\n" %
                                          folder.path.resolve()))
    inside = os.path.join(SCRIPTS, "build")
    equal(release(inside), (1, "%s is inside the project; take a folder outside\n" % inside))


def sbom(folder):
    done = subprocess.run([sys.executable, os.path.join(SCRIPTS, "packaging", "sbom.py"),
                           folder, "1.2.3", "abc"], capture_output=True, text=True,
                          check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
    return json.loads(done.stdout)


def test_what_is_inside():
    with OwnFolder() as folder:
        for name in ("p-linux-x86_64.tar.xz", "p-windows.zip", "p.deb"):
            folder.write(name, name)
        bill = sbom(str(folder.path))
    equal(bill["creationInfo"]["created"], "1970-01-02T00:00:00Z")
    equal([entry["fileName"] for entry in bill["files"]],
          ["./p-linux-x86_64.tar.xz", "./p-windows.zip", "./p.deb"])
    equal(bill["files"][2]["checksums"][1]["checksumValue"],
          hashlib.sha256(b"p.deb").hexdigest())
    names = {entry["SPDXID"]: entry["name"] for entry in bill["packages"]}
    equal(len(names), len(bill["packages"]))
    linked = {(relation["spdxElementId"], names[relation["relatedSpdxElement"]])
              for relation in bill["relationships"]
              if relation["relationshipType"] == "STATIC_LINK"}
    true(("SPDXRef-File-p-linux-x86-64-tar-xz", "libedit") in linked, linked)
    true(("SPDXRef-File-p-windows-zip", "jansson") in linked, linked)
    true(not any("deb" in holder for holder, _ in linked), linked)


def test_forms_of_clients():
    """Each is a picture with the path of the program, and START.md shows it."""
    packaging = os.path.join(SCRIPTS, "packaging")
    with open(os.path.join(packaging, "START.md"), encoding="utf-8") as file:
        page = file.read()
    with OwnFolder() as folder:
        subprocess.run([sys.executable, os.path.join(packaging, "forms.py"),
                        str(folder.path)], check=True)
        drawn = sorted(folder.path.iterdir())
        equal([path.stem for path in drawn], ["gogui", "katrain", "lizzieyzy", "sabaki"])
        for path in drawn:
            tap.contains(page, "(pictures/%s)" % path.name)
            words = [element.text or "" for element in ElementTree.parse(path).iter()]
            true(any(word.startswith("C:\\Ponnuki\\ponnuki.exe") for word in words), words)


def test_pages():
    if subprocess.run(["/usr/bin/python3", "-c", "import markdown"], check=False,
                      capture_output=True).returncode != 0:
        raise tap.Skip("no python3-markdown")
    with OwnFolder() as folder:
        (folder.path / "gtp").mkdir()
        folder.write("README.md", "# A & B\n\n[more](gtp/README.md#here) [none](src/no.md) "
                     "[web](https://example.org)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
        folder.write("gtp/README.md", "# More\n\n## Here\n\n    code <x>\n")
        subprocess.run([os.path.join(SCRIPTS, "packaging", "pages.py"), str(folder.path)],
                       check=True)
        top = (folder.path / "README.html").read_text(encoding="utf-8")
        more = (folder.path / "gtp" / "README.html").read_text(encoding="utf-8")
    for part in ("<title>A &amp; B</title>", '<a href="gtp/README.html#here">more</a> none',
                 '<a href="https://example.org">web</a>', "<td>2</td>"):
        tap.contains(top, part)
    for part in ('id="here"', "code &lt;x&gt;"):
        tap.contains(more, part)


tap.run(globals())
