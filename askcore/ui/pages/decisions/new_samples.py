"""The tab "New samples" of the page "Decisions": predictions for samples that a model was not trained on.

Files are read in another process within the limits of an upload; their content is kept.
"""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.pipeline import Pipeline

from askcore import experiments, figures, models
from askcore._format import count, first_few, format_percent, join_and, plural
from askcore._lazy import cached_property
from askcore.datasets import DataError
from askcore.datasets.files.limits import in_file, read_megabytes, read_seconds, readable
from askcore.datasets.own_file import UploadedFile, read_new
from askcore.estimators import AsKLSClassifier
from askcore.experiments import KernelChoice, labelled_samples
from askcore.experiments.applied import Applied
from askcore.experiments.fitted import LEARNED
from askcore.experiments.judging import check_trainable
from askcore.experiments.running.jobs import Task
from askcore.ui import blocks as ui
from askcore.ui.background import FEW_TUNED, in_background, wait_for
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.cache import cached
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.data.session import uploads
from askcore.ui.pieces import table_csv
from askcore.ui.problems import Data, problem, with_entries
from askcore.ui.text.snippet import file_stem
from askcore.ui.text.words import decided_by, on_page, plain

FEW = 5  # names in a sentence, samples of an example
ROWS, COLUMNS = 1000, 100  # of the table on the page
MODELS = {"setting": "Trained here", "file": "From a file"}

SAID = {
    "trained": "The model is trained on all {n} with a label.",
    "left_out": "{n} without a label {are} left out of training.",
    "table": "The file needs the columns of the table, in any order. A label column is optional.",
    "graph": "The file lists links, one per line: from, to. A name that is not in the data set is a new "
    "node.",
    "matrix": "The file is the block K(new, old), with a row for each new sample and a column for each old one.",
    "bags": "New bags cannot be predicted yet: their divergences from the others are not known.",
    "scored": "**The model predicts the right class for {right:,} of {n:,} {what}: accuracy {accuracy}.**",
    "one": "**The model predicts {name} for the {what}.**",
    "same": "**The model predicts {name} for all {n:,} {what}.**",
    "several": "**The model predicts {parts} of {n:,} {what}.**",
    "agree": "The two views agree on every {word}.",
    "disagree": "The two views disagree on {n}: {names}.",
    "one_view": "The file has no K(old, new), so only the source view predicts. Add K(old, new) as a second file.",
    "far": "**{n} {are} far from every training {word}: {names}.** Do not rely on the prediction there.",
    "untied": "**{n} {have} no tie to any training {word}: {names}.** Do not rely on the prediction there.",
    "views": "Colour: the predicted class. Ring: the two views predict different classes.",
    "alt": "Source view (horizontal) and target view (vertical) of each {word}, coloured by predicted class",
    "part": "Shown: {0:,} of {2:,} rows and {1:,} of {3:,} columns. The file contains all of them.",
    "apply_model_file": "A file saved here or with askcore.save_model. Any other content is refused.",
    "apply_new": "The data set in use does not change.",
    "apply_columns": "The block K(old, new), with a row for each old sample and a column for each new one. "
    "This file is needed if the matrix is not symmetric.",
    "example": "Five {word}s of this data set under new names.",
    "save": "The file contains the model and its training data. Open it here or with askcore.load_model.",
    "accuracy": "The share of these samples whose predicted class is their label.",
}


@dataclass(frozen=True, eq=False)
class NewSamples:
    """A model and the samples to predict, as long work: an ``Applied``, or the reason why there is none."""

    current: Active
    choice: KernelChoice | None  # of the sidebar, as ``chosen``; None for a model from a file
    chosen: ModelChoice | None
    label: str  # label column in the file of the data set
    file: UploadedFile | None = None  # the model
    known: bool = False  # predict samples without a label; with a model from a file all samples
    new: tuple[UploadedFile, ...] = ()  # new samples; of a matrix also the columns

    @property
    def data(self) -> Any:
        """The data set itself."""
        return self.current.data

    @cached_property
    def unlabelled(self) -> np.ndarray:
        """Indices of samples without a label."""
        return np.setdiff1d(np.arange(self.data.n_samples), labelled_samples(self.data.labels))

    @property
    def n_samples(self) -> int:
        """How many samples the work is about, old and new ones."""
        return self.data.n_samples + sum(file.data.count(b"\n") + 1 for file in self.new)

    @property
    def key(self) -> tuple[Any, ...]:
        """Identity of the work."""
        return self.data, self.choice, self.chosen, self.known, self.new, self.file

    def model(self) -> Any:
        """The fitted model; None without a file."""
        if self.choice is not None and self.chosen is not None:
            return _trained(self.data, self.choice, self.chosen)
        return None if self.file is None else _opened(self.file)

    def read(self) -> list[Any]:
        """Content of the files of new samples."""
        of, how = self.data.digest, {"label": self.label, "reading": self.current.reading}
        return [_once(each, of, Task(read_new, each, self.data, **how)) for each in self.new]

    def features(self) -> pd.DataFrame | None:
        """Features of the samples; None where there are none."""
        rows = self.read()[0] if self.new else self.data  # every row of a table has a label
        return pd.DataFrame(rows.X, columns=rows.feature_names) if self.data.kind == "table" else None

    def ready(self) -> bool:
        """Whether the result is there."""
        return bool(self.known or self.new) and bool(_predicted.ready(self.n_samples, self.key, self))  # type: ignore[attr-defined]

    def result(self) -> Applied | Text | None:
        """The result, or why a file cannot be used; None without samples."""
        name = "" if self.file is None else self.file.name
        opened = readable("The model cannot be applied", where=in_file(name), remedy="Save it again.")
        try:
            with opened if name else nullcontext():  # its parts may not fit
                asked = self.model() is not None and (self.known or self.new)
                return _predicted(self.n_samples, self.key, self) if asked else None
        except DataError as error:
            return Text(plain(on_page(error)), "warning")


