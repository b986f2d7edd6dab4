"""A model that was saved predicts the same in another process; a file that is none is refused, and runs nothing."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import skops.io
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV

import askcore
from askcore import KSVD, AsKLSClassifier, DataError, KernelPCA, LSSVMClassifier, load_model, save_model
from askcore.kernels import (
    GRAPH_KERNELS,
    KERNELS,
    SNE,
    GraphKernel,
    PrecomputedKernel,
    ShiftedGaussians,
    SkewedLaplacian,
)
from askcore.kernels.binding import takes_strings
from askcore.kernels.objects import kernel_class
from askcore.models import OtherVersionWarning
from askcore.models.files import ABOUT, TRUSTED

RNG = np.random.default_rng(0)
X, Y = RNG.random((24, 5)), np.array(["a", "b", "c"])[np.arange(24) % 3]
A = (RNG.random((24, 24)) < 0.3) * 1.0
NODES = np.arange(24)[:, None]
TEXTS = np.array([f"ab{'abc'[i % 3] * 3}ba" for i in range(24)])


def of_kernel(name):
    return TEXTS if KERNELS[name].accepts == "strings" else X


def in_dask(X):
    return pytest.importorskip("dask.array", reason="dask is not installed").from_array(X, chunks=(9, 5))


MODELS = {
    **{f"AsK-LS, {name}": lambda name=name: AsKLSClassifier(kernel=name).fit(of_kernel(name), Y) for name in KERNELS},
    **{
        f"object, {name}": lambda name=name: AsKLSClassifier(kernel_class(name)()).fit(of_kernel(name), Y)
        for name in KERNELS
    },
    **{
        f"{name}, symmetric": lambda name=name: LSSVMClassifier(kernel=name).fit(of_kernel(name), Y)
        for name in KERNELS if KERNELS[name].symmetric
    },
    **{
        f"graph, {kind}": lambda kind=kind: AsKLSClassifier(kernel=GraphKernel(A, kind)).fit(NODES, Y)
        for kind in GRAPH_KERNELS
    },
    "symmetrised": lambda: LSSVMClassifier(kernel=GraphKernel(A, "katz"), symmetrize="mean").fit(NODES, Y),
    "product": lambda: LSSVMClassifier(kernel=GraphKernel(A), symmetrize="KKt").fit(NODES, Y),
    "KernelPCA, object": lambda: KernelPCA(SNE(), symmetrize="mean").fit(X),
    "given matrix": lambda: AsKLSClassifier(kernel=PrecomputedKernel(A)).fit(NODES, Y),
    "precomputed": lambda: LSSVMClassifier("precomputed").fit(X[:5].T @ X[:5], Y[:5]),
    "stack": lambda: AsKLSClassifier(merge="stack").fit(X, Y),
    "joint": lambda: AsKLSClassifier(merge="joint", gamma="loo").fit(X, Y == "a"),
    "landmarks": lambda: AsKLSClassifier(n_landmarks=8, random_state=np.random.RandomState(0)).fit(X, Y),
    "frequencies": lambda: AsKLSClassifier(
        ShiftedGaussians(np.full(5, 0.3), sigma=1.0), n_frequencies=8, random_state=0
    ).fit(X, Y),
    "frequencies, dask": lambda: AsKLSClassifier("laplacian", n_frequencies=8).fit(in_dask(X), Y),
    "skewed": lambda: AsKLSClassifier(SkewedLaplacian()).fit(X, Y),
    "dask": lambda: AsKLSClassifier(n_landmarks=8, random_state=0).fit(in_dask(X), Y),
    **{
        f"LS-SVM, {how}": lambda how=how: LSSVMClassifier("tl1", spectrum=how).fit(X, Y)
        for how in ("clip", "flip", "square", "shift")
    },
    "KSVD": lambda: KSVD(n_components=3, random_state=0).fit(A),
    "KSVD, precomputed": lambda: KSVD(kernel="precomputed", n_components=3).fit(A),
    "KSVD, object": lambda: KSVD(SNE(sigma=2.0), 3, random_state=0).fit(A),
    "KSVD, random": lambda: KSVD(n_components=3, compatibility="random", random_state=0).fit(X),
    "KSVD, sampled": lambda: KSVD(n_components=2, solver="nystroem", n_row_samples=9, random_state=0).fit(A),
    "KSVD, frame": lambda: KSVD(n_components=2).set_output(transform="pandas").fit(pd.DataFrame(A).add_prefix("c")),
    **{f"KernelPCA, {how}": lambda how=how: KernelPCA("tl1", spectrum=how).fit(X) for how in ("keep", "shift")},
}  # fmt: skip


def given_to(model):
    """What the model takes: the first ten samples that it was fitted on."""
    if isinstance(model, KSVD):
        return A if model.shape_ == A.shape else X
    if isinstance(getattr(model, "kernel", ""), GraphKernel | PrecomputedKernel):
        return NODES[:10]
    return TEXTS[:10] if takes_strings(model.kernel) else X[:10]


def answer(model):
    given = given_to(model)
    if isinstance(model, KSVD) and hasattr(model, "feature_names_in_"):
        given = pd.DataFrame(given, columns=model.feature_names_in_)
    found = model.decision_function(given) if hasattr(model, "predict") else model.transform(given)
    return np.asarray(found)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_answers_the_same_once_it_is_opened_again(name, tmp_path):
    model = MODELS[name]()
    save_model(model, tmp_path / "model.skops")
    again = load_model(tmp_path / "model.skops")
    assert type(again) is type(model)
    # Not to the last bit: arrays lie elsewhere in memory, and products are then summed in another order.
    np.testing.assert_allclose(answer(again), answer(model), rtol=1e-9, atol=1e-12)
    assert repr(again.kernel) == repr(model.kernel)
    if hasattr(model, "classes_"):
        assert again.predict(given_to(model)).tolist() == model.predict(given_to(model)).tolist()
    assert [each.name for each in tmp_path.iterdir()] == ["model.skops"]


def test_nothing_is_trusted_that_no_model_has():
    used = {
        name for make in MODELS.values() for name in skops.io.get_untrusted_types(data=skops.io.dumps(make()))
    }
    assert TRUSTED - used == set()


def test_another_process_predicts_the_same(tmp_path):
    model = AsKLSClassifier(merge="stack").fit(X, Y)
    save_model(model, tmp_path / "model.skops")
    code = (
        "import sys, json, numpy as np, askcore\n"
        "model = askcore.load_model(sys.argv[1])\n"
        "print(json.dumps(model.decision_function(np.array(json.loads(sys.argv[2]))).tolist()))"
    )
    given = json.dumps(X.tolist())
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "model.skops"), given],
        capture_output=True,
        text=True,
        check=True,
    )
    np.testing.assert_allclose(
        json.loads(run.stdout), model.decision_function(X), rtol=1e-9, atol=1e-12
    )  # arrays lie elsewhere in memory, as above


@pytest.mark.filterwarnings(
    "ignore::askcore.models.OtherVersionWarning"
)  # of an older scikit-learn, if it is here
def test_a_model_of_the_first_release_still_opens():
    """The file was saved by 0.1.0: names of types are part of the format, and may not change without a way back."""
    folder = Path(__file__).parent
    model = load_model(folder / "iris_0.1.0.skops")
    held = json.loads((folder / "iris_0.1.0.json").read_text(encoding="utf-8"))
    np.testing.assert_allclose(model.decision_function(np.array(held["X"])), held["decision"], rtol=1e-9)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (LogisticRegression().fit(X, Y), "not a model of askcore"),
        (
            GridSearchCV(AsKLSClassifier(), {}, cv=2).fit(X, Y),
            "A GridSearchCV is not .* for a search, its best_estimator_",
        ),
        (AsKLSClassifier(), "not fitted"),
        (AsKLSClassifier(kernel=lambda X, Z: X @ Z.T).fit(X, Y), "kernel"),
        ({}, "not a model of askcore"),
    ],
)
def test_what_cannot_be_kept_is_refused(model, said, tmp_path):
    with pytest.raises(DataError, match=said):
        save_model(model, tmp_path / "model.skops")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match="folder with write permission"):
        save_model(AsKLSClassifier().fit(X, Y), tmp_path / "none" / "model.skops")


def saved(tmp_path, model=None):
    save_model(model or AsKLSClassifier().fit(X, Y), tmp_path / "model.skops")
    with zipfile.ZipFile(tmp_path / "model.skops") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


class Opened:
    """Leaves a file where it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_foreign_type_or_function_is_not_opened(tmp_path):
    parts = saved(tmp_path)
    for strange in ({"a": LogisticRegression().fit(X, Y)}, print, Path("x")):
        try:
            other = skops.io.dumps(strange)
        except Exception:  # noqa: BLE001 - what skops cannot write cannot be in a file
            continue
        with zipfile.ZipFile(io.BytesIO(other)) as archive:
            swapped = {**{n: archive.read(n) for n in archive.namelist()}, ABOUT: parts[ABOUT]}
        with pytest.raises(DataError):
            load_model(packed(swapped))
    schema = parts["schema.json"].decode()
    for name in ("os.system", "builtins.eval", "askcore.papers.command.main", "subprocess.Popen"):
        module, _, attribute = name.rpartition(".")
        for before in ('"__class__": "sne"', '"__class__": "DualSolution"'):
            if before not in schema:
                continue
            at = schema.index(before)
            start = schema.index('"__module__"', at)
            end = schema.index(",", start)
            inside = f'"__class__": "{attribute}"{schema[at + len(before) : start]}"__module__": "{module}"'
            changed = schema[:at] + inside + schema[end:]
            with pytest.raises(DataError):
                load_model(packed({**parts, "schema.json": changed.encode()}))


