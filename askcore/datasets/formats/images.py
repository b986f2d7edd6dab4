"""A zip of images in class folders as bags of texture vectors: the discrete cosine transform of small patches.

`datasets` floor. Pillow decodes; the archive is opened within the limits of every archive, and an image within
limits of its own, before its pixels are allocated.

Source: the Corel pipeline of He et al. 2022, section 5.1, after Moreno, Ho and Vasconcelos 2003.
"""

from __future__ import annotations

import io
import math
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from askcore._validation import DataError, needs
from askcore.datasets.bag_data import BagData
from askcore.datasets.files.archives import members, open_zip, take_out
from askcore.datasets.files.document import read_bytes
from askcore.datasets.files.limits import MAX_LINES, check_forecast, in_file
from askcore.datasets.tables.labels import check_classes

if TYPE_CHECKING:
    import PIL.Image

PATCH = 8
MAX_IMAGES = 5_000
MAX_PIXELS = 25_000_000  # of one image, before it is decoded: a tiny file may claim billions
READ_PIXELS = 1_000_000  # of one image: a larger one is scaled down while it is decoded
MAX_IMAGE_BYTES = 64 * 2**20
_FORMATS = ("PNG", "JPEG", "BMP", "GIF", "TIFF", "WEBP", "PPM")
_UNDECODABLE = (
    OSError, ValueError, SyntaxError, TypeError, KeyError, IndexError, EOFError, OverflowError, RuntimeError,
    struct.error, zlib.error,
)  # fmt: skip
_CLUTTER = ("thumbs.db", "desktop.ini")
_ARCHIVES = (".zip", ".gz", ".tar", ".tgz", ".bz2", ".xz", ".7z", ".rar")


def read_images(source: Any, *, stride: int = PATCH) -> BagData:
    """Read a zip of images in class folders into one bag of 64 coefficients per patch for each image.

    Images are scaled down to at most READ_PIXELS, turned to grey levels, 0 to 255, and cut into 8 x 8 patches;
    each patch is replaced by its discrete cosine transform (type II, orthonormal), row by row: the first
    coefficient is 8 times the mean grey level. The folder right above an image is its label, and its path in
    the archive the bag's id.

    Parameters
    ----------
    source : a path, bytes, an open binary file, or a Document.
    stride : pixels from one patch to the next; 8 cuts without overlap, less overlaps, 1 takes every place.

    Returns
    -------
    BagData, images in the order of the archive, patches row by row.

    Raises
    ------
    DataError : for a damaged or hostile archive (too many files, too many bytes, a path that points outside it, an
        archive inside), a file that is no image, too large or too small an image, images outside
        folders, or a single folder; the file is named.
    ValueError : ``stride`` is not a positive whole number.

    References
    ----------
    He et al. 2022, section 5.1; after Moreno, Ho and Vasconcelos 2003.
    """
    if int(stride) != stride or stride < 1:
        raise ValueError(f"stride must be a positive whole number of pixels, got {stride!r}.")
    name, data = read_bytes(source, max_lines=MAX_LINES)
    _check_pillow()
    if not data.startswith(b"PK\x03\x04"):
        raise DataError(
            "This is not a ZIP archive",
            where=in_file(name),
            remedy="Pack a folder of images per class into one.",
        )
    with open_zip(data, name=name) as archive:
        found = _images(archive, name)
        shapes = [_shape(archive, member, name) for member in found]
        patches = sum(
            _patches(side, stride) * _patches(other, stride) for side, other in map(_scaled, shapes)
        )
        check_forecast(
            3.0 * 8 * PATCH**2 * patches,
            f"The coefficients of {patches:,} patches",
            "Take a larger stride, smaller images or fewer of them.",
        )
        bags = tuple(patch_coefficients(_grey(archive, member, name), int(stride)) for member in found)
    labels = np.array([_folder(member) for member in found])
    check_classes(labels, where=in_file(name))
    return BagData(
        bags, labels, found, [f"dct_{i}_{j}" for i in range(PATCH) for j in range(PATCH)], name=name,
        notes=(
            f"{len(bags):,} images with {patches:,} patches. A patch is 8 x 8 grey levels, one at every "
            f"{'pixel' if stride == 1 else f'{stride} pixels'}. Labels are the folders' names.",
            *_told(sum(_scaled(shape) != shape for shape in shapes)),
        ),
    )  # fmt: skip


def grey_images(source: Any, names: Sequence[str]) -> list[np.ndarray]:
    """Some images of an archive that ``read_images`` reads, by their paths in it: grey levels (h, w), 0 to 255."""
    name, data = read_bytes(source, max_lines=MAX_LINES)
    _check_pillow()
    with open_zip(data, name=name) as archive:
        for member in names:
            _shape(archive, member, name)
        return [_grey(archive, member, name) for member in names]