def new_samples_tab(current: Active, choice: KernelChoice, model: ModelChoice) -> list[Block]:
    """The blocks of the tab; the model is trained on all labelled samples."""

    def body(value: Value) -> list[Block]:
        state = _asked(current, choice, model, value)
        predictions, steps = ui.Run(state, partial(_results, state)), map(ui.Step, python_steps(state, model))
        if state.choice is None:
            return [*_guidance(state), predictions, *steps]
        training = ui.Work(_trained, (state.data, state.choice, state.chosen))
        return [*_guidance(state), ui.Run(training, lambda model: [predictions, save(model)]), *steps]

    def save(model: Any) -> ui.Download:
        name = f"{file_stem('Model', current.title)}.skops"
        return ui.Download("Save the model", partial(models.model_bytes, model), name, SAID["save"])

    return [ui.Live("new_samples", body)]


def _label(current: Active) -> str:
    used = uploads().used if current.name == UPLOAD else None
    if used is None or used.survey is None:
        return "label"
    return str(used.reading.label or used.survey.label or "label")


def _asked(current: Active, choice: KernelChoice, model: ModelChoice, value: Value) -> NewSamples:
    """The controls, and the state that they lead to; the split of the page plays no part."""

    def given(key: str, name: str, *kinds: str) -> UploadedFile | None:
        file = value(ui.Control(key, name, "file", kinds, help=SAID[key]))
        return file if isinstance(file, UploadedFile) else None

    state = NewSamples(current, choice, replace(model, train_size=1.0, seed=0), _label(current))
    options = {"file": "From a file"}
    if value(ui.Control("apply_model", "Model", "list", tuple(MODELS), titles=MODELS.__getitem__)) == "file":
        file = given("apply_model_file", "Model file", "skops")
        state = replace(state, choice=None, chosen=None, file=file)
        options["known"] = "The data set in use"
    elif len(state.unlabelled):
        options = {"known": f"Those without a label ({len(state.unlabelled):,})", **options}
    if current.bags is not None:
        return replace(state, known="known" in options)
    samples = ui.Control("apply_to", "New samples", "list", tuple(options), titles=options.__getitem__)
    if len(options) > 1 and value(samples) == "known":
        return replace(state, known=True)
    first = given("apply_new", f"New {state.data.sample_word}s")
    if first is None:
        key = current.control("apply_example")
        if value(ui.Control(key, "Use an example", "switch", default=False, help=_example_said(state))):
            first = UploadedFile("new_samples.csv", table_csv(example_table(state.data)).encode())
    files = [first]
    if state.data.kind == "matrix" and first is not None:
        files.append(given("apply_columns", "K(old, new)"))
    return replace(state, new=tuple(filter(None, files)))


def _guidance(state: NewSamples) -> list[Block]:
    """Scope of the training, and the format of a file."""
    said, word, rest = [], state.data.sample_word, len(state.unlabelled)
    if state.choice is not None:
        said.append(SAID["trained"].format(n=count(state.data.n_samples - rest, word)))
        if rest:
            said.append(SAID["left_out"].format(n=count(rest, word), are=plural(rest, "is", "are")))
    if not state.known:
        said.append(SAID[state.current.kind])
    lead: list[Block] = [Text(" ".join(said))] if said else []
    if state.known or state.new or state.current.bags is not None:
        return lead
    example = partial(example_table, state.data)
    return [*lead, ui.Download("The example (CSV)", example, "new_samples.csv", _example_said(state))]


def _example_said(state: NewSamples) -> str:
    return SAID["example"].format(word=state.data.sample_word)


