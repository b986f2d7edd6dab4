"""Tables in Parquet a chunk at a time, against pandas; and what is wrong with one, by file, row and column."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore import AsKLSClassifier, DataError
from askcore.datasets.chunks import read_chunks

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "a": rng.standard_normal(50),
            "b": rng.integers(0, 9, 50),
            "c": rng.random(50).astype(np.float32),
            "kind": np.array(["ant", "bee"])[rng.integers(0, 2, 50)],
            "w": rng.random(50),
        }
    )


def saved(folder, frame, cuts=(20, 33), group=7):
    for i, part in enumerate(np.split(np.arange(len(frame)), cuts)):
        # Ten files: part.10 stands after part.2.
        frame.iloc[part].to_parquet(folder / f"part.{9 + i}.parquet", row_group_size=group, index=False)
    return folder


@pytest.mark.parametrize("rows", [1, 6, 1000])
def test_the_chunks_are_the_frame(rows, frame, tmp_path):
    chunks = read_chunks(saved(tmp_path, frame), label="kind", weight="w", rows=rows)
    assert (chunks.n_rows, chunks.feature_names) == (50, ["a", "b", "c"])
    for _ in range(2):
        X, y, w = (np.concatenate(parts) for parts in zip(*chunks, strict=True))
        np.testing.assert_array_equal(X, frame[["a", "b", "c"]].to_numpy(float))
        np.testing.assert_array_equal(y, frame["kind"].to_numpy(str))
        np.testing.assert_array_equal(w, frame["w"])
    assert max(len(X) for X, *_ in chunks) <= rows


def test_chosen_features_and_no_labels(frame, tmp_path):
    (X, y), *rest = read_chunks(saved(tmp_path, frame, cuts=()), features=["c", "a"])
    assert y is None
    assert not rest
    np.testing.assert_array_equal(X, frame[["c", "a"]].to_numpy(float))


@pytest.mark.parametrize(
    "labels", [np.arange(50) % 3, (np.arange(50) % 2).astype(bool), pd.Categorical(np.tile(["x", "y"], 25))]
)
def test_labels_are_numbers_truths_or_words(labels, frame, tmp_path):
    saved(tmp_path, frame.assign(kind=labels))
    y = np.concatenate([y for _, y in read_chunks(tmp_path, label="kind", features=["a"])])
    np.testing.assert_array_equal(y, np.asarray(labels))


def test_a_fit_on_files_is_the_fit_on_the_frame(frame, tmp_path):
    chunks = read_chunks(saved(tmp_path, frame), label="kind", features=["a", "b", "c"], rows=8)
    settings = {"kernel_params": {"sigma": 2.0}, "n_landmarks": 9, "damping": 0.1, "random_state": 0}
    model = AsKLSClassifier("rbf", **settings).fit_chunks(chunks)
    X = frame[["a", "b", "c"]].to_numpy(float)
    whole = AsKLSClassifier("rbf", **settings).fit(X, frame["kind"])
    np.testing.assert_allclose(model.decision_function(X), whole.decision_function(X), atol=1e-8)


def spoilt(frame, row, column, value):
    frame = frame.copy()
    frame.loc[row, column] = value
    return frame


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("a", None),
            r"[Rr]ow 10 \(row group 2\) of part.10.parquet, column 'a': The value is missing",
        ),
        (
            ("a", np.inf),
            r"[Rr]ow 10 \(row group 2\) of part.10.parquet, column 'a': inf is not a finite number",
        ),
        (("w", -1.0), r"[Rr]ow 10 \(row group 2\) of part.10.parquet, column 'w': The weight -1 is negative"),
        (
            ("kind", None),
            r"[Rr]ow 10 \(row group 2\) of part.10.parquet, column 'kind': The value is missing",
        ),
    ],
)
def test_a_wrong_value_is_named(change, message, frame, tmp_path):
    column, value = change
    saved(tmp_path, spoilt(frame, 29, column, value))
    with pytest.raises(DataError, match=message):
        list(read_chunks(tmp_path, label="kind", weight="w", rows=4))


def test_a_wrong_file_is_named(frame, tmp_path):
    with pytest.raises(DataError, match="There is no such file"):
        read_chunks(tmp_path / "none.parquet")
    with pytest.raises(DataError, match="This is a folder without Parquet files"):
        read_chunks(tmp_path)
    saved(tmp_path, frame)
    with pytest.raises(DataError, match=r"part.9.parquet: There is no column 'x', .* as a feature"):
        read_chunks(tmp_path, features=["a", "x"])
    with pytest.raises(
        DataError, match=r"part.9.parquet, column 'kind': The column holds .*string and no numbers"
    ):
        read_chunks(tmp_path)
    whole = (tmp_path / "part.10.parquet").read_bytes()
    frame.rename(columns={"w": "v"}).to_parquet(tmp_path / "part.10.parquet")
    with pytest.raises(DataError, match=r"part.10.parquet: There is no column 'w'"):
        read_chunks(tmp_path, label="kind", weight="w")
    frame.astype({"b": float}).to_parquet(tmp_path / "part.10.parquet")
    with pytest.raises(
        DataError, match=r"part.10.parquet, column 'b': The column holds double, and int64 in part.9"
    ):
        read_chunks(tmp_path, label="kind")
    (tmp_path / "part.10.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match=r"part.10.parquet: The file cannot be read as Parquet"):
        read_chunks(tmp_path, label="kind")
    broken = bytearray(whole)
    broken[4:400] = bytes(396)  # the first pages, which are looked at when they are read
    (tmp_path / "part.10.parquet").write_bytes(broken)
    with pytest.raises(DataError, match=r"part.10.parquet: The file cannot be read as Parquet"):
        list(read_chunks(tmp_path, label="kind"))
