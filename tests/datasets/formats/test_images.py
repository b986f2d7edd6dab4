"""A zip of images: the coefficients against the sum that defines them, and hostile archives refused by name."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from askcore.datasets import DataError, read_images
from askcore.datasets.formats import images
from askcore.datasets.formats.images import patch_coefficients
from tests.datasets import made


def encoded(pixels, kind="PNG", **options) -> bytes:
    picture = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    return made.saved(lambda file: picture.save(file, kind, **options))


def packed(files: dict[str, bytes]) -> bytes:
    return made.packed(*files.items())


@pytest.fixture(scope="module")
def pictures():
    return [np.random.default_rng(k).integers(0, 256, (20, 24), dtype=np.uint8) for k in range(2)]


@pytest.fixture(scope="module")
def two(pictures):
    return {"cat/1.png": encoded(pictures[0]), "dog/1.png": encoded(pictures[1])}


def naive_coefficient(patch, k, m):
    """The orthonormal type II transform, term by term."""
    scale = (np.sqrt(1 / 8) if k == 0 else 0.5) * (np.sqrt(1 / 8) if m == 0 else 0.5)
    total = 0.0
    for i in range(8):
        for j in range(8):
            wave = np.cos(np.pi * (2 * i + 1) * k / 16) * np.cos(np.pi * (2 * j + 1) * m / 16)
            total += patch[i, j] * wave
    return scale * total


def test_coefficients_by_their_definition(pictures):
    found = patch_coefficients(pictures[0], stride=8)
    assert found.shape == (2 * 3, 64)
    patch = pictures[0][8:16, 16:24].astype(float)  # second row of patches, third column
    wanted = [naive_coefficient(patch, k, m) for k in range(8) for m in range(8)]
    np.testing.assert_allclose(found[5], wanted, rtol=1e-9, atol=1e-9)


def test_patches_overlap_by_choice(pictures, two):
    by_four = read_images(packed(two), stride=4)
    assert by_four.sizes.tolist() == [4 * 5, 4 * 5]
    np.testing.assert_allclose(by_four.bags[0][::2][:3], patch_coefficients(pictures[0][:8])[:3], rtol=1e-12)
    assert read_images(packed(two), stride=1).sizes.tolist() == [13 * 17, 13 * 17]
    for stride in (0, 2.5):
        with pytest.raises(ValueError, match="stride must be a positive whole number of pixels"):
            read_images(packed(two), stride=stride)


def test_what_is_read(two, tmp_path):
    path = tmp_path / "pets.zip"
    path.write_bytes(packed({"pets/": b"", **{f"pets/{name}": data for name, data in two.items()}}))
    data = read_images(path)
    assert data.labels.tolist() == ["cat", "dog"]
    assert data.bag_ids == ["pets/cat/1.png", "pets/dog/1.png"]
    assert data.feature_names[:2] == ["dct_0_0", "dct_0_1"]
    assert data.notes[0].startswith(
        "2 images with 12 patches. A patch has 8 × 8 grey levels; there is one patch every 8 pixels"
    )
    assert data.name == "pets.zip"
    with path.open("rb") as file:
        assert read_images(file).digest == data.digest
        assert file.tell() == 0


def test_sixteen_bits_and_colours_become_grey_levels(pictures, two):
    deep = encoded(pictures[0].astype(np.uint16) * 257)
    found = read_images(packed({**two, "cat/1.png": deep}))
    np.testing.assert_allclose(found.bags[0], read_images(packed(two)).bags[0], atol=1e-9)
    green = encoded(np.full((8, 8, 3), (0, 255, 0), dtype=np.uint8))
    grey = read_images(packed({"a/1.png": green, "b/1.png": two["cat/1.png"]})).bags[0][0, 0] / 8
    assert grey == pytest.approx(0.587 * 255, abs=1)


# Refused ----------------------------------------------------------------------------------------------


def claimed(width: int, height: int) -> bytes:
    """A tiny PNG that claims a size in its header."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


