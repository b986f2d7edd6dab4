"""Write textures.zip: grey images whose 8 x 8 blocks are drawn from Gaussians that are known.

Each block's 64 cosine coefficients are independent normal numbers; their standard deviations are those of the class
times the contrast of the image. So the distribution that every image is a sample of is known, and with it
every divergence between two images (``distributions``). Rounding to whole grey levels adds 1/12 to each variance.

Run from anywhere: ``python sample_data/make_textures.py [FOLDER]``. The pixels are the same every time.
"""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.fft import idctn

CLASSES = ("coarse", "fine", "horizontal", "vertical")
PER_CLASS, BLOCKS, PATCH, SEED = 12, 9, 8, 2023
MEAN = 8.0 * 128.0  # of the first coefficient: grey level 128
ROUNDING = 1.0 / 12.0


def spread(label: str) -> np.ndarray:
    """(8, 8) standard deviations of the coefficients at contrast 1: a common part, and one of the class."""
    i, j = np.indices((PATCH, PATCH))
    pattern = {
        "coarse": np.exp(-(i + j) / 3.0),
        "fine": np.exp(-(14 - i - j) / 5.0),
        "horizontal": np.exp(-j / 1.5) * np.exp(-i / 4.0),
        "vertical": np.exp(-i / 1.5) * np.exp(-j / 4.0),
    }[label]
    return 14.0 * np.exp(-(i + j) / 4.0) + 2.0 + 12.0 * pattern


def distributions() -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Means (n, 64) and variances (n, 64) of the coefficients of every image, rounding included, and labels."""
    labels = [label for label in CLASSES for _ in range(PER_CLASS)]
    deviations = np.array([spread(label).ravel() for label in labels])
    variances = np.square(contrasts()[:, None] * deviations) + ROUNDING
    means = np.zeros_like(variances)
    means[:, 0] = MEAN
    return means, variances, labels


def contrasts() -> np.ndarray:
    """(n,) one per image, 0.6 to 1.6, equally likely per octave."""
    return np.exp(np.random.default_rng(SEED).uniform(np.log(0.6), np.log(1.6), len(CLASSES) * PER_CLASS))


def images() -> list[np.ndarray]:
    """(72, 72) grey levels of each image."""
    rng = np.random.default_rng(SEED + 1)
    means, variances, _ = distributions()
    made = []
    for mean, variance in zip(means, variances - ROUNDING, strict=True):
        drawn = mean + np.sqrt(variance) * rng.standard_normal((BLOCKS, BLOCKS, PATCH * PATCH))
        blocks = idctn(drawn.reshape(BLOCKS, BLOCKS, PATCH, PATCH), type=2, norm="ortho", axes=(2, 3))
        pixels = blocks.transpose(0, 2, 1, 3).reshape(BLOCKS * PATCH, BLOCKS * PATCH)
        made.append(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))
    return made


def main(folder: Path) -> None:
    """Write the archive into a folder."""
    path = folder / "textures.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for at, (label, pixels) in enumerate(zip(distributions()[2], images(), strict=True)):
            png = io.BytesIO()
            Image.fromarray(pixels).save(png, "PNG", optimize=True)
            # A fixed date, so that the bytes do not change from day to day.
            member = zipfile.ZipInfo(f"{label}/{label}_{at % PER_CLASS + 1:02d}.png", (2026, 1, 1, 0, 0, 0))
            archive.writestr(member, png.getvalue())
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
