"""A fitted model in one file, by skops: plain values and arrays, and the names of the types that hold them.

Beside the experiments. A file comes from anybody. Of types and functions only those of ``TRUSTED`` are made, besides
what skops itself holds harmless; arrays are held against their headers and sparse matrices against their shape before
anything computes with them. skops (MIT, since 2022) is scikit-learn's way around pickle.
"""

from __future__ import annotations

import json
import os
import warnings
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import scipy.sparse as sp
from sklearn.exceptions import InconsistentVersionWarning, NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

import askcore
from askcore._validation import DataError, needs
from askcore.datasets.files.archives import members, open_zip, take_out
from askcore.datasets.files.document import read_bytes
from askcore.datasets.files.limits import in_file, readable
from askcore.datasets.formats.arrays import read_array
from askcore.datasets.tables.grids import check_parts
from askcore.estimators import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from askcore.kernels import KERNELS
from askcore.kernels.objects import CATALOGUE, class_names

MODELS = (AsKLSClassifier, LSSVMClassifier, KSVD, KernelPCA)
FORMAT, VERSION, ABOUT = "askcore model", 1, "askcore.json"
MOST_ABOUT, MOST_BYTES = 100_000, 2 * 2**30
PACKAGES = ("numpy", "scipy", "scikit-learn", "skops")
# By module of askcore: what a model is made of, besides the registered kernels. A test saves every kind of model and
# holds this against it.
OWN = {
    "_lazy": ("_Lock",),
    "estimators._merging": ("Merger",),
    "estimators._views": ("Coefficients", "FourierViews", "KernelViews", "LandmarkViews"),
    "estimators.askls": ("AsKLSClassifier",),
    "estimators.kernel_pca": ("KernelPCA",),
    "estimators.ksvd": ("KSVD",),
    "estimators.lssvm": ("LSSVMClassifier",),
    "kernels._registry": ("Choice", "Flag", "KernelSpec", "Param", "Range"),
    "kernels.binding": ("_BoundFunction", "_BoundIndex", "_BoundMatrix", "_Checked", "_Mean", "_Product"),
    "kernels.divergences": ("_one_over_median",),
    "kernels.graphs.kernel": ("GraphKernel",),
    "kernels.graphs.paths": ("ShortestPaths",),
    "kernels.graphs.series": ("Diffusion", "Resolvent"),
    "kernels.graphs.walks": ("Walks",),
    "kernels.indices": ("PrecomputedKernel",),
    "kernels.scale": ("Scale", "_city_block", "_inverse_square", "_reach", "scale_of"),
    "kernels.stationary": ("ShiftedGaussians", "SkewedLaplacian"),
    "operators.wrappers": ("CentringMeans",),
    "solvers.compatibility": ("Sources",),
    "solvers.fourier": ("FourierFeatures",),
    "solvers.moments": ("FixedSizeSolution",),
    "solvers.spectrum_correction": ("CorrectedKernel",),
    "solvers.systems.conditioning": ("Condition",),
    "solvers.systems.dual": ("DualSolution",),
}
TRUSTED = frozenset(
    {f"askcore.{module}.{name}" for module, names in OWN.items() for name in names}
    | {f"{spec.function.__module__}.{spec.function.__name__}" for spec in KERNELS.values()}
    | {f"{CATALOGUE}.{name}" for name in class_names()}
    | {"scipy.sparse._csr.csr_array"}
)


class OtherVersionWarning(UserWarning):
    """Issued if the file was written by a later version of askcore or scikit-learn."""


def save_model(model: Any, path: str | os.PathLike[str]) -> None:
    """Write a fitted model to a file that ``load_model`` can open in another process or on another machine.

    Parameters
    ----------
    model : a fitted AsKLSClassifier, LSSVMClassifier, KSVD or KernelPCA, or a scikit-learn Pipeline that ends in one of
        them, for example after a StandardScaler. The file includes the training data that the kernel needs.
    path : path of the file, such as "cora.skops". An existing file is replaced only after the new file is complete.

    Raises
    ------
    DataError : the object is not such a model, the model is not fitted, or its kernel is a user-defined function, whose
        code cannot be saved.

    Examples
    --------
    >>> import tempfile, numpy as np
    >>> X, y = np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2
    >>> model = AsKLSClassifier().fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(model, f"{folder}/model.skops")
    ...     again = load_model(f"{folder}/model.skops")
    >>> bool(np.allclose(again.decision_function(X), model.decision_function(X)))
    True
    """
    data = model_bytes(model)
    path = Path(path).expanduser()
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise DataError(
            f"The file cannot be written ({error.strerror or error})",
            where=in_file(str(path)),
            remedy="Name a file in a folder with write permission.",
        ) from error


def model_bytes(model: Any) -> bytes:
    """Return the contents of the file that ``save_model`` writes, as bytes.

    Parameters
    ----------
    model : as in ``save_model``.

    Returns
    -------
    bytes

    Raises
    ------
    DataError : as in ``save_model``.
    """
    io = _skops()

    if not _is_model(model):
        raise DataError(
            f"A {type(model).__name__} is not a model of askcore",
            remedy=f"Give a fitted {', '.join(each.__name__ for each in MODELS[:-1])} or {MODELS[-1].__name__}, "
            "or a pipeline that ends in one; for a search, its best_estimator_.",
        )
    try:
        check_is_fitted(model)
    except NotFittedError as error:
        raise DataError("The model is not fitted", remedy="Call fit first.") from error
    problem = "The model cannot be written"
    own = "Choose the kernel by its name, or give a GraphKernel or a PrecomputedKernel."
    with readable(problem, where="", remedy=own):
        packed = io.dumps(model, compression=zipfile.ZIP_DEFLATED)
    if strange := _strange(packed):
        raise DataError(f"{problem}: it contains {strange}, which cannot be saved", remedy=own)
    held = BytesIO(packed)
    with zipfile.ZipFile(held, "a") as archive:
        archive.writestr(ABOUT, json.dumps(_about(model), indent=1))
    return held.getvalue()


