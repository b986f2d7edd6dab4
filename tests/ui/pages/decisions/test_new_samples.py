"""The tab "New samples": rows, nodes, blocks of a matrix and models from files, and files that are refused."""

from __future__ import annotations

import pickle
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from askcore import AsKLSClassifier, load_model
from askcore.datasets import BagData, GraphData, MatrixData, TableData, load_sample
from askcore.datasets.own_file import Reading, UploadedFile
from askcore.experiments import KernelChoice
from askcore.experiments.applied import Applied
from askcore.kernels import PrecomputedKernel
from askcore.models import model_bytes
from askcore.ui import blocks
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import Active
from askcore.ui.pages.decisions import new_samples as tab

RNG = np.random.default_rng(3)
X = RNG.normal(size=(60, 3)) + 2.0 * np.repeat([0, 1, 2], 20)[:, None]
Y = np.repeat(["red", "green", "blue"], 20)
TABLE, GRAPH = TableData(X, Y, ["x1", "x2", "x3"]), load_sample("cyclic_communities")
MODEL = ModelChoice(10.0, 0.01, 0.6, 0)
CHOICES = {
    "table": KernelChoice("sne", standardise=True),
    "graph": KernelChoice("adjacency"),
    "matrix": KernelChoice("precomputed"),
}
KEPT = "model-mine.skops"
FIRST = ["sample", "predicted class", "source view", "target view", "decision value", "far"]


@pytest.fixture(autouse=True)
def _files_are_read_here(monkeypatch):
    monkeypatch.setattr(tab, "wait_for", lambda name, of, task, doing, **limits: task())


def active(data, **more):
    return Active("upload", "Mine", data, {"kernel": "sne"}, "", "", **more)


def given(table, name="new.csv", **how):
    return UploadedFile(name, table if isinstance(table, bytes) else table.to_csv(**how).encode())


def rows(n=6, **more):
    return given(pd.DataFrame({"x3": X[:n, 2], "x1": X[:n, 0], "x2": X[:n, 1], **more}), index=False)


def shown(data, model=MODEL, **held):
    """What the tab has, with its work done, where controls hold these values."""
    current = data if isinstance(data, Active) else active(data)
    found = SimpleNamespace(text="", warned="", table=None, files={}, numbers=[], code="")

    def value(control):
        return held.get(control.key, None if control.kind == "file" else blocks.default(control))

    def read(content):
        for block in content:
            if isinstance(block, blocks.Text):
                found.text += f"{block.markdown}\n".replace("\\", "")
                found.warned += block.markdown.replace("\\", "") if block.role == "warning" else ""
            elif isinstance(block, blocks.Table):
                found.table, found.caption = block.frame, block.caption
            elif isinstance(block, blocks.Download):
                found.files[block.name] = block.content
            elif isinstance(block, blocks.Step):
                found.code += block.code
            elif isinstance(block, blocks.Metric):
                found.numbers.append(block.label)
            elif isinstance(block, blocks.Live):
                read(block.body(value))
            elif isinstance(block, blocks.Run) and (result := block.work.result()) is not None:
                read(block.body(result))

    read(tab.new_samples_tab(current, CHOICES[current.data.kind], model))
    return found


def test_new_rows_get_the_predictions_of_a_plain_fit_beside_their_features(monkeypatch):
    found = shown(TABLE, apply_new=rows())
    inside = (X - X.mean(axis=0)) / X.std(axis=0)
    plain = AsKLSClassifier(gamma=10.0, damping=0.01).fit(inside, Y)
    assert list(found.table.columns) == [*FIRST, "x1", "x2", "x3"]
    assert found.table["predicted class"].tolist() == plain.predict(inside[:6]).tolist()
    np.testing.assert_allclose(found.table[["x1", "x2", "x3"]], X[:6])
    assert "**The model predicts red for all 6 new samples.**" in found.text
    monkeypatch.setattr(tab, "ROWS", 4)  # of the page; the file has all
    part = shown(TABLE, apply_new=rows())
    assert len(part.table) == 4
    assert part.caption.startswith("Shown: 4 of 6 rows and 9 of 9 columns.")
    pd.testing.assert_frame_equal(part.files["predictions.csv"](), found.table)


def test_numbers_are_written_as_in_the_file_of_the_data_set_on_the_page_and_in_its_script():
    commas = Reading("table", choices={"decimal": ",", "omit": ["x9"]})
    frame = pd.DataFrame({"x1": X[:6, 0], "x2": X[:6, 1].round(3), "x3": X[:6, 2]})
    of_commas = active(TABLE, reading=commas)
    file = given(frame, sep=";", decimal=",", index=False)
    shown(of_commas, apply_new=file)
    found = shown(of_commas, apply_new=file)  # once it is predicted, the script has it
    np.testing.assert_allclose(found.table[["x1", "x2", "x3"]], frame)
    assert "decimal=',')" in found.code


