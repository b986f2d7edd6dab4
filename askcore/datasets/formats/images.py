"""A zip of images in class folders as bags of texture vectors: the discrete cosine transform of small patches.

Pillow decodes; the archive is opened within the limits of every archive, and an image within
limits of its own, before its pixels are allocated.

Source: the Corel pipeline of He et al. 2022, section 5.1, after Moreno, Ho and Vasconcelos 2003.
"""

from __future__ import annotations

import io
import math
import warnings
import zipfile
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
from askcore.datasets.files.limits import in_file, readable
from askcore.datasets.tables.labels import check_classes

if TYPE_CHECKING:
    import PIL.Image

PATCH = 8
MAX_IMAGES = 5_000
MAX_PATCHES = 3_000_000  # of 64 coefficients: 1.5 GB
MAX_PIXELS = 25_000_000  # of one image, before it is decoded: a tiny file may claim billions
READ_PIXELS = 1_000_000  # of one image: a larger one is scaled down while it is decoded
MAX_IMAGE_BYTES = 64 * 2**20
_FORMATS = ("PNG", "JPEG", "BMP", "GIF", "TIFF", "WEBP", "PPM")
_CLUTTER = ("thumbs.db", "desktop.ini")
_SMALLER = "Save it smaller, or leave it out."


def read_images(source: Any, *, stride: int = PATCH) -> BagData:
    """Read a zip file with one folder of images for each class. Each image becomes a bag with a vector for each patch.

    Images are scaled down to at most READ_PIXELS, converted to grey levels from 0 to 255, and cut into 8 x 8 patches.
    Each patch is replaced by the 64 coefficients of its discrete cosine transform (type II, orthonormal), row by row.
    The first coefficient is 8 times the mean grey level. The label of an image is the name of its folder. The name of
    the bag is the path of the image in the archive.

    Parameters
    ----------
    source : a path, bytes, an open binary file, or a Document.
    stride : pixels from one patch to the next. 8 gives patches without overlap, smaller numbers give overlap, and 1
        gives all patches.

    Returns
    -------
    BagData : images in the order of the archive, and patches row by row.

    Raises
    ------
    DataError : the archive is damaged or malicious (too many files, too many bytes, a path that points outside it, an
        archive inside it), a file is not an image, an image is too large or too small, images are not in folders, or
        there is only one folder. The message names the file.
    ValueError : ``stride`` is not a positive whole number.

    References
    ----------
    He et al. 2022, section 5.1; after Moreno, Ho and Vasconcelos 2003.
    """
    if int(stride) != stride or stride < 1:
        raise ValueError(f"stride must be a positive whole number of pixels, got {stride!r}.")
    with _opened(source) as zipped:
        found = zipped.images()
        shapes = [zipped.shape(member) for member in found]
        patches = sum(
            math.prod((side - PATCH) // int(stride) + 1 for side in _scaled(shape)) for shape in shapes
        )
        if patches > MAX_PATCHES:
            problem = f"The images have {patches:,} patches; at most {MAX_PATCHES:,} are read"
            remedy = "Use a larger stride, or smaller or fewer images."
            raise DataError(problem, where=in_file(zipped.name), remedy=remedy)
        bags = tuple(patch_coefficients(zipped.grey(member), int(stride)) for member in found)
    labels = np.array([_folder(member) for member in found])
    check_classes(labels, where=in_file(zipped.name))
    every = "pixel" if stride == 1 else f"{stride} pixels"
    notes: tuple[str, ...] = (
        f"{len(bags):,} images with {patches:,} patches. A patch has 8 × 8 grey levels; there is one patch "
        f"every {every}. "
        "The labels are the folder names.",
    )
    if scaled := sum(_scaled(shape) != shape for shape in shapes):
        which = "1 image was" if scaled == 1 else f"{scaled:,} images were"
        notes += (f"{which} scaled down to less than {READ_PIXELS:,} pixels.",)
    names = [f"dct_{i}_{j}" for i in range(PATCH) for j in range(PATCH)]
    return BagData(bags, labels, found, names, name=zipped.name, notes=notes)


def grey_images(source: Any, names: Sequence[str]) -> list[np.ndarray]:
    """Some images of an archive that ``read_images`` reads, by their paths in it: grey levels (h, w), 0 to 255."""
    with _opened(source) as zipped:
        for member in names:
            zipped.shape(member)
        return [zipped.grey(member) for member in names]


def patch_coefficients(grey: np.ndarray, stride: int = PATCH) -> np.ndarray:
    """The orthonormal DCT-II of every 8 x 8 patch of an image (h, w), patches row by row: (patches, 64)."""
    from scipy.fft import dctn

    windows = sliding_window_view(np.asarray(grey, dtype=np.float64), (PATCH, PATCH))[::stride, ::stride]
    return dctn(windows, type=2, norm="ortho", axes=(-2, -1)).reshape(-1, PATCH * PATCH)


def _folder(member: str) -> str:
    """The name of the folder right above a file; "" if there is none."""
    return PurePosixPath(member.replace("\\", "/")).parent.name


def _scaled(shape: tuple[int, int]) -> tuple[int, int]:
    """Height and width as they are read: an image of too many pixels is shrunk by a whole number, of each side."""
    height, width = shape
    by = math.ceil(math.sqrt(height * width / READ_PIXELS))
    return max(height // by, PATCH), max(width // by, PATCH)


@contextmanager
def _opened(source: Any) -> Iterator[_Zip]:
    """The archive of a source."""
    name, data = read_bytes(source)
    with needs("An image", extra="images"):
        import PIL.Image  # noqa: F401
    if not data.startswith(b"PK\x03\x04"):
        remedy = "Pack the images into a ZIP archive with one folder per class."
        raise DataError("This is not a ZIP archive", where=in_file(name), remedy=remedy)
    with open_zip(data, name=name) as archive:
        yield _Zip(archive, name)


class _Zip:
    """An archive of images, which are checked before they are decoded."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.archive, self.name = archive, name

    def images(self) -> list[str]:
        """The files that should be images, checked by place and number."""
        found = [m for m in members(self.archive) if PurePosixPath(m).name.lower() not in _CLUTTER]
        where = in_file(self.name)
        if not found:
            raise DataError("There is no file in the archive", where=where, remedy="Pack a folder per class.")
        if len(found) > MAX_IMAGES:
            problem = f"The archive holds {len(found):,} files; at most {MAX_IMAGES:,} images are read"
            raise DataError(problem, where=where, remedy="Pack fewer of each class.")
        for member in found:
            if not _folder(member):
                remedy = "Put every image into the folder of its class."
                raise self.refused(member, "is not in a class folder", remedy)
        return found

    def shape(self, member: str) -> tuple[int, int]:
        """Height and width by the header alone; nothing of the picture is decoded."""
        if self.archive.getinfo(member).file_size > MAX_IMAGE_BYTES:
            raise self.refused(member, f"is larger than {MAX_IMAGE_BYTES // 2**20} MB", _SMALLER)
        with self.image(member) as image:
            width, height = image.size
        size = f"has {width:,} × {height:,} pixels"
        if min(width, height) < PATCH:
            raise self.refused(member, f"{size}, less than one 8 × 8 patch", "Leave it out.")
        if width * height > MAX_PIXELS:
            raise self.refused(member, f"{size}, more than the {MAX_PIXELS:,} that are decoded", _SMALLER)
        return height, width

    def grey(self, member: str) -> np.ndarray:
        """Grey levels (h, w), 0 to 255; of an animation the first picture."""
        from PIL import Image

        with self.image(member) as image:
            height, width = _scaled(image.size[::-1])
            whole = image.size == (width, height)
            if not whole:  # a JPEG is decoded at a half, a quarter or an eighth of its size
                image.draft("L", (width, height))
            deep = image.mode.startswith("I;16")
            grey = (
                Image.fromarray(np.asarray(image, dtype=np.float32) / 257.0) if deep else image.convert("L")
            )
            grey = grey if whole else grey.resize((width, height), Image.Resampling.BOX)
            return np.asarray(grey, dtype=np.float64)

    @contextmanager
    def image(self, member: str) -> Iterator[PIL.Image.Image]:
        """An image whose header alone is read so far; whatever goes wrong inside the block is told of the member."""
        from PIL import Image, UnidentifiedImageError

        data = take_out(self.archive, member, name=self.name)
        remedy = f"Save it again as {', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}, or leave it out."
        problem = f"{member[:200]!r} cannot be decoded"
        with warnings.catch_warnings(), readable(problem, where=in_file(self.name), remedy=remedy):
            warnings.simplefilter("ignore", UserWarning)  # of remarks beside a picture
            # Pillow only warns of an image past Image.MAX_IMAGE_PIXELS: here that is an error.
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            try:
                with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                    yield image
            except UnidentifiedImageError as error:
                raise self.refused(member, "is not an image", remedy) from error
            except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
                raise self.refused(member, "claims more pixels than any image has", _SMALLER) from error

    def refused(self, member: str, problem: str, remedy: str) -> DataError:
        """The refusal of one file."""
        return DataError(f"{member[:200]!r} {problem}", where=in_file(self.name), remedy=remedy)
