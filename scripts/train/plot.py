#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the losses and the accuracy of a training.

usage: plot.py LOG... [--out PNG]

LOG is the log.jsonl that train.py writes; several are drawn into the same axes, each as
its own lines. The picture is plot.png beside the first of them unless --out says else.
Needs matplotlib.
"""

import json
import pathlib
import typing

from options import Parser

# The panels by title.
LOSSES = "loss of the policy"
PANELS = (LOSSES, "moves predicted (top 1), held-out games",
          "winner predicted, held-out games")


def read_log(path: pathlib.Path) -> list:
    """The entries; a line that an interruption cut off is left out."""
    entries = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entries.append(json.loads(line))
        except ValueError:
            continue
    return entries


def curves(entries: typing.Iterable[dict]) -> dict:
    """For each panel the lines by name, as lists of (positions, figure)."""
    panels: dict = {title: {} for title in PANELS}

    def add(panel: str, name: str, entry: dict, figure: typing.Optional[float]) -> None:
        if figure is not None:
            panels[panel].setdefault(name, []).append((entry["positions"], figure))

    for entry in entries:
        if entry["kind"] == "train":
            for key, figure in entry.items():
                if key.startswith("policy"):
                    add(LOSSES, f"{key[6:]}x{key[6:]}", entry, figure)
        elif entry["kind"] == "validation":
            for group, figures in entry["groups"].items():
                add(PANELS[1], group, entry, figures["top1"])
                add(PANELS[2], group, entry, figures["value"])
    return panels


def draw(logs: list, out: pathlib.Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(len(PANELS), 1, figsize=(9, 13), sharex=True)
    for path in logs:
        panels = curves(read_log(path))
        for axis, title in zip(axes, PANELS):
            axis.set_prop_cycle(color=pyplot.get_cmap("tab20").colors)
            for name, points in sorted(panels[title].items()):
                label = f"{path.parent.name}: {name}" if len(logs) > 1 else name
                axis.plot(*zip(*points), label=label, linewidth=1)
            axis.set_title(title)
            axis.grid(alpha=0.3)
    for axis in axes:
        if axis.get_lines():
            axis.legend(fontsize=7)
    axes[-1].set_xlabel("positions")
    figure.tight_layout()
    figure.savefig(out, dpi=90)
    pyplot.close(figure)


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("logs", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    draw(options.logs, options.out or options.logs[0].parent / "plot.png")


if __name__ == "__main__":
    main()