def load_model(source: Any) -> Any:
    """Load a model from a file written by ``save_model``. Its predictions are unchanged, up to rounding.

    Parameters
    ----------
    source : a path, bytes, or an open file.

    Returns
    -------
    AsKLSClassifier, LSSVMClassifier, KSVD or KernelPCA, or a Pipeline that ends in one of them, fitted

    Raises
    ------
    DataError : the file is not a model, is damaged or cut short, has a later format, or contains a type that no askcore
        model has. The file is then not opened.

    Warns
    -----
    OtherVersionWarning : a later version of askcore or scikit-learn wrote the file.
    """
    io = _skops()

    name, data = read_bytes(source)
    with open_zip(data, name=name, most=MOST_BYTES) as archive:
        found = members(archive)
        about = _checked_about(
            take_out(archive, ABOUT, name=name, most=MOST_ABOUT) if ABOUT in found else b"", name
        )
        for member in found:
            inside = take_out(archive, member, name=name, most=MOST_BYTES)
            where = f"{member} in {name}" if name else member
            if member.endswith(".npy"):
                read_array(inside, where=where, shared=True)
            elif member.endswith(".npz"):  # a sparse matrix, as scipy saves it
                with open_zip(inside, name=where, most=MOST_BYTES) as arrays:
                    for each in members(arrays):
                        read_array(
                            take_out(arrays, each, name=where, most=MOST_BYTES), where=where, shared=True
                        )
            elif member not in (ABOUT, "schema.json"):
                raise _no_model(name, f"it holds {member[:100]!r}")
    later = [
        each
        for each in ("askcore", "scikit-learn")
        if _parts(about["versions"].get(each)) > _parts(_version(each))
    ]
    damaged = "The model cannot be opened"
    with readable(damaged, where=in_file(name), remedy="Save it again, or choose another file."):
        if strange := _strange(data):
            raise DataError(
                f"The model contains {strange}, which no model of askcore contains, so it was not opened",
                where=in_file(name),
                remedy="Open only models that askcore.save_model wrote.",
            )
        with warnings.catch_warnings():
            if later:  # which is told below, of all parts at once
                warnings.simplefilter("ignore", InconsistentVersionWarning)
            model = io.loads(data, trusted=sorted(TRUSTED))
        if type(model).__name__ != about["model"] or not _is_model(model):
            raise _no_model(name, f"it holds a {type(model).__name__}")
        check_is_fitted(model)
        for matrix in _sparse_in(model):
            check_parts(matrix)  # a position outside would read foreign memory
    if later:
        was = ", ".join(f"{each} {about['versions'][each]} (here {_version(each)})" for each in later)
        warnings.warn(
            f"The model was created with {was}; its predictions may differ.",
            OtherVersionWarning,
            stacklevel=2,
        )
    return model


def _skops() -> Any:
    with needs("A model as a file", extra="models"):
        from skops import io
    return io


def _is_model(given: Any) -> bool:
    """Whether it is a model of ours, or a pipeline to one, which keeps nothing in a folder while it is fitted."""
    if isinstance(given, Pipeline):
        return given.memory is None and bool(given.steps) and isinstance(given.steps[-1][1], MODELS)
    return isinstance(given, MODELS)


def _strange(data: bytes) -> str:
    """The types in a file that are not ours, "" where there are none."""
    io = _skops()

    return ", ".join(name[:100] for name in io.get_untrusted_types(data=data) if name not in TRUSTED)


def _about(model: Any) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "model": type(model).__name__,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {each: _version(each) for each in ("askcore", *PACKAGES)},
    }


def _checked_about(data: bytes, name: str) -> dict[str, Any]:
    try:
        about = json.loads(data)
        versions = about["versions"]
        known = (
            about["format"] == FORMAT
            and isinstance(about["version"], int)
            and isinstance(about["model"], str)
        )
        known = known and all(isinstance(each, str) for each in versions.values())
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise _no_model(name, "it does not say that it is one") from error
    if not known:
        raise _no_model(name, "it does not say that it is one")
    if about["version"] > VERSION:
        raise DataError(
            f"The model was saved by a later version of askcore ({versions.get('askcore', 'unknown')[:20]})",
            where=in_file(name),
            remedy="Install that version of askcore, or a later one.",
        )
    return about


def _no_model(name: str, why: str) -> DataError:
    return DataError(
        f"This is not a model of askcore: {why}",
        where=in_file(name),
        remedy="Choose a file that askcore.save_model wrote.",
    )


def _version(package: str) -> str:
    return askcore.__version__ if package == "askcore" else version(package)


def _parts(text: str | None) -> tuple[int, ...]:
    """Major and minor version as numbers."""
    return tuple(int(part) for part in (text or "0").split(".")[:2] if part.isdecimal())


def _sparse_in(value: Any, visited: set[int] | None = None) -> Iterator[Any]:
    """Every sparse matrix in an object, however deep."""
    visited = set() if visited is None else visited
    if id(value) in visited or isinstance(value, ModuleType):  # operators of SciPy 1.18 hold a module
        return
    visited.add(id(value))
    if sp.issparse(value):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for each in (*inside, *getattr(value, "__dict__", {}).values()):
        yield from _sparse_in(each, visited)