def example_table(data: Any) -> pd.DataFrame:
    """Some samples of a data set under new names: rows, links, or a block of kernel values."""
    few = np.linspace(0, data.n_samples - 1, min(FEW, data.n_samples)).astype(int)
    if data.kind == "table":
        return pd.DataFrame(data.X[few], columns=data.feature_names)
    if data.kind == "matrix":
        block = data.matrix[few]
        entries = block.toarray() if sp.issparse(block) else block
        names = [f"new {i + 1}" for i in range(len(few))]
        return pd.DataFrame(entries, columns=data.column_names, index=names)
    links = data.adjacency.tocoo()
    lines = [
        tuple(f"new {k + 1}" if end == node else data.node_ids[end] for end in (i, j))
        for k, node in enumerate(few)
        for i, j in zip(links.row, links.col, strict=True)
        if node in (i, j)
    ]
    return pd.DataFrame(lines, columns=["source", "target"])


def _results(state: NewSamples, found: Applied | Text) -> list[Block]:
    if isinstance(found, Text):
        return [found]
    word, known = state.data.sample_word, not found.one_view
    views = "disagree" if found.disagree.any() else "agree"
    said = [
        verdict(found, word, new=bool(state.new)),
        _said(views if known else "one_view", found.disagree, word, found),
    ]
    unlike = "far" if state.data.kind == "table" else "untied"
    roles = {"source": "Source view f_s", "target": "Target view f_t", "merged": decided_by(found.merge)}
    accuracies = {
        roles[role]: format_percent(scores["accuracy"]) for role, scores in found.scores.items() if known
    }
    table = predictions_table(found, state.features())
    shown = table.iloc[:ROWS, :COLUMNS]
    part = SAID["part"].format(*shown.shape, *table.shape) if shown.shape != table.shape else ""
    return [
        *(Text(each) for each in (*said, *map(plain, found.notes))),
        *([Text(_said(unlike, found.far, word, found), "warning")] if found.far.any() else []),
        *(ui.Metric(title, value, SAID["accuracy"]) for title, value in accuracies.items()),
        *_views(state, found),
        ui.Table(shown, part),
        ui.Download("Predictions (CSV)", lambda: table, "predictions.csv"),
    ]


def _said(kind: str, which: np.ndarray, word: str, found: Applied) -> str:
    """A sentence about some of the samples."""
    n, first = int(which.sum()), np.flatnonzero(which)[: FEW + 1]
    names = first_few([plain(found.names[i]) for i in first], FEW)
    are, have = plural(n, "is", "are"), plural(n, "has", "have")
    return SAID[kind].format(n=count(n, word), word=word, names=names, are=are, have=have)


def verdict(found: Applied, word: str, *, new: bool) -> str:
    """Accuracy where labels are known, else the predicted classes; ``new`` : the samples came in a file."""
    n = len(found.names)
    what = f"{'new ' * new}{plural(n, word)}"
    if found.scores:
        accuracy = found.scores["merged"]["accuracy"]
        right = round(accuracy * n)
        return SAID["scored"].format(right=right, n=n, what=what, accuracy=format_percent(accuracy))
    counts = Counter(found.predicted["merged"].tolist()).most_common()
    parts = [f"{plain(name)} for {number:,}" for name, number in counts[:FEW]]
    if rest := sum(number for _, number in counts[FEW:]):
        parts.append(f"{count(len(counts) - FEW, 'other class', 'other classes')} for {rest:,}")
    kind = "one" if n == 1 else "same" if len(counts) == 1 else "several"
    return SAID[kind].format(name=plain(counts[0][0]), n=n, what=what, parts=join_and(parts))


def _views(state: NewSamples, found: Applied) -> list[Block]:
    """Both views of each sample for one class."""
    if found.one_view:
        return []
    names = tuple(str(each) for each in found.classes)

    def of_class(j: int) -> Figure:
        draw = partial(
            figures.views_scatter,
            found.f_source[:, j],
            found.f_target[:, j],
            found.predicted["merged"],
            names=found.names,
            positive=found.classes[j],
            classes=found.classes,
            disagree=found.disagree,
        )
        key, alt = state.current.key("apply_views"), SAID["alt"].format(word=state.data.sample_word)
        return Figure(key, draw, alt, "Both views", SAID["views"])

    if len(names) == 2:
        return [of_class(1)]
    asked = ui.Control(state.current.control("apply_class", named=True), "Class", "list", names, titles=plain)
    return [ui.Live("new_views", lambda value: [of_class(names.index(value(asked)))])]


