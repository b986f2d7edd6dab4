"""The page "Apply": a model on new rows, new nodes, new rows of a matrix, and on samples without a label."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore import AsKLSClassifier, load_model
from askcore.datasets import GraphData, MatrixData, TableData, load_sample
from askcore.kernels import PrecomputedKernel
from askcore.models import model_bytes
from askcore.ui.pages.apply import export
from tests.pages.test_every_page import opened, sound
from tests.pages.test_matrices_and_bags import own

pytestmark = pytest.mark.long  # seconds each

RNG = np.random.default_rng(3)
X = RNG.normal(size=(60, 3)) + 2.0 * np.repeat([0, 1, 2], 20)[:, None]
Y = np.repeat(["red", "green", "blue"], 20)


def rows(n: int = 6, **more) -> bytes:
    return pd.DataFrame({"x3": X[:n, 2], "x1": X[:n, 0], "x2": X[:n, 1], **more}).to_csv(index=False).encode()


def given(at, name: str, data: bytes, file: str = "new.csv"):
    at.file_uploader(f"{name}_0").set_value((file, data, "text/csv")).run()
    return sound(at)


def shown(at) -> pd.DataFrame:
    return at.dataframe[0].value


def said(at) -> str:
    return "\n".join(each.value for each in (*at.markdown, *at.error, *at.warning, *at.info, *at.caption))


@pytest.fixture
def table():
    return own("apply.py", TableData(X, Y, ["x1", "x2", "x3"]))


def test_new_rows_are_decided_as_a_plain_fit_decides_them(table):
    found = shown(given(table, "apply_new", rows()))
    inside = (X - X.mean(axis=0)) / X.std(axis=0)
    plain = AsKLSClassifier(gamma=10.0, damping=0.01).fit(inside, Y)
    assert found["Decided as"].tolist() == plain.predict(inside[:6]).tolist()
    assert list(found.columns) == ["Sample", "Decided as", "Source view", "Target view"]
    assert "**Of 6 new samples" in said(table) or "**The model decides all 6 new samples as" in said(table)


def test_labels_in_the_file_are_scored_and_what_lies_far_is_named(table):
    far = rows(6, label=Y[:6]).replace(b"\n", b"\nEND", 0) + b"900,900,900,red\n"
    at = given(table, "apply_new", far)
    assert "get the class of their label" in said(at)
    assert [metric.label for metric in at.metric] == ["Source view f_s", "Target view f_t", "Merged"]
    assert "1 sample far from every training sample: row 7" in said(at)
    assert shown(at)["Far"].tolist() == [""] * 6 + ["far"]


def test_a_file_that_lacks_a_column_says_which_and_the_model_can_still_be_kept(table):
    at = given(table, "apply_new", b"x1,x2\n1,2\n3,4\n")
    assert "lack 1 column: 'x3'" in at.error[0].value
    assert "Save the model" in [each.label for each in at.get("download_button")]
    assert not at.dataframe


def test_a_kept_model_says_the_same_from_its_file(table):
    here = shown(given(table, "apply_new", rows()))
    plain = own("apply.py", TableData(X, Y, ["x1", "x2", "x3"]))
    code = plain.code[0].value
    assert "train_on_all(problem, gamma=10, damping=0.01)" in code
    from askcore import experiments

    problem = experiments.Problem(
        TableData(X, Y, ["x1", "x2", "x3"]), experiments.KernelChoice("sne", standardise=True)
    )
    kept = model_bytes(experiments.train_on_all(problem, gamma=10.0, damping=0.01))
    assert list(load_model(kept).feature_names_in_) == ["x1", "x2", "x3"]
    plain.button_group("apply_model").set_value("file").run()
    given(plain, "apply_model_file", kept, "m.skops")
    given(plain, "apply_new", rows())
    pd.testing.assert_frame_equal(shown(plain), here)
    at = plain.button_group("apply_to").set_value("known").run()
    assert "**Of 60 samples" in said(sound(at))


def test_a_model_of_other_features_and_a_file_that_is_none_are_refused(table):
    table.button_group("apply_model").set_value("file").run()
    at = given(table, "apply_model_file", b"PK not a model", "m.skops")
    at = given(at, "apply_new", rows())
    assert at.error
    other = AsKLSClassifier().fit(pd.DataFrame(X, columns=["a", "b", "c"]), Y)
    at = given(at, "apply_model_file", model_bytes(other), "other.skops")
    assert "trained on other features" in at.error[0].value


def test_a_model_that_opens_and_lacks_a_part_is_refused_on_the_page(table):
    model = AsKLSClassifier(kernel="sne").fit(pd.DataFrame(X, columns=["x1", "x2", "x3"]), Y)
    object.__delattr__(model._training.bound, "params")
    table.button_group("apply_model").set_value("file").run()
    at = given(table, "apply_model_file", model_bytes(model), "m.skops")
    at = given(at, "apply_new", rows())
    assert "The model cannot be applied" in at.error[0].value
    assert "Save it again" in at.error[0].value


def test_nodes_without_a_label_are_decided_at_once():
    graph = load_sample("cyclic_communities")
    labels = [None if i % 10 == 0 else label for i, label in enumerate(graph.labels)]
    at = own("apply.py", GraphData(graph.adjacency, graph.node_ids, labels))
    hidden = [i for i, label in enumerate(labels) if label is None]
    found = shown(at)
    assert found["Sample"].tolist() == [graph.node_ids[i] for i in hidden]
    assert (found["Decided as"] == graph.labels[hidden]).mean() > 0.9


def test_new_nodes_come_with_their_links_and_one_without_is_named():
    at = opened("apply.py", "cyclic_communities")
    graph = load_sample("cyclic_communities")
    out = graph.adjacency[[0]].nonzero()[1][:8]
    into = graph.adjacency[:, [0]].nonzero()[0][:8]
    lines = [f"mine,{graph.node_ids[j]}" for j in out] + [f"{graph.node_ids[i]},mine" for i in into]
    text = "\n".join(["source,target", *lines, "alone,apart", "apart,alone"]).encode()
    found = shown(given(at, "apply_new", text))
    assert found["Sample"].tolist() == ["mine", "alone", "apart"]
    assert found["Decided as"].iloc[0] == graph.labels[0]
    assert "2 nodes without a tie to any training node" in said(at)
    at = given(
        at, "apply_new", "\n".join(["source,target", f"{graph.node_ids[0]},{graph.node_ids[1]}"]).encode()
    )
    assert "none of them is new" in at.error[0].value


def test_a_block_of_a_matrix_gives_one_view_and_a_second_block_both():
    K = RNG.normal(size=(30, 30)) + 3.0 * (np.arange(30)[:, None] % 2 == np.arange(30) % 2)
    y = [["even", "odd"][i % 2] for i in range(25)]
    old, new = np.arange(25), np.arange(25, 30)
    names = [f"s{i}" for i in old]
    at = own("apply.py", MatrixData(K[np.ix_(old, old)], y, names))
    block = pd.DataFrame(K[np.ix_(new, old)], columns=names, index=[f"n{i}" for i in new])
    at = given(at, "apply_new", block.iloc[:, ::-1].to_csv().encode())
    assert not at.error, at.error[0].value
    assert "source view decides alone" in said(at)
    chosen = {key: at.session_state[key] for key in ("gamma", "damping")}
    plain = AsKLSClassifier(PrecomputedKernel(K), **chosen).fit(old, y)
    f_s, f_t = plain.decision_views(new)
    assert shown(at)["Decided as"].tolist() == [["even", "odd"][int(f > 0)] for f in f_s]
    columns = pd.DataFrame(K[np.ix_(old, new)], columns=[f"n{i}" for i in new], index=names)
    at = given(at, "apply_columns", columns.to_csv().encode(), "columns.csv")
    assert shown(at)["Target view"].tolist() == [["even", "odd"][int(f > 0)] for f in f_t]


@pytest.mark.parametrize("sample", ["iris", "cyclic_communities", "attention"])
def test_the_script_of_a_page_prints_its_numbers(sample, tmp_path, capsys, monkeypatch):
    at = opened("apply.py", sample)
    example = export.example_table(load_sample(sample))
    text = example.to_csv(index=sample == "attention")
    (tmp_path / "mine.csv").write_text(text)
    at = given(at, "apply_new", text.encode(), "mine.csv")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(compile(at.code[0].value, "script", "exec"), names)
    assert names["applied"].predicted["merged"].astype(str).tolist() == shown(at)["Decided as"].tolist()
    assert f"The views disagree on {int(names['applied'].disagree.sum())}" in capsys.readouterr().out
    assert type(load_model("model.skops")) is type(names["model"])
