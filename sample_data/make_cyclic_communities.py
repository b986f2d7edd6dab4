"""Write cyclic_communities: three classes that point round in a ring, as edges and a table of nodes.

Run from anywhere: ``python sample_data/make_cyclic_communities.py [FOLDER]``.
The bytes are the same every time.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

SIZE, WITHIN, TURN, SEED = 100, 0.06, 0.06, 2024
CLASSES = "ABC"


def edge_probability() -> np.ndarray:
    """(3, 3): WITHIN inside a class, WITHIN + TURN to the next class round, WITHIN - TURN back."""
    source, target = np.indices((3, 3))
    return WITHIN + TURN * np.select(
        [(target - source) % 3 == 1, (source - target) % 3 == 1], [1.0, -1.0], 0.0
    )


def main(folder: Path) -> None:
    """Write both files into a folder."""
    names = [f"{label}{i:03d}" for label in CLASSES for i in range(SIZE)]
    probability = np.kron(edge_probability(), np.ones((SIZE, SIZE)))
    np.fill_diagonal(probability, 0.0)
    edges = np.argwhere(np.random.default_rng(SEED).random(probability.shape) < probability)
    write(
        folder / "cyclic_communities_edges.csv",
        ["source,target", *(f"{names[i]},{names[j]}" for i, j in edges)],
    )
    write(folder / "cyclic_communities_nodes.csv", ["node,label", *(f"{name},{name[0]}" for name in names)])


def write(path: Path, lines: list[str]) -> None:
    """Lines as UTF-8 with plain newlines on every system."""
    path.write_bytes(("\n".join(lines) + "\n").encode())
    print(f"{path.name}: {len(lines) - 1:,} rows")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
