# SPDX-License-Identifier: MIT
"""Convolutions by fewer multiplications (winograd.h). In float32 they take less than half of
the time where a processor has AVX2 or AVX-512, and gain more where weights are rounded.

    library = winograd.load(folder of the built programs)  # None: not here
    network.convolve = winograd.Convolve(library, threads)
"""

import concurrent.futures
import ctypes
import pathlib
import typing

import torch

CHANNELS = 16  # numbers of channels are multiples of that
POINTS = (0.0, 1.0, -1.0, 2.0, -2.0)  # where polynomials are evaluated
SCALES = (1 / 4, -1 / 6, -1 / 6, 1 / 24, 1 / 24)
KERNELS = (3, 5)
SQUARES = 4  # size of weights that are those of squares (squares.py) of a 3x3 kernel
SQUARE = 6  # points of a side of a square
LANES = (16, 8)  # of vectors, the fastest first


class Shape(ctypes.Structure):
    """WinogradShape."""

    _fields_ = [(name, ctypes.c_int) for name in
                ("boards", "height", "width", "inputs", "outputs", "kernel", "square",
                 "lanes")]


class Gradients(ctypes.Structure):
    """WinogradGradients."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("dy", "dx", "dweights")]


def load(folder: pathlib.Path) -> typing.Optional[ctypes.CDLL]:
    """None: it has not been built, or the processor cannot run it."""
    try:
        library = ctypes.CDLL(str(folder.resolve() / "libwinograd.so"))
    except OSError:
        return None
    library.winograd_has.argtypes = [ctypes.c_int]
    library.winograd_has.restype = ctypes.c_bool
    library.winograd_forward.argtypes = [ctypes.POINTER(Shape)] + 3 * [ctypes.c_void_p]
    library.winograd_backward.argtypes = [
        ctypes.POINTER(Shape), ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Gradients)]
    library.winograd_forward.restype = library.winograd_backward.restype = ctypes.c_bool
    return library if lanes_of(library) else None


def lanes_of(library: ctypes.CDLL) -> list:
    """Numbers of the vectors that this processor has."""
    return [lanes for lanes in LANES if library.winograd_has(lanes)]


def transform(kernel: int) -> torch.Tensor:
    """Of the points of a kernel to those of a square: 36 x kernel * kernel."""
    rows = [[scale * point ** i for i in range(kernel)]
            for point, scale in zip(POINTS, SCALES)]
    side = torch.tensor(rows + [[0.0] * (kernel - 1) + [1.0]])
    return torch.kron(side, side)


class Function(torch.autograd.Function):
    """Of x and weights as those of conv2d, or of squares; keeps the size of the board."""

    @staticmethod
    def forward(ctx, x: torch.Tensor, weight: torch.Tensor,
                convolve: "Convolve") -> torch.Tensor:
        x = x.contiguous(memory_format=torch.channels_last)
        ctx.save_for_backward(x, weight)
        ctx.convolve = convolve
        return convolve.forward(x, weight)

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> tuple:
        x, weight = ctx.saved_tensors
        gradient = gradient.contiguous(memory_format=torch.channels_last)
        return (*ctx.convolve.backward(x, weight, gradient, ctx.needs_input_grad[0]), None)


class Convolve:
    """Computes convolutions in float32, whatever autocast says; several threads a part of
    the boards each."""

    def __init__(self, library: ctypes.CDLL, threads: int,
                 lanes: typing.Optional[int] = None):
        self.library, self.threads = library, threads
        self.lanes = lanes or lanes_of(library)[0]
        self.pool = concurrent.futures.ThreadPoolExecutor(threads)
        self.transforms = {kernel: transform(kernel) for kernel in KERNELS}
        self.transforms[SQUARES] = torch.eye(SQUARES * SQUARES)

    def fits(self, x: torch.Tensor, weight: torch.Tensor) -> bool:
        return (x.device.type == "cpu" and x.dtype == weight.dtype == torch.float32 and
                weight.shape[2] == weight.shape[3] and weight.shape[2] in self.transforms and
                weight.shape[0] % CHANNELS == weight.shape[1] % CHANNELS == 0)

    def __call__(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return Function.apply(x, weight, self)

    def _parts(self, boards: int) -> list:
        """Where the boards of each thread begin and end."""
        count = min(self.threads, boards)
        bounds = [boards * i // count for i in range(count + 1)]
        return list(zip(bounds, bounds[1:]))

    def _transformed(self, weight: torch.Tensor, turned: bool) -> torch.Tensor:
        """Points x inputs x outputs, or turned points x outputs x inputs."""
        points = weight.permute(2, 3, 0, 1) if turned else weight.permute(2, 3, 1, 0)
        return self.transforms[weight.shape[2]] @ points.flatten(2).flatten(0, 1)

    def _run(self, function: typing.Callable, shape: Shape, parts: list) -> None:
        """Each of the parts is the boards and what else the function wants."""
        def call(boards: int, *tensors: typing.Optional[torch.Tensor]) -> bool:
            part = Shape(boards, *(getattr(shape, name) for name, _ in Shape._fields_[1:]))
            return function(ctypes.byref(part), *(
                None if tensor is None else tensor.data_ptr() for tensor in tensors))

        done = (self.pool.map(lambda part: call(*part), parts) if len(parts) > 1 else
                [call(*part) for part in parts])
        if not all(done):
            raise MemoryError("there is no memory for a convolution")

    def _backward(self, shape: typing.Any, x: int, turned: int,
                  *gradients: typing.Optional[int]) -> bool:
        return self.library.winograd_backward(shape, x, turned,
                                              ctypes.byref(Gradients(*gradients)))

    def _shape(self, x: torch.Tensor, weight: torch.Tensor) -> Shape:
        size = weight.shape[2]
        kernel, square = (KERNELS[0], SQUARES) if size == SQUARES else (size, SQUARE)
        return Shape(len(x), *x.shape[2:], weight.shape[1], weight.shape[0], kernel, square,
                     self.lanes)

    def forward(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        y = torch.empty((len(x), len(weight), *x.shape[2:]),
                        memory_format=torch.channels_last)
        kernels = self._transformed(weight, turned=False)
        self._run(self.library.winograd_forward, self._shape(x, weight),
                  [(end - begin, x[begin:end], kernels, y[begin:end])
                   for begin, end in self._parts(len(x))])
        return y

    def backward(self, x: torch.Tensor, weight: torch.Tensor, dy: torch.Tensor,
                 wanted: bool) -> tuple:
        """The gradients of x, or None where it is not wanted, and of the weights."""
        dx = torch.empty_like(x) if wanted else None
        turned = self._transformed(weight, turned=True)
        parts, kernel = self._parts(len(x)), weight.shape[2]
        sums = torch.zeros((len(parts), len(self.transforms[kernel]),
                            weight.shape[1] * weight.shape[0]))
        self._run(self._backward, self._shape(x, weight),
                  [(end - begin, x[begin:end], turned, dy[begin:end],
                    None if dx is None else dx[begin:end], own)
                   for own, (begin, end) in zip(sums, parts)])
        points = self.transforms[kernel].T @ sums.sum(dim=0)
        return dx, points.view(kernel, kernel, *weight.shape[1::-1]).permute(3, 2, 0, 1)
