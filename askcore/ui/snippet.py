"""The Python that reproduces what a page shows.

UI floor, without streamlit.
"""

from __future__ import annotations

from pathlib import PurePath

from askcore.datasets import list_public
from askcore.experiments import PATH_LIMIT, KernelChoice, Split
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import UPLOAD, Active
from askcore.ui.reading import Reading, reader_call

__all__ = ["data_line", "python_code"]


def python_code(current: Active, choice: KernelChoice, model: ModelChoice, split: Split) -> str:
    """A script that trains the same model on the same split and prints its three accuracies."""
    graph = current.is_graph
    lines = ["import numpy as np", "", "import askcore", "from askcore.experiments import holdout_split", ""]
    lines += [data_line(current)]
    labels = {"graph": "data.labels", "table": "data.y"}.get(current.kind, "data.row_labels")
    lines += [
        f"split = holdout_split({labels}, train_size={model.train_size}, random_state={model.seed})",
        "",
    ]
    if graph:
        lines += [
            "kernel = askcore.kernels.GraphKernel(",
            f"    data.adjacency, {choice.name!r}, orientation={choice.orientation!r},",
            f"    self_loops={choice.self_loops}, normalize={choice.normalize},"
            + "".join(f" {name}={value!r}," for name, value in choice.params),
            ")",
            "X = np.arange(data.n_nodes)",
        ]
        first, params = "kernel", ""
    elif current.kind != "table":
        lines += ["kernel = askcore.kernels.PrecomputedKernel(data.matrix)", "X = np.arange(data.n_rows)"]
        first, params = "kernel", ""
    else:
        lines += ["X = data.X"]
        if choice.standardise:
            lines += [
                "mean, scale = X[split.train].mean(axis=0), X[split.train].std(axis=0)",
                "X = (X - mean) / np.where(scale > 0, scale, 1.0)",
            ]
        first = repr(choice.name)
        params = f"kernel_params={dict(choice.params)!r}, " if choice.params else ""
    lines += [
        "model = askcore.AsKLSClassifier(",
        f"    {first}, {params}gamma={model.gamma:g}, damping={model.damping!r}{_merging(model, split)}",
        ")",
        f"model.fit(X[split.train], {labels}[split.train])",
        "f_s, f_t = model.decision_views(X[split.test])",
        'for name, f in {"source": f_s, "target": f_t}.items():',
        "    best = f.argmax(axis=1) if f.ndim == 2 else (f > 0).astype(int)",
        f"    print(name, (model.classes_[best] == {labels}[split.test]).mean())",
        f'print("merged", (model.predict(X[split.test]) == {labels}[split.test]).mean())',
    ]
    return "\n".join(lines) + "\n"


def data_line(current: Active) -> str:
    """The lines that make ``data``: a graph, a table or a matrix, as the pages compute with it."""
    if current.name == UPLOAD:
        file, reading = PurePath(current.title).name, current.reading or Reading()
        whole = current.bags if current.bags is not None else current.data
        data = reader_call(whole, reading, file, labels=current.labels_beside) + "  # your file"
    else:
        loader = "fetch" if current.name in list_public() else "load_sample"
        data = f"askcore.datasets.{loader}({current.name!r})"
    if current.bags is None or current.measured is None:
        return f"data = {data}"
    given = dict(current.measured.params)
    return "\n".join(
        [
            f"bags = {data}",
            f"found = askcore.experiments.bag_kernel(bags, n_components={given['n_components']}).run()",
            f"every, kernel = range(bags.n_samples), found.kernel({given['a']!r})",
            "data = askcore.datasets.MatrixData(kernel(every, every), bags.labels, bags.bag_ids)",
        ]
    )


def _merging(model: ModelChoice, split: Split) -> str:
    """The rule of the merged decision as arguments; what it learns from depends on the size, as on the page."""
    if model.merge == "mean":
        return ""
    learned = 'cv="loo"' if len(split.train) <= PATH_LIMIT else "random_state=0"
    return f", merge={model.merge!r}, {learned}"
