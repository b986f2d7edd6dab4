"""Write pictures/NAME-light.svg and -dark.svg: a small picture of each sample, drawn from its data, for its card.

Run from anywhere: ``python sample_data/make_pictures.py [FOLDER]``. The files are the same every time.
"""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from askcore.figures.svg.thumbnails import (
    arrows_thumbnail,
    images_thumbnail,
    links_thumbnail,
    matrix_thumbnail,
    points_thumbnail,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from askcore import figures
from askcore.datasets import list_samples, load_sample
from askcore.datasets.samples import sample_images
from askcore.figures import Theme

FEW = 60  # nodes up to which arrows are drawn, and rows up to which a matrix stays in its order
COLUMNS = {"iris": (2, 3), "swiss_roll": (0, 2)}  # of a table, where they are not the first two
THEMES: tuple[Theme, ...] = ("light", "dark")


def picture(name: str, theme: Theme) -> str:
    """The SVG of a sample."""
    data = load_sample(name)
    if data.kind == "graph":
        if data.n_nodes > FEW:
            return links_thumbnail(data.adjacency, data.labels, theme=theme)
        return arrows_thumbnail(data.adjacency, figures.layout(data.adjacency), data.labels, theme=theme)
    if data.kind == "table":
        return points_thumbnail(data.X[:, COLUMNS.get(name, (0, 1))], data.labels, theme=theme)
    if data.kind == "matrix":
        order = np.argsort(data.labels, kind="stable") if data.n_rows > FEW else np.arange(data.n_rows)
        return matrix_thumbnail(data.matrix[np.ix_(order, order)], theme=theme)
    if sample_images(name) is not None:
        return images_thumbnail(first_images(name, data), theme=theme)
    return strokes(data, theme)


def first_of_each(data: Any) -> list[int]:
    """The place of the first sample of each class."""
    return [int(np.flatnonzero(data.labels == one)[0]) for one in data.classes]


def first_images(name: str, data: Any) -> list[np.ndarray]:
    """The first image of each class, as grey levels."""
    path = sample_images(name)
    assert path is not None
    with zipfile.ZipFile(path) as archive:
        files = sorted(one for one in archive.namelist() if one.endswith(".png"))
        first = [next(one for one in files if one.split("/")[-2] == str(label)) for label in data.classes]
        return [np.asarray(Image.open(io.BytesIO(archive.read(one))), dtype=float) for one in first]


def strokes(data: Any, theme: Theme) -> str:
    """The first bag of each class, a panel each; rows of an image grow downwards."""
    bags = [np.unique(data.bags[i], axis=0)[:, ::-1] * [1, -1] for i in first_of_each(data)]
    panels = np.repeat(np.arange(len(bags)), [len(bag) for bag in bags])
    classes = np.repeat(np.asarray(data.classes), [len(bag) for bag in bags])
    return points_thumbnail(np.concatenate(bags), classes, panels=panels, theme=theme)


def main(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in list_samples():
        for theme in THEMES:
            (folder / f"{name}-{theme}.svg").write_text(picture(name, theme), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent / "pictures")
