"""Write pictures/NAME-light.svg and -dark.svg: a small picture of each sample, drawn from its data, for its card.

Run from anywhere: ``python sample_data/make_pictures.py [FOLDER]``. The files are the same every time.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from askcore import figures
from askcore.datasets import list_samples, load_sample
from askcore.datasets.samples import sample_images
from askcore.figures import Theme
from askcore.figures import edge_flip as svg
from askcore.figures.graphs import as_edges
from askcore.figures.parts.classes import Classes
from askcore.figures.parts.colours import PALETTES, blend, class_style
from askcore.figures.sketches import dots, frame, links_sketch, points_sketch

FEW = 60  # nodes up to which arrows are drawn, and rows up to which a matrix stays in its order
COLUMNS = {"iris": (2, 3), "swiss_roll": (0, 2)}  # of a table, where they are not the first two
THEMES: tuple[Theme, ...] = ("light", "dark")
WIDTH, HEIGHT, PAD = 240, 112, 6
LEVELS = 6
MOST_POINTS, MOST_LINKS, MOST_CELLS = 600, 1_500, 40


def picture(name: str, theme: Theme) -> str:
    """The SVG of a sample."""
    data = load_sample(name)
    if data.kind == "graph":
        if data.n_nodes > FEW:
            size = WIDTH, HEIGHT
            return links_sketch(
                data.adjacency, data.labels, size=size, pad=PAD, dot=1.6, most=MOST_LINKS, theme=theme
            )
        return _arrows(data.adjacency, figures.layout(data.adjacency), data.labels, theme=theme)
    if data.kind == "table":
        return _points(data.X[:, COLUMNS.get(name, (0, 1))], data.labels, theme=theme)
    if data.kind == "matrix":
        order = np.argsort(data.labels, kind="stable") if data.n_rows > FEW else np.arange(data.n_rows)
        return _matrix(data.matrix[np.ix_(order, order)], theme=theme)
    if sample_images(name) is not None:
        return _images(first_images(name, data), theme=theme)
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
    return _points(np.concatenate(bags), classes, panels=panels, theme=theme)


def _points(
    points: ArrayLike,
    labels: Sequence[Any] | np.ndarray | None = None,
    *,
    panels: Sequence[int] | None = None,
    theme: Theme = "light",
) -> str:
    """(n, 2) points in the colours of their classes, an even choice of them where there are many."""
    xy = np.asarray(points, dtype=float)
    placed = _in_panels(xy, np.zeros(len(xy), int) if panels is None else np.asarray(panels))
    dot = 4.5 if len(xy) <= 200 else 3.2
    return points_sketch(placed, labels, size=(WIDTH, HEIGHT), dot=dot, most=MOST_POINTS, theme=theme)


def _arrows(
    adjacency: Any, positions: ArrayLike, labels: Sequence[Any] | np.ndarray, *, theme: Theme = "light"
) -> str:
    """A small graph: its nodes in the colours of their classes, and its arrows."""
    edges, radius = as_edges(adjacency), 6.0
    where = svg.fitted(np.asarray(positions, dtype=float), (WIDTH, HEIGHT), pad=10)
    grouped = Classes.from_labels(labels, len(where))
    styles, quiet = class_style(grouped.names, theme), PALETTES[theme].muted
    ends = zip(where[edges.row], where[edges.col], strict=True)
    drawn = [svg.arrow(a, (a + b) / 2, b, gap=radius + 1, head=6) for a, b in ends]
    lines, heads = ("".join(paths) for paths in zip(*drawn, strict=True))
    return _svg(
        [
            f'<path d="{lines}" stroke="{quiet}" stroke-width="1.2" fill="none"/>',
            f'<path d="{heads}" fill="{quiet}"/>',
            *(dots(where[own], styles[name].colour, 2 * radius) for name, own in grouped.groups()),
        ]
    )


def _matrix(matrix: ArrayLike, *, theme: Theme = "light") -> str:
    """A matrix as shades, blocks of it where it is large."""
    K = np.asarray(matrix, dtype=float)
    rows, columns = (np.linspace(0, n, min(n, MOST_CELLS) + 1).astype(int)[:-1] for n in K.shape)
    sums = np.add.reduceat(np.add.reduceat(K, rows, axis=0), columns, axis=1)
    sizes = np.outer(*(np.diff([*starts, n]) for starts, n in zip((rows, columns), K.shape, strict=True)))
    side = HEIGHT - 2 * PAD
    left = (WIDTH - side) / 2
    return _svg([frame(left, PAD, side, theme), *_shades(sums / sizes, left, side, theme)])


def _images(images: Sequence[np.ndarray], *, theme: Theme = "light") -> str:
    """Grey images in a row."""
    gap, n = 6, len(images)
    side = min((WIDTH - 2 * PAD - gap * (n - 1)) / n, HEIGHT - 2 * PAD)
    first = (WIDTH - n * side - gap * (n - 1)) / 2
    parts = []
    for k, image in enumerate(images):
        parts += _shades(np.asarray(image)[:20, :20], first + k * (side + gap), side, theme)
    return _svg(parts)


def _in_panels(xy: np.ndarray, of: np.ndarray) -> np.ndarray:
    """Points placed in their panels, all on one scale."""
    count = int(of.max(initial=0)) + 1
    if count == 1:
        return svg.fitted(xy, (WIDTH, HEIGHT), PAD)
    across = min(count, 5)
    down = -(-count // across)
    low, high = xy.min(axis=0), xy.max(axis=0)
    wide, tall = (WIDTH - 2 * PAD) / across, (HEIGHT - 2 * PAD) / down
    scale = 0.8 * min(wide / (high - low)[0], tall / (high - low)[1])
    middle = np.column_stack([PAD + wide * (of % across + 0.5), PAD + tall * (of // across + 0.5)])
    return middle + (xy - (low + high) / 2) * [scale, -scale]


def _shades(cells: np.ndarray, left: float, side: float, theme: Theme) -> list[str]:
    """A square of shaded cells, halfway up the picture; the palest are left out."""
    top = (HEIGHT - side) / 2
    low, high = float(cells.min()), float(cells.max())
    levels = np.minimum(((cells - low) / (high - low or 1.0) * LEVELS).astype(int), LEVELS - 1)
    wide, tall = side / cells.shape[1], side / cells.shape[0]
    palette, paths = PALETTES[theme], []
    for level in range(1, LEVELS):
        at = np.argwhere(levels == level)
        if len(at):
            xy = np.column_stack([left + at[:, 1] * wide, top + (at[:, 0] + 0.5) * tall])
            colour = blend(palette.primary, palette.background, level / (LEVELS - 1))
            steps = "".join(f"M{svg.pair(one)}h{wide:.4g}" for one in xy)
            paths.append(f'<path d="{steps}" stroke="{colour}" stroke-width="{tall:.4g}"/>')
    return paths


def _svg(parts: Iterable[str]) -> str:
    return svg.picture(parts, (WIDTH, HEIGHT))


def main(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in list_samples():
        for theme in THEMES:
            (folder / f"{name}-{theme}.svg").write_text(picture(name, theme), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent / "pictures")