def patch_coefficients(grey: np.ndarray, stride: int = PATCH) -> np.ndarray:
    """The orthonormal DCT-II of every 8 x 8 patch of an image (h, w), patches row by row: (patches, 64)."""
    from scipy.fft import dctn

    windows = sliding_window_view(np.asarray(grey, dtype=np.float64), (PATCH, PATCH))[::stride, ::stride]
    return dctn(windows, type=2, norm="ortho", axes=(-2, -1)).reshape(-1, PATCH * PATCH)


def _check_pillow() -> None:
    with needs("An image", extra="images"):
        import PIL.Image  # noqa: F401


def _folder(member: str) -> str:
    """The name of the folder right above a file; "" if there is none."""
    return PurePosixPath(member.replace("\\", "/")).parent.name


def _patches(side: int, stride: int) -> int:
    return (side - PATCH) // int(stride) + 1


def _scaled(shape: tuple[int, int]) -> tuple[int, int]:
    """Height and width as they are read: an image of too many pixels is shrunk by a whole number, of each side."""
    height, width = shape
    by = math.ceil(math.sqrt(height * width / READ_PIXELS))
    return max(height // by, PATCH), max(width // by, PATCH)


def _told(scaled: int) -> tuple[str, ...]:
    if not scaled:
        return ()
    which = "1 image was" if scaled == 1 else f"{scaled:,} images were"
    return (f"{which} scaled down to less than {READ_PIXELS:,} pixels.",)


def _images(archive: zipfile.ZipFile, name: str) -> list[str]:
    """The files that should be images, checked by place and number."""
    found = [m for m in members(archive) if PurePosixPath(m).name.lower() not in _CLUTTER]
    if not found:
        raise DataError(
            "There is no file in the archive", where=in_file(name), remedy="Pack a folder per class."
        )
    if len(found) > MAX_IMAGES:
        raise DataError(
            f"The archive holds {len(found):,} files; at most {MAX_IMAGES:,} images are read",
            where=in_file(name),
            remedy="Pack fewer of each class.",
        )
    for member in found:
        if member.lower().endswith(_ARCHIVES):
            raise _refusal(
                member, "is an archive inside the archive", "Unpack it first, or leave it out.", name
            )
        if not _folder(member):
            raise _refusal(
                member, "is in no class folder", "Put every image into the folder of its class.", name
            )
    return found


def _shape(archive: zipfile.ZipFile, member: str, name: str) -> tuple[int, int]:
    """Height and width by the header alone; nothing of the picture is decoded."""
    if archive.getinfo(member).file_size > MAX_IMAGE_BYTES:
        raise _refusal(
            member, f"has more than {MAX_IMAGE_BYTES // 2**20} MB", "Save it smaller, or leave it out.", name
        )
    with _open(archive, member, name) as image:
        width, height = image.size
    if min(width, height) < PATCH:
        raise _refusal(
            member, f"has {width} x {height} pixels, less than one 8 x 8 patch", "Leave it out.", name
        )
    if width * height > MAX_PIXELS:
        raise _refusal(
            member,
            f"has {width:,} x {height:,} pixels, more than the {MAX_PIXELS:,} that are decoded",
            "Save it smaller, or leave it out.",
            name,
        )
    return height, width


def _grey(archive: zipfile.ZipFile, member: str, name: str) -> np.ndarray:
    """Grey levels (h, w), 0 to 255; of an animation the first picture."""
    from PIL import Image

    with _open(archive, member, name) as image:
        height, width = _scaled(image.size[::-1])
        whole = image.size == (width, height)
        if not whole:
            image.draft(
                "L", (width, height)
            )  # a JPEG is decoded at a half, a quarter or an eighth of its size
        deep = image.mode.startswith("I;16")
        grey = Image.fromarray(np.asarray(image, dtype=np.float32) / 257.0) if deep else image.convert("L")
        grey = grey if whole else grey.resize((width, height), Image.Resampling.BOX)
        return np.asarray(grey, dtype=np.float64)


@contextmanager
def _open(archive: zipfile.ZipFile, member: str, name: str) -> Iterator[PIL.Image.Image]:
    """An image whose header alone is read so far; whatever goes wrong inside the block is told of the member."""
    from PIL import Image, UnidentifiedImageError

    data = take_out(archive, member, name=name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # damaged remarks beside a picture that can be decoded
        # Pillow only warns of an image past Image.MAX_IMAGE_PIXELS: here that is an error.
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                yield image
        except DataError:
            raise
        except UnidentifiedImageError as error:
            known = ", ".join(_FORMATS)
            raise _refusal(
                member, "cannot be read as an image", f"Keep images alone: {known}.", name
            ) from error
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            problem = "claims more pixels than any image has"
            raise _refusal(member, problem, "Save it smaller, or leave it out.", name) from error
        except _UNDECODABLE as error:
            problem = f"cannot be decoded ({str(error)[:120] or type(error).__name__})"
            raise _refusal(member, problem, "Save it again, or leave it out.", name) from error


def _refusal(member: str, problem: str, remedy: str, name: str) -> DataError:
    return DataError(f"{member[:200]!r} {problem}", where=in_file(name), remedy=remedy)
