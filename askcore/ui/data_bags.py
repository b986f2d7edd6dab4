"""What the Data page shows of bags of vectors.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import BagData, grey_images, sample_images
from askcore.ui import upload, words
from askcore.ui.data_panels import labels
from askcore.ui.dataset import UPLOAD, Active
from askcore.ui.theme import look, show

__all__ = ["bag_panels"]

DRAWN = 10
IMAGE_SIZE = 112  # pixels on the page


def bag_panels(current: Active) -> None:
    """Figures, some of the bags, their labels."""
    bags = current.data
    assert isinstance(bags, BagData)
    row = st.container(horizontal=True)
    row.metric("Bags", f"{bags.n_samples:,}", border=True)
    few, many = int(bags.sizes.min()), int(bags.sizes.max())
    row.metric(
        "Vectors a bag",
        f"{few:,}" if few == many else f"{few:,} to {many:,}",
        border=True,
        help=f"{bags.n_vectors:,} in all.",
    )
    row.metric("Features", f"{bags.n_features:,}", border=True, help="Numbers in each vector.")
    row.metric("Classes", f"{len(bags.classes):,}", border=True)
    chosen = _some(bags)
    if bags.feature_names[0] == "dct_0_0":
        _images(current, bags, chosen)
    else:
        _clouds(bags, chosen)
    if bags.labels is not None:
        labels(current)


def _images(current: Active, bags: BagData, chosen: list[int]) -> None:
    """The pictures themselves, from the archive that they came in."""
    st.subheader("Some of the images")
    source: Any = sample_images(current.name)
    given = upload.pending()
    if current.name == UPLOAD and given is not None:
        source = given.document
    if source is not None:
        row = st.container(horizontal=True)
        pictures = grey_images(source, [(bags.bag_ids or [])[i] for i in chosen])
        for i, picture in zip(chosen, pictures, strict=True):
            row.image(picture.clip(0, 255).astype(np.uint8), caption=_title(bags, i), width=IMAGE_SIZE)
    st.caption(
        "One image of each class after the other. What is computed with is each image as a bag: its 8 × 8 patches, "
        "each as 64 cosine coefficients, without their places."
    )


def _clouds(bags: BagData, chosen: list[int]) -> None:
    st.subheader("Some of the bags")
    pixels = bags.feature_names == ["row", "column"]
    across, up = (1, 0) if pixels else (0, min(1, bags.n_features - 1))
    figure = figures.bag_clouds(
        [bags.bags[i] for i in chosen],
        [_title(bags, i) for i in chosen],
        columns=(across, up),
        names=[bags.feature_names[across], bags.feature_names[up]],
        down=pixels,
        theme=look(),
    )
    show(figure, key="clouds", alt="Some of the bags, each as a cloud of points")
    more = f" Two of {bags.n_features:,} features." if bags.n_features > 2 else ""
    st.caption(
        "Each frame is a bag, each point one of its vectors, larger where several fall together. "
        f"To the right: {words.plain(bags.feature_names[across])}; {'down' if pixels else 'up'}: "
        f"{words.plain(bags.feature_names[up])}.{more}"
    )


def _some(bags: BagData) -> list[int]:
    """The first bag of each class, then the second of each, up to ten; without labels the first ten."""
    if bags.labels is None:
        return list(range(min(DRAWN, bags.n_samples)))
    members = [np.flatnonzero(bags.labels == name) for name in bags.classes]
    rounds = [int(m[k]) for k in range(max(map(len, members))) for m in members if k < len(m)]
    most = max(DRAWN - DRAWN % max(len(members), 1), min(DRAWN, len(members)))
    return rounds[:most]


def _title(bags: BagData, i: int) -> str:
    return words.plain(bags.labels[i]) if bags.labels is not None else words.plain((bags.bag_ids or [])[i])
