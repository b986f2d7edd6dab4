"""Apply to take away: what the model says of each sample, an example of a file, and the Python for the same.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from askcore.ui.downloads import File
from askcore.ui.pages.apply.state import Apply
from askcore.ui.text.snippet import ASKLS, Script, data_lines, joined, problem_lines

FEW = 5  # samples in an example


def files(state: Apply) -> list[File]:
    """What the model says of each sample."""
    found = state.applied
    if found is None:
        return [
            File("Decisions (CSV)", str, "decisions.csv", "There is nothing to decide yet.", missing=True)
        ]
    return [File("Decisions (CSV)", lambda: found.table, "decisions.csv")]


def example(state: Apply) -> File:
    """A file of new samples as this page takes it, made from the data set: to try, and to see how it looks."""
    data = state.data
    return File("The example (CSV)", lambda: example_table(data), "new_samples.csv", _EXAMPLE_HELP)


def example_table(data: Any) -> pd.DataFrame:
    """Some samples of a data set under new names: rows, links, or a block of kernel values."""
    few = np.linspace(0, data.n_samples - 1, min(FEW, data.n_samples)).astype(int)
    if data.kind == "table":
        return pd.DataFrame(data.X[few], columns=data.feature_names)
    if data.kind == "matrix":
        block = data.matrix[few]
        entries = block.toarray() if sp.issparse(block) else block
        return pd.DataFrame(
            entries, columns=data.column_names, index=[f"new {i + 1}" for i in range(len(few))]
        )
    links = data.adjacency.tocoo()
    lines = [
        (f"new {k + 1}" if i == node else data.node_ids[i], f"new {k + 1}" if j == node else data.node_ids[j])
        for k, node in enumerate(few)
        for i, j in zip(links.row, links.col, strict=True)
        if node in (i, j)
    ]
    return pd.DataFrame(lines, columns=["source", "target"])


def python_code(state: Apply) -> Script:
    """A script that trains the model, keeps it, and applies it to the same samples."""
    return Script(
        "Apply",
        "trains AsK-LS on all labelled samples and decides others.",
        (_model(state), _samples(state), _said(state)),
        _figure(state),
        "A decision far from all training samples says little.",
        (ASKLS,),
    )


def _model(state: Apply) -> str:
    if state.choice is None or state.chosen is None:
        name = "model.skops" if state.file is None else state.file.name
        return joined(data_lines(state.current), f"model = askcore.load_model({name!r})")
    chosen = state.chosen
    merge = f", merge={chosen.merge!r}" if chosen.merge != "mean" else ""
    return joined(
        problem_lines(state.current, state.choice),
        f"model = train_on_all(problem, gamma={chosen.gamma:g}, damping={chosen.damping!r}{merge})",
        'askcore.save_model(model, "model.skops")',
    )


def _samples(state: Apply) -> str:
    """The lines that make ``applied``; "" where nothing is to be decided."""
    if state.applied is None:
        return ""
    if not state.new:
        if state.choice is None:
            return "applied = decide_held(model, data)"
        return joined(
            "at = np.setdiff1d(np.arange(data.n_samples), labelled_samples(data.labels))",
            "applied = decide_held(model, data, at)",
        )
    readers = {
        "table": f"read_rows({{!r}}, data.feature_names, label={state.label!r})",
        "graph": "read_graph({!r})",
        "matrix": "read_matrix({!r})",
    }
    read = ", ".join(f"askcore.datasets.{readers[state.data.kind]}".format(each.name) for each in state.new)
    return joined(
        "# your files of new samples, in the folder in which this runs",
        f"applied = decide_new(model, data, {read})",
    )


def _said(state: Apply) -> str:
    found = state.applied
    if found is None:
        return ""
    lines = ["print(applied.table)", 'print("The views disagree on", applied.disagree.sum())']
    if found.scores:
        lines.append('print("Right:", applied.scores["merged"]["accuracy"])')
    return joined(*lines)


def _figure(state: Apply) -> str:
    if state.applied is None or state.applied.one_view:
        return ""
    return joined(
        'decided = applied.predicted["merged"]',
        "figures.views_scatter(applied.f_source[:, 1], applied.f_target[:, 1], decided, names=applied.names, "
        "positive=applied.classes[1], classes=applied.classes, disagree=applied.disagree)",
    )


_EXAMPLE_HELP = "Five samples of this data set under new names, as a file that this page takes."