def predictions_table(found: Applied, features: pd.DataFrame | None) -> pd.DataFrame:
    """A row for each sample: predictions, and features where there are some."""
    table: dict[str, Any] = {"sample": found.names, "predicted class": found.predicted["merged"].astype(str)}
    if found.truth is not None:
        table["label"] = [str(label) for label in found.truth]
    if not found.one_view:
        table |= {f"{role} view": found.predicted[role].astype(str) for role in ("source", "target")}
    table["probability" if found.merge in LEARNED else "decision value"] = found.merged.max(axis=1)
    table["far"] = found.far
    said = pd.DataFrame(table)
    if features is None:
        return said
    while len(clash := said.columns.intersection(features.columns)):
        said = said.rename(columns={name: f"{name}*" for name in clash})
    return pd.concat([said, features], axis=1)


@in_background("Training AsK-LS", few=FEW_TUNED)
def _trained(data: Data, choice: KernelChoice, chosen: ModelChoice) -> Task[Any]:
    check_trainable(problem(data, choice), len(labelled_samples(data.labels)))
    return Task(experiments.train_on_all, with_entries(data, choice), **_settings(chosen))


def _settings(chosen: ModelChoice) -> dict[str, Any]:
    """Arguments of ``train_on_all`` that are not its defaults."""
    more = {"merge": chosen.merge, "class_weight": chosen.class_weight}
    given = {key: value for key, value in more.items() if value not in ("mean", None)}
    return {"gamma": chosen.gamma, "damping": chosen.damping, **given}


@in_background("Reading both views", entries=16)
def _predicted(n_samples: int, key: tuple[Any, ...], _state: NewSamples) -> Task[Applied]:
    at = None if _state.choice is None else _state.unlabelled
    args = [experiments.decide_held, _state.model(), _state.data, at]
    if _state.new:
        args = [experiments.decide_new, _state.model(), _state.data, *_state.read()]
    return Task(*args, trained_on=_state.choice is not None)


def _last(model: Any) -> Any:
    """The model without the step that scales features."""
    return model[-1] if isinstance(model, Pipeline) else model


def _opened(file: UploadedFile) -> AsKLSClassifier | Pipeline:
    model = _once(file, "", Task(models.load_model, file.data))
    kind = type(_last(model))
    if not issubclass(kind, AsKLSClassifier):
        said, remedy = f"The file contains a {kind.__name__}", "Choose a file with a model of AsK-LS."
        raise DataError(f"{said}, which has no two views", remedy=remedy)
    return model


def _once(file: UploadedFile, of: str, task: Task[Any]) -> Any:
    """Content of a file, read once in another process; a DataError is kept, too."""
    held = _place(file, of)
    if not held:
        limits: dict[str, Any] = {"limit": read_seconds(), "megabytes": read_megabytes()}
        try:
            held.append(wait_for("apply_file", held, task, f"Reading {plain(file.name)}", **limits))
        except DataError as error:
            where = error.where or in_file(file.name)
            held.append(DataError(error.problem, where=where, remedy=error.remedy))
    if isinstance(held[0], DataError):
        raise held[0]
    return held[0]


@cached(entries=16)
def _place(file: UploadedFile, of: str) -> list[Any]:
    return []


def python_steps(state: NewSamples, model: ModelChoice) -> list[str]:
    """Steps of a script in which ``data`` exists: train or load the model, predict, draw both views."""
    found = state.result() if state.ready() else None
    settings = ", ".join(f"{key}={value!r}" for key, value in _settings(model).items())
    train = f'model = train_on_all(problem, {settings})\naskcore.save_model(model, "model.skops")'
    steps = [f"# AsK-LS on all labelled samples\nproblem = Problem(data, {state.choice!r})\n{train}"]
    if state.choice is None:
        steps = [f"model = askcore.load_model({'model.skops' if state.file is None else state.file.name!r})"]
    if not isinstance(found, Applied):
        return steps
    apply = "applied = decide_held(model, data)" if state.choice is None else UNLABELLED
    if state.new:
        more = f", data.feature_names, label={state.label!r}" if state.data.kind == "table" else ""
        reading = state.current.reading
        how = {} if reading is None else reading.of_numbers(state.data.kind)
        more += "".join(f", {name}={value!r}" for name, value in how.items())
        reader = {"table": "read_rows", "graph": "read_graph", "matrix": "read_matrix"}[state.data.kind]
        read = [f"askcore.datasets.{reader}({each.name!r}{more})" for each in state.new]
        apply = f"# your files, in the folder in which this runs\napplied = decide_new(model, data, {', '.join(read)})"
    steps += [apply, APPLIED_CODE + ACCURACY_CODE * bool(found.scores)]
    return steps if found.one_view else [*steps, "askcore.plot(applied)"]


APPLIED_CODE = """print(applied.table)
print("The views disagree on", applied.disagree.sum())"""
ACCURACY_CODE = '\nprint("Accuracy:", applied.scores["merged"]["accuracy"])'
UNLABELLED = (
    "at = np.setdiff1d(np.arange(data.n_samples), labelled_samples(data.labels))\n"
    "applied = decide_held(model, data, at)"
)