def cut_off(data: bytes) -> bytes:
    return data[: len(data) // 2]


REFUSED = {
    "no image": ({"cat/read me.txt": b"hello"}, "'cat/read me.txt' is not an image"),
    "svg": ({"cat/2.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}, "'cat/2.svg' is not an image"),
    "script": ({"cat/2.eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"}, "'cat/2.eps' is not an image"),
    "empty": ({"cat/2.png": b""}, "'cat/2.png' is not an image"),
    "loose": ({"2.png": encoded(np.zeros((8, 8), np.uint8))}, "'2.png' is not in a class folder"),
    "small": ({"cat/2.png": encoded(np.zeros((7, 90), np.uint8))}, "'cat/2.png' has 90 × 7 pixels, less than one"),
    "archive": ({"cat/more.zip": packed({"a": b"x"})}, "'cat/more.zip' is not an image"),
    "hidden archive": ({"cat/2.png": packed({"a": b"x"})}, "'cat/2.png' is not an image"),
    "above": ({"../cat/2.png": b"x"}, "a path that points outside it"),
    "absolute": ({"/cat/2.png": b"x"}, "a path that points outside it"),
    "large": ({"cat/2.png": claimed(5001, 5000)}, "'cat/2.png' has 5,001 × 5,000 pixels, more than the 25,000,000"),
    "bomb": ({"cat/2.png": claimed(10_000, 10_000)}, "'cat/2.png' claims more pixels than any image has"),
    "huge bomb": ({"cat/2.png": claimed(2**31 - 1, 2**31 - 1)}, "'cat/2.png' claims more pixels"),
    "no pixels": ({"cat/2.png": claimed(64, 64)}, "'cat/2.png' cannot be decoded"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "message"), REFUSED.values(), ids=REFUSED)
def test_a_hostile_file_is_named(files, message, two):
    with pytest.raises(DataError, match=message):
        read_images(packed({**two, **files}))


def test_a_truncated_image_is_named(two):
    with pytest.raises(DataError, match=r"'cat/1\.png' cannot be decoded"):
        read_images(packed({**two, "cat/1.png": cut_off(two["cat/1.png"])}))


def test_archives_as_a_whole(two, monkeypatch):
    with pytest.raises(DataError, match="not a ZIP archive"):
        read_images(two["cat/1.png"])
    with pytest.raises(DataError, match="damaged or cut off"):
        read_images(cut_off(packed(two)))
    with pytest.raises(DataError, match="There is no file in the archive"):
        read_images(packed({"__MACOSX/x": b"x"}))
    with pytest.raises(DataError, match="Every label is 'cat'"):
        read_images(packed({"cat/1.png": two["cat/1.png"], "cat/2.png": two["dog/1.png"]}))
    monkeypatch.setattr(images, "MAX_IMAGES", 1)
    with pytest.raises(DataError, match="The archive holds 2 files; at most 1 images are read"):
        read_images(packed(two))


def test_bytes_and_memory_are_bounded(two, monkeypatch):
    with monkeypatch.context() as small:
        small.setattr(images, "MAX_IMAGE_BYTES", 100)
        with pytest.raises(DataError, match=r"'cat/1\.png' is larger than"):
            read_images(packed(two))
    zeros = encoded(np.zeros((4000, 4000), np.uint8), "BMP")  # 16 MB of zeros shrink to a thousandth
    monkeypatch.setattr(images, "MAX_IMAGE_BYTES", 10**9)
    monkeypatch.setattr(images, "MAX_PATCHES", 100_000)
    with pytest.raises(
        DataError, match=r"The images have .* patches; at most 100,000 are read.*larger stride"
    ):
        read_images(packed({**two, "cat/1.png": zeros}), stride=1)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "BMP", "GIF", "TIFF", "WEBP", "PPM"])
def test_damaged_pictures_are_read_or_named(kind, two):
    """Bytes changed and cut at random: Pillow's many exceptions and remarks never come through as they are."""
    rng = np.random.default_rng(6)
    picture = np.resize(np.arange(256, dtype=np.uint8), (20, 30))
    sound = encoded(Image.fromarray(picture).convert("RGB"), kind)
    refused = []
    for _ in range(40):
        damaged = bytearray(sound)
        for at in rng.integers(0, min(len(sound), 200), size=4):
            damaged[at] = rng.integers(256)
        if rng.random() < 0.3:
            damaged = damaged[: rng.integers(len(damaged))]
        try:
            assert np.isfinite(read_images(packed({**two, "cat/2.img": bytes(damaged)})).bags[1]).all()
        except DataError as error:
            refused.append(str(error))
    assert len(refused) > 5
    assert [message for message in refused if "'cat/2.img'" not in message] == []