def test_labels_in_the_file_give_an_accuracy_and_far_samples_are_named():
    found = shown(TABLE, apply_new=given(rows(label=[*Y[:5], "blue"]).data + b"900,900,900,red\n"))
    right = (found.table["predicted class"] == found.table["label"]).sum()
    assert f"for {right} of 7 new samples: accuracy {right / 7:.1%}.**" in found.text
    assert found.numbers == ["Source view f_s", "Target view f_t", "Merged"]
    assert "**1 sample is far from every training sample: row 7.**" in found.warned
    assert found.table["far"].tolist() == [False] * 6 + [True]


def test_a_feature_with_the_name_of_a_prediction_keeps_it():
    f = np.array([[-1.0, 1.0]])
    found = Applied(["a"], np.array(["no", "yes"]), f, f, f, "mean", np.array([False]))
    table = tab.predictions_table(found, pd.DataFrame({"far": [7.0], "far*": [8.0]}))
    assert list(table.columns) == [*FIRST[:-1], "far**", "far", "far*"]


def test_a_file_that_lacks_a_column_is_refused_by_name_and_the_model_can_be_saved():
    found = shown(TABLE, apply_new=given(b"x1,x2\n1,2\n3,4\n"))
    assert "lack 1 column: 'x3'" in found.warned
    assert found.table is None
    assert [*load_model(found.files[KEPT]()).feature_names_in_] == ["x1", "x2", "x3"]


def test_a_saved_model_predicts_the_same_from_its_file():
    here = shown(TABLE, apply_new=rows())
    held = {"apply_model": "file", "apply_model_file": UploadedFile("m.skops", here.files[KEPT]())}
    pd.testing.assert_frame_equal(shown(TABLE, apply_new=rows(), **held).table, here.table)
    everything = shown(TABLE, apply_to="known", **held)
    assert "of 60 samples: accuracy" in everything.text
    np.testing.assert_allclose(everything.table[["x1", "x2", "x3"]], X)


class Hostile:
    def __reduce__(self):
        return pytest.fail, ("code of a file was run",)


def broken_model():
    model = AsKLSClassifier(kernel="sne").fit(pd.DataFrame(X, columns=TABLE.feature_names), Y)
    object.__delattr__(model._training.bound, "params")
    return model_bytes(model)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (lambda: pickle.dumps(Hostile()), "m.skops"),
        (lambda: b"PK not a model", "m.skops"),
        (
            lambda: model_bytes(AsKLSClassifier().fit(pd.DataFrame(X, columns=[*"abc"]), Y)),
            "features that differ from those of the table",
        ),
        (broken_model, "The model cannot be applied"),
    ],
)
def test_a_file_without_a_fitting_model_is_refused_in_words(content, told):
    held = {
        "apply_model": "file",
        "apply_model_file": UploadedFile("m.skops", content()),
        "apply_new": rows(),
    }
    found = shown(TABLE, **held)
    assert told in found.warned
    assert found.table is None


def test_samples_without_a_label_are_predicted_at_once():
    labels = [None if i % 10 == 0 else label for i, label in enumerate(GRAPH.labels)]
    found = shown(GraphData(GRAPH.adjacency, GRAPH.node_ids, labels))
    assert found.table["sample"].tolist() == GRAPH.node_ids[::10]
    assert (found.table["predicted class"] == GRAPH.labels[::10]).mean() > 0.9
    assert f"{len(found.table)} nodes without a label are left out of training." in found.text


def test_new_nodes_come_with_their_links_and_one_without_a_tie_is_named():
    out, into = GRAPH.adjacency[[0]].nonzero()[1], GRAPH.adjacency[:, [0]].nonzero()[0]
    lines = [f"mine,{GRAPH.node_ids[j]}" for j in out] + [f"{GRAPH.node_ids[i]},mine" for i in into]
    text = "\n".join(["source,target", *lines, "alone,apart", "apart,alone"])
    found = shown(GRAPH, apply_new=given(text.encode()))
    assert list(found.table.columns) == FIRST
    assert found.table["sample"].tolist() == ["mine", "alone", "apart"]
    assert found.table["predicted class"].iloc[0] == GRAPH.labels[0]
    assert "**2 nodes have no tie to any training node: alone, apart.**" in found.warned
    old = given(f"source,target\n{GRAPH.node_ids[0]},{GRAPH.node_ids[1]}".encode())
    assert "none of them is new" in shown(GRAPH, apply_new=old).warned


