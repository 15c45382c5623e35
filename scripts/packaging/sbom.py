#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what is inside the files of a release, in the JSON of SPDX 2.3.

usage: sbom.py FOLDER VERSION COMMIT

FOLDER holds the files. The time is SOURCE_DATE_EPOCH's. The versions of libraries inside
the programs are those of Debian's packages on this machine.
"""

import datetime
import hashlib
import json
import os
import subprocess
import sys

# Debian's package, the licence by SPDX's names, and in which files a library is. The
# Debian packages of a release use the libraries of the machine.
PORTABLE, WINDOWS = "-linux-", "-windows"
LIBRARIES = (
    ("libc6-dev", "glibc", "LGPL-2.1-or-later", (PORTABLE,)),
    ("libedit-dev", "libedit", "BSD-3-Clause", (PORTABLE,)),
    ("libbsd-dev", "libbsd", "BSD-3-Clause", (PORTABLE,)),
    ("libmd-dev", "libmd", "BSD-3-Clause", (PORTABLE,)),
    ("libncurses-dev", "ncurses", "X11-distribute-modifications-variant", (PORTABLE,)),
    ("libseccomp-dev", "libseccomp", "LGPL-2.1-only", (PORTABLE,)),
    ("zlib1g-dev", "zlib", "Zlib", (PORTABLE,)),
    ("libjansson-dev", "jansson", "MIT", (PORTABLE, WINDOWS)),
    ("libz-mingw-w64-dev", "zlib for Windows", "Zlib", (WINDOWS,)),
    ("mingw-w64-x86-64-dev", "mingw-w64", "ZPL-2.1", (WINDOWS,)),
)


def version_of(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                          capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else "NOASSERTION"


def identifier(kind, name):
    return "SPDXRef-%s-%s" % (kind, "".join(c if c.isalnum() else "-" for c in name))


def package(kind, name, version, licence):
    return {"SPDXID": identifier(kind, name), "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION"}


def file_entry(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    return {"SPDXID": identifier("File", name), "fileName": "./" + name,
            "checksums": [{"algorithm": algorithm.upper(),
                           "checksumValue": hashlib.new(algorithm, data).hexdigest()}
                          for algorithm in ("sha1", "sha256")],
            "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"}


def relation(first, kind, second):
    return {"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}


def bill(folder, version, commit, seconds):
    names = sorted(os.listdir(folder))
    files = [file_entry(folder, name) for name in names]
    used = [(library, [name for name in names if any(part in name for part in library[3])])
            for library in LIBRARIES]
    program = package("Package", "ponnuki", version, "MIT")
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", program["SPDXID"])]
    relations += [relation(entry["SPDXID"], "GENERATED_FROM", program["SPDXID"])
                  for entry in files]
    packages = [program]
    for (debian, name, licence, _), holders in used:
        if holders:
            packages.append(package("Library", name, version_of(debian), licence))
            relations += [relation(identifier("File", holder), "STATIC_LINK",
                                   packages[-1]["SPDXID"]) for holder in holders]
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT", "name": "ponnuki-" + version,
            "documentNamespace": "urn:ponnuki:%s:%s" % (version, commit),
            "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                             "creators": ["Tool: ponnuki-sbom"]},
            "packages": packages, "files": files, "relationships": relations}


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: sbom.py FOLDER VERSION COMMIT")
    json.dump(bill(*sys.argv[1:], int(os.environ["SOURCE_DATE_EPOCH"])), sys.stdout,
              indent=1)
    print()
