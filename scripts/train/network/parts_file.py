# SPDX-License-Identifier: MIT
"""An object of PyTorch's in files of limited size, replaced at one blow.

    parts_file.save(folder, "state", {"weights": ...})
    found = parts_file.load(folder, "state")

The data are cut into parts, which are written under new names. Then a small file that
names them takes the place of the one before, and the old parts are removed. Whoever reads
finds the old object or the new one, wherever the writer was stopped.
"""

import hashlib
import io
import json
import os
import pathlib
import typing

import torch

PART_BYTES = 15 << 20  # of a part, at most


def index_of(folder: pathlib.Path, name: str) -> pathlib.Path:
    """The file that names the parts."""
    return folder / f"{name}.json"


def write_whole(path: pathlib.Path, data: bytes) -> None:
    """Puts a file in the place of another one, complete."""
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def packed(content: typing.Any) -> bytes:
    buffer = io.BytesIO()
    torch.save(content, buffer)
    return buffer.getvalue()


def read_index(folder: pathlib.Path, name: str) -> dict:
    try:
        return json.loads(index_of(folder, name).read_text(encoding="ascii"))
    except FileNotFoundError:
        return {"number": 0, "parts": []}


def save(folder: pathlib.Path, name: str, content: typing.Any) -> None:
    """Replaces an object. Errors: OSError, ValueError."""
    data, old = packed(content), read_index(folder, name)
    number, parts = old["number"] + 1, []
    for place, begin in enumerate(range(0, len(data), PART_BYTES)):
        part = f"{name}-{number}-{place}"
        write_whole(folder / part, data[begin:begin + PART_BYTES])
        parts.append(part)
    index = {"number": number, "parts": parts, "sha256": hashlib.sha256(data).hexdigest()}
    write_whole(index_of(folder, name), json.dumps(index).encode("ascii"))
    for path in folder.glob(f"{name}-*"):  # also those of a writer that was stopped
        if path.name not in parts:
            path.unlink()


def load(folder: pathlib.Path, name: str) -> typing.Any:
    """An object that was saved, on the processor; None if there is none. Errors: OSError,
    ValueError."""
    index = read_index(folder, name)
    if not index["parts"]:
        return None
    data = b"".join((folder / part).read_bytes() for part in index["parts"])
    if hashlib.sha256(data).hexdigest() != index["sha256"]:
        raise ValueError(f"{index_of(folder, name)}: its parts are damaged")
    return torch.load(io.BytesIO(data), map_location="cpu")