def test_a_pickle_is_no_model(tmp_path):
    path = tmp_path / "touched"
    for data in (pickle.dumps(Opened(path)), b"", b"PK\x03\x04", b"{}", packed({ABOUT: b"{}"}), packed({})):
        with pytest.raises(DataError):
            load_model(data)
    parts = saved(tmp_path)
    with pytest.raises(DataError, match=r"x\.pkl"):
        load_model(packed({**parts, "x.pkl": pickle.dumps(Opened(path))}))
    assert not path.exists()


def test_a_file_that_was_cut_or_spoilt_is_refused(tmp_path):
    saved(tmp_path)
    whole = (tmp_path / "model.skops").read_bytes()
    rng = np.random.default_rng(1)
    for at in np.linspace(0, len(whole) - 1, 25).astype(int):
        with pytest.raises(DataError):
            load_model(whole[:at])
    for _ in range(60):
        spoilt = bytearray(whole)
        for at in rng.integers(0, len(whole), 3):
            spoilt[at] ^= int(rng.integers(1, 256))
        try:
            load_model(bytes(spoilt))
        except DataError:
            continue


def test_positions_outside_of_a_sparse_matrix_are_refused(tmp_path):
    parts = saved(tmp_path, AsKLSClassifier(kernel=GraphKernel(A, "power", normalize=False)).fit(NODES, Y))
    names = [each for each in parts if each.endswith(".npz")]
    assert names
    for name in names:
        arrays = dict(np.load(io.BytesIO(parts[name])))
        out = io.BytesIO()
        np.savez(out, **{**arrays, "indices": arrays["indices"] + 10**6})
        with pytest.raises(DataError, match="ind"):
            load_model(packed({**parts, name: out.getvalue()}))
        out = io.BytesIO()
        pointers = np.r_[arrays["indptr"][:-1], -1].astype(arrays["indptr"].dtype)
        np.savez(out, **{**arrays, "indptr": pointers})
        with pytest.raises(DataError, match="do not ascend"):
            load_model(packed({**parts, name: out.getvalue()}))


def test_an_array_that_claims_more_than_there_is_costs_nothing(tmp_path):
    parts = saved(tmp_path)
    name = next(each for each in parts if each.endswith(".npy"))
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)})
    with pytest.raises(DataError, match="claims"):
        load_model(packed({**parts, name: out.getvalue()}))


def test_later_versions_are_told_or_refused(tmp_path):
    parts = saved(tmp_path)
    about = json.loads(parts[ABOUT])
    assert about["versions"]["askcore"] == askcore.__version__
    about["versions"]["scikit-learn"] = "99.0"
    with pytest.warns(OtherVersionWarning, match=r"scikit-learn 99\.0"):
        load_model(packed({**parts, ABOUT: json.dumps(about).encode()}))
    about["version"] = 2
    with pytest.raises(DataError, match="later version"):
        load_model(packed({**parts, ABOUT: json.dumps(about).encode()}))