def test_a_block_of_a_matrix_gives_one_view_and_a_second_block_both():
    K = RNG.normal(size=(30, 30)) + 3.0 * (np.arange(30)[:, None] % 2 == np.arange(30) % 2)
    y = np.array(["even", "odd"])[np.arange(25) % 2]
    old, new = np.arange(25), np.arange(25, 30)
    names, others = [f"s{i}" for i in old], [f"n{i}" for i in new]
    data = MatrixData(K[np.ix_(old, old)], y, names)
    block = given(pd.DataFrame(K[np.ix_(new, old)], columns=names, index=others).iloc[:, ::-1])
    one = shown(data, apply_new=block)
    assert "only the source view predicts" in one.text
    plain = AsKLSClassifier(PrecomputedKernel(K), gamma=10.0, damping=0.01).fit(old, y)
    f_s, f_t = (np.where(f > 0, "odd", "even").tolist() for f in plain.decision_views(new))
    assert one.table["predicted class"].tolist() == f_s
    columns = given(pd.DataFrame(K[np.ix_(old, new)], columns=others, index=names), "columns.csv")
    assert shown(data, apply_new=block, apply_columns=columns).table["target view"].tolist() == f_t


def test_new_bags_are_not_predicted():
    bags = BagData([X[:5], X[5:10], X[10:15], X[15:20]], list("abab"))
    found = shown(active(MatrixData(np.eye(4), list("abab")), bags=bags))
    assert "New bags cannot be predicted yet" in found.text


def page():
    import streamlit as st

    from askcore.ui import render
    from askcore.ui.blocks import Step
    from askcore.ui.pages.decisions.new_samples import new_samples_tab
    from askcore.ui.sharing.visits import opened
    from askcore.ui.text.snippet import Script

    tab = new_samples_tab(*st.session_state["asked"])
    render.show(tab)
    steps = tuple(block.code for block in opened(tab) if isinstance(block, Step))
    st.code(str(Script("New samples", "", steps)), language="python")


def opened(data, model=MODEL):
    at = AppTest.from_function(page, default_timeout=60)
    at.session_state["asked"] = active(data), CHOICES[data.kind], model
    return at.run()


def upload(at, key, file):
    at.file_uploader(f"{key}_0").set_value((file.name, file.data, "text/csv")).run()
    assert [error.value for error in at.exception] == []
    return at


def test_a_file_is_read_on_the_page_and_a_class_chosen(monkeypatch):
    monkeypatch.undo()  # files are read in another process
    at = opened(TABLE)
    at.toggle("apply_example").set_value(True).run()
    assert len(at.dataframe[0].value) == 5
    at = upload(at, "apply_new", rows(7))
    assert list(at.dataframe[0].value.columns)[-3:] == ["x1", "x2", "x3"]
    before = at.get("plotly_chart")[0].proto.spec
    at.selectbox("apply_class").set_value("red").run()
    assert at.get("plotly_chart")[0].proto.spec != before
    at = upload(at, "apply_new", given(b"x1,x2\n1,2\n"))
    assert "'x3'" in at.warning[0].value
    at.selectbox("apply_model").set_value("file").run()
    at = upload(at, "apply_model_file", UploadedFile("m.skops", pickle.dumps(Hostile())))
    assert "m.skops" in at.warning[0].value.replace("\\", "")
    assert "load_model('m.skops')" in at.code[0].value


@pytest.mark.parametrize("name", ["iris", "cyclic_communities", "attention"])
def test_the_script_prints_the_numbers_of_the_tab(name, tmp_path, capsys, monkeypatch):
    data = load_sample(name)
    file = given(tab.example_table(data), "mine.csv", index=data.kind == "matrix")
    (tmp_path / "mine.csv").write_bytes(file.data)
    monkeypatch.chdir(tmp_path)
    at = upload(opened(data, replace(MODEL, merge="source", class_weight="balanced")), "apply_new", file)
    names = {"data": data}
    exec(compile(at.code[0].value, "script", "exec"), names)
    table = at.dataframe[0].value
    assert names["applied"].predicted["merged"].astype(str).tolist() == table["predicted class"].tolist()
    np.testing.assert_allclose(table["decision value"], names["applied"].merged.max(axis=1), rtol=1e-6)
    assert "class_weight='balanced'" in at.code[0].value
    assert f"The views disagree on {int(names['applied'].disagree.sum())}" in capsys.readouterr().out
    assert type(load_model("model.skops")) is type(names["model"])
