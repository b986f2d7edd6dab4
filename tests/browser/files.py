"""Small files as people upload them, good and bad."""

from __future__ import annotations

import io
import random

import numpy as np


def ring(groups: int = 3, size: int = 6) -> list[tuple[str, str]]:
    """Edges from every member of a group to every member of the next: only direction tells them apart."""
    return [
        (f"n{g}{i}", f"n{(g + 1) % groups}{j}")
        for g in range(groups)
        for i in range(size)
        for j in range(size)
    ]


def scattered(size: int = 240, degree: int = 3) -> list[tuple[str, str]]:
    """Few edges, most of them within three groups: two steps tell more than one."""
    draw = random.Random(5)
    return [
        (f"n{i % 3}{i}", f"n{j % 3}{j}")
        for i in range(size)
        for _ in range(degree)
        for j in [draw.randrange(size // 3) * 3 + (i % 3 if draw.random() < 0.85 else draw.randrange(3))]
    ]


def groups_csv(size: int = 240) -> bytes:
    """The groups of ``scattered``."""
    rows = "".join(f"n{i % 3}{i},{('red', 'green', 'blue')[i % 3]}\n" for i in range(size))
    return f"node,label\n{rows}".encode()


def given(name: str, content: bytes) -> dict:
    """A file as a browser takes it."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def edges_csv(edges) -> bytes:
    return ("source,target\n" + "".join(f"{a},{b}\n" for a, b in edges)).encode()


def nodes_csv(groups: int = 3, size: int = 6) -> bytes:
    rows = "".join(f"n{g}{i},{('red', 'green', 'blue')[g]}\n" for g in range(groups) for i in range(size))
    return f"node,label\n{rows}".encode()


TABLE = (
    "length,width,class\n"
    + "".join(f"{i % 7 + (i % 2) * 5},{i % 5 + 0.5},{'cat' if i % 2 else 'dog'}\n" for i in range(40))
).encode()

GAPS = (
    "length,colour,kind\n"
    + "".join(
        f"{i % 7 if i != 2 else ''},{('red', 'green', 'blue')[i % 3]},{'cat' if i % 2 else 'dog'}\n"
        for i in range(40)
    )
).encode()


def labels_txt(groups: int = 3, size: int = 6) -> bytes:
    return "".join(f"{'rgb'[g]}\n" * size for g in range(groups)).encode()


def matrix_npy(groups: int = 3, size: int = 6) -> bytes:
    """Each group looks at the next one; rows sum to 1."""
    group = np.repeat(np.arange(groups), size)
    K = 1.0 + 9.0 * (group[None, :] == (group[:, None] + 1) % groups)
    file = io.BytesIO()
    np.save(file, K / K.sum(axis=1, keepdims=True))
    return file.getvalue()


PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
)

# name: (file name, bytes, what the message must tell)
BROKEN = {
    "empty": ("nothing.csv", b"", "empty"),
    "an image": ("picture.csv", PNG, "text"),
    "two columns of a name": ("twins.csv", b"length,length,class\n1.5,2,cat\n2.5,3,dog\n", "Two columns"),
    "a ragged line": ("ragged.csv", b"source,target\na,b\nb,c,d,e\nc,a\n", "Line 3"),
}
