# SPDX-License-Identifier: MIT
"""Reads the stream of training samples that the program `samples` writes."""

import dataclasses
import queue
import subprocess
import threading
import typing

import numpy
import torch

from network import model

HEAD_BYTES = 16
MAGIC = b"PNKS"
BLOCKS_MAGIC = b"PNKBLOCK"  # block_file.h
POLICY_MOVES = 64  # OPINION_MOVES_MAX of game_record.h
OPINION_UNIT = 10000
OPINION_POINT = 16  # parts of a point
SCORE_PARTS = OPINION_POINT * model.SCORE_UNIT
# What is known of a sample. `sibling`: only the last moves of it and of the one before
# differ.
FLAGS = {"outcome": 1, "score": 2, "owner": 4, "optimistic": 8, "errors": 16, "sibling": 32}


@dataclasses.dataclass
class Batch:
    """Samples of one board size, see scripts/train/sample.h."""

    size: int
    planes: numpy.ndarray  # uint8, N x 32 x size x size, 0 or 1
    numbers: numpy.ndarray  # float32, N x 4, scaled
    move: numpy.ndarray  # int64, what was played or is likeliest; size * size passes
    policy: numpy.ndarray  # float32, N x (size * size + 1), sums to 1
    optimistic: numpy.ndarray  # the same for the optimistic policy; or all 0
    listed: numpy.ndarray  # float32, N x 2: what both summed to, without other moves
    outcome: numpy.ndarray  # float32: 1 won, 0.5 draw, 0 lost, or a chance to win
    score: numpy.ndarray  # float32, in units of model.SCORE_UNIT
    win_error: numpy.ndarray  # float32: short-term error of the chance to win
    score_error: numpy.ndarray  # float32: and of the score, in units of model.SCORE_UNIT
    owner: numpy.ndarray  # float32, N x size * size: 1 the player's, 0 the other's
    turn: numpy.ndarray  # int64
    known: dict  # each of FLAGS: bool, N

    def __len__(self) -> int:
        return len(self.move)

    def split(self, count: int) -> list:
        """Parts of about the same size, so many if there are enough positions."""
        count = min(count, len(self))
        bounds = [len(self) * i // count for i in range(count + 1)]
        return [self._part(*pair) for pair in zip(bounds, bounds[1:])]

    def _part(self, begin: int, end: int) -> "Batch":
        arrays = {field.name: getattr(self, field.name)[begin:end]
                  for field in dataclasses.fields(self)
                  if field.name not in ("size", "known")}
        known = {name: flags[begin:end] for name, flags in self.known.items()}
        return Batch(size=self.size, known=known, **arrays)

    def tensor(self, name: str) -> torch.Tensor:
        return torch.from_numpy(getattr(self, name))


def sample_type(size: int) -> numpy.dtype:
    """The layout of a packed sample."""
    area = size * size
    move = numpy.dtype([("point", "<u2"), ("chance", "<u2"), ("optimistic", "<u2")])
    return numpy.dtype([
        ("globals", "<i2", (model.GLOBALS,)), ("score", "<i2"), ("outcome", "<i2"),
        ("win_error", "<u2"), ("score_error", "<u2"), ("turn", "<u2"), ("flags", "u1"),
        ("count", "u1"), ("rank", "i1"),
        ("moves", move, (POLICY_MOVES,)), ("owner", "i1", (area,)),
        ("planes", "u1", ((model.PLANES * area + 7) // 8,))])


def unpack_policy(moves: numpy.ndarray, name: str,
                  area: int) -> typing.Tuple[numpy.ndarray, numpy.ndarray]:
    """Chances of all points, and of a pass, that sum to 1, or are 0 if none is known; and
    what they summed to."""
    policy = numpy.zeros((len(moves), area + 1), dtype=numpy.float32)
    rows = numpy.arange(len(moves))[:, None]
    # Places behind the last move are zero, so they add nothing to point 0.
    numpy.add.at(policy, (rows, moves["point"]), moves[name])
    whole = policy.sum(axis=1)
    return policy / numpy.maximum(whole, 1)[:, None], whole / OPINION_UNIT


def unpack(data: bytes, size: int) -> Batch:
    """Makes a batch of packed samples."""
    packed = numpy.frombuffer(data, dtype=sample_type(size))
    count, planes, area = len(packed), model.PLANES, size * size
    bits = numpy.unpackbits(packed["planes"], axis=1, bitorder="little",
                            count=planes * area)
    numbers = packed["globals"].astype(numpy.float32)
    numbers[:, 0] /= model.KOMI_UNIT
    policy, listed = unpack_policy(packed["moves"], "chance", area)
    optimistic, optimistic_listed = unpack_policy(packed["moves"], "optimistic", area)
    return Batch(
        size=size,
        planes=bits.reshape(count, planes, size, size),
        numbers=numbers,
        move=packed["moves"]["point"][:, 0].astype(numpy.int64),
        policy=policy,
        optimistic=optimistic,
        listed=numpy.stack([listed, optimistic_listed], axis=1),
        outcome=(packed["outcome"].astype(numpy.float32) / OPINION_UNIT + 1) / 2,
        score=packed["score"].astype(numpy.float32) / SCORE_PARTS,
        win_error=packed["win_error"].astype(numpy.float32) / OPINION_UNIT,
        score_error=packed["score_error"].astype(numpy.float32) / SCORE_PARTS,
        owner=(packed["owner"].astype(numpy.float32) / 100 + 1) / 2,
        turn=packed["turn"].astype(numpy.int64),
        known={name: packed["flags"] & flag != 0 for name, flag in FLAGS.items()})


def packed(planes: numpy.ndarray, numbers: numpy.ndarray) -> bytes:
    """A batch of the stream, whose samples have nothing but what a network sees: N x 32 x
    size x size of 0 and 1, and N x 4 scaled numbers."""
    count, _, size, _ = planes.shape
    samples = numpy.zeros(count, sample_type(size))
    samples["planes"] = numpy.packbits(planes.reshape(count, -1), axis=1, bitorder="little")
    scaled = numbers.copy()
    scaled[:, 0] *= model.KOMI_UNIT
    samples["globals"] = numpy.rint(scaled)
    head = numpy.array([size, count, samples.itemsize, model.PLANES], "<u2").tobytes()
    return (MAGIC + head).ljust(HEAD_BYTES, b"\0") + samples.tobytes()


def read_batch(stream: typing.BinaryIO) -> typing.Optional[Batch]:
    """The next batch, or None at the end. Errors: ValueError if it is none of ours."""
    head = stream.read(HEAD_BYTES)
    if not head:
        return None
    if len(head) < HEAD_BYTES or head[:4] != MAGIC:
        raise ValueError("this is not a stream of training samples")
    size, count, length, planes = numpy.frombuffer(head[4:12], dtype="<u2").tolist()
    if length != sample_type(size).itemsize or planes != model.PLANES:
        raise ValueError("the samples have another format; build `samples` again")
    data = stream.read(count * length)
    if len(data) < count * length:
        raise ValueError("the stream of samples ends within a batch")
    return unpack(data, size)


def games_of(files: typing.Iterable) -> list:
    """Options of `samples` that name those of the files in which labels may find their
    games."""
    words = []
    for path in files:
        with open(path, "rb") as file:
            if file.read(len(BLOCKS_MAGIC)) == BLOCKS_MAGIC:
                words += ["--games", str(path)]
    return words


class Reader:
    """Runs `samples`, several of them if there are several commands, and reads their
    batches ahead, in threads."""

    def __init__(self, *commands: list, ahead: int = 16,
                 read: typing.Callable = read_batch):
        self.read_batch = read
        self.queue: queue.Queue = queue.Queue(ahead)
        self.closing = False
        # Process groups of their own keep the interrupt key away from them.
        self.processes = [subprocess.Popen(command, stdout=subprocess.PIPE,
                                           process_group=0)
                          for command in commands]
        self.threads = [
            threading.Thread(target=self._read, args=(process,), daemon=True)
            for process in self.processes]
        for thread in self.threads:
            thread.start()

    def _read(self, process: subprocess.Popen) -> None:
        item: typing.Any = None
        try:
            while not self.closing and (item := self.read_batch(process.stdout)):
                self.queue.put(item)
            if not self.closing and process.wait() != 0:
                item = ValueError("`samples` failed")
        except (ValueError, OSError) as error:
            item = error
        self.queue.put(item)

    def __iter__(self) -> typing.Iterator[Batch]:
        running = len(self.processes)
        while running > 0:
            item = self.queue.get()
            if isinstance(item, Exception):
                raise item
            if item is None:
                running -= 1
            else:
                yield item

    def close(self) -> None:
        """Ends the programs."""
        self.closing = True
        for process in self.processes:
            process.terminate()
            process.wait()
        while any(thread.is_alive() for thread in self.threads):
            try:  # they may wait for room in the queue
                self.queue.get(timeout=0.05)
            except queue.Empty:
                pass
