# SPDX-License-Identifier: MIT
"""What heads read, as the program computes it (trunk_features.c).

The program rounds to integers. Heads that learn from what PyTorch computes without that
do worse in the program, and to imitate it takes longer.
"""

import concurrent.futures
import pathlib
import subprocess
import typing

import numpy
import torch

from network import batches
from network import model
from network import net_file

HEAD_BYTES = 16
MAGIC = b"PNKT"


def read_features(stream: typing.BinaryIO) -> typing.Optional[numpy.ndarray]:
    """A batch: `move`, `rank`, `turn`, and `features` of points x channels. None at the
    end. Errors: ValueError."""
    head = stream.read(HEAD_BYTES)
    if not head:
        return None
    if len(head) < HEAD_BYTES or head[:4] != MAGIC:
        raise ValueError("this is not what trunk_features writes: build it again")
    size, count, channels = numpy.frombuffer(head[4:10], "<u2").tolist()
    part = numpy.dtype([("move", "<u2"), ("rank", "i1"), ("", "u1"), ("turn", "<u2"),
                        ("features", "u1", (size * size, channels))])
    data = stream.read(count * part.itemsize)
    if len(data) < count * part.itemsize:
        raise ValueError("trunk_features has ended within a batch")
    return numpy.frombuffer(data, part)


class ProgramTrunk:
    """Planes and globals, as model.Network gets them, to what its heads read. Each thread
    asks a program of its own about a part of the positions. On a processor only."""

    def __init__(self, program: pathlib.Path, network: model.Network, path: pathlib.Path,
                 threads: int):
        """`program` is trunk_features; `path` is where the network is written for it.
        Errors: ValueError if it cannot be written, OSError."""
        path.write_bytes(net_file.network_file(network))
        self.step = net_file.step_of(network.act)
        self.programs = [
            subprocess.Popen([program, "--net", path], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, process_group=0)
            for _ in range(threads)]
        # While one thread writes to a program, another has to read what it answers.
        self.pool = concurrent.futures.ThreadPoolExecutor(2 * threads)

    def close(self) -> None:
        for program in self.programs:
            program.terminate()
            program.communicate()
        self.pool.shutdown()

    def __call__(self, planes: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        seen = planes.detach().to(torch.uint8).contiguous().numpy()
        told = numbers.detach().float().numpy()
        bounds = numpy.linspace(0, len(seen), len(self.programs) + 1).astype(int)
        parts = [(program, begin, end) for program, begin, end in
                 zip(self.programs, bounds, bounds[1:]) if end > begin]
        written = [self.pool.submit(self._write, program.stdin,
                                    batches.packed(seen[begin:end], told[begin:end]))
                   for program, begin, end in parts]
        answers = [self.pool.submit(self._read, program.stdout) for program, *_ in parts]
        concurrent.futures.wait(written)
        found = torch.from_numpy(numpy.concatenate([each.result() for each in answers]))
        size = seen.shape[2]
        return found.float().mul_(self.step).unflatten(1, (size, size)).permute(0, 3, 1, 2)

    @staticmethod
    def _write(stream: typing.BinaryIO, data: bytes) -> None:
        stream.write(data)
        stream.flush()

    @staticmethod
    def _read(stream: typing.BinaryIO) -> numpy.ndarray:
        """N x points x channels. Errors: ValueError if the program has ended."""
        batch = read_features(stream)
        if batch is None:
            raise ValueError("trunk_features has ended: build it again")
        return batch["features"]
