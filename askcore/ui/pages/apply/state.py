"""Apply, computed: the model, the new samples, and what the one says of the other.

UI floor. Files are read in a process of its own, within the limits of an upload; what came of them stays in the session
as long as the same file is there.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from sklearn.pipeline import Pipeline

from askcore import experiments, models
from askcore._lazy import made_once
from askcore.datasets import DataError
from askcore.datasets.files.limits import in_file, read_megabytes, read_seconds, readable
from askcore.datasets.own_file import Given, read_new
from askcore.estimators import AsKLSClassifier
from askcore.experiments import KernelChoice, labelled_samples, sizes
from askcore.experiments.applied import Applied
from askcore.experiments.merging import LEARNED
from askcore.experiments.running.jobs import Task
from askcore.kernels import GRAPH_KERNELS
from askcore.ui.choices import ModelChoice
from askcore.ui.data import upload
from askcore.ui.data.dataset import IN_USE, UPLOAD, Active
from askcore.ui.text.words import on_page, plain
from askcore.ui.work import cache
from askcore.ui.work.cache import Data, computed
from askcore.ui.work.heavy import awaited

MOST = 4  # files that were read, and answers, that are kept
_READ, _APPLIED = "_apply_read", "_apply_found"  # in the session: what came of a file; what the model said


@dataclass(frozen=True, eq=False)
class Apply:
    """The data set in use, a model, and the samples that it is applied to.

    Attributes
    ----------
    current : the data set in use.
    choice, chosen : kernel and model of the sidebar; None for a model from a file.
    file : the model as a file, where it came as one.
    known : it is applied to samples of the data set: those without a label, or for a model from a file all of them.
    new : else the files of new samples, of a matrix also that of its columns; empty as long as there is none.
    """

    current: Active
    choice: KernelChoice | None = None
    chosen: ModelChoice | None = None
    file: Given | None = None
    known: bool = False
    new: tuple[Given, ...] = ()

    @property
    def data(self) -> Any:
        """The data themselves."""
        return self.current.data

    @property
    def word(self) -> str:
        """What a sample is called: a row, a node, a sample."""
        return str(self.data.sample_word)

    @property
    def label(self) -> str:
        """The column of labels in the file that the data came from; "label" where none is known."""
        used = st.session_state.get(IN_USE) if self.current.name == UPLOAD else None
        if used is None or used.survey is None:
            return "label"
        return str(used.reading.label or used.survey.label or "label")

    @made_once
    def trained(self) -> np.ndarray:
        """Indices of the samples that have a label."""
        return labelled_samples(self.data.labels)

    @made_once
    def unlabelled(self) -> np.ndarray:
        """Indices of the samples without one."""
        return np.setdiff1d(np.arange(self.data.n_samples), self.trained)

    @made_once
    def model(self) -> AsKLSClassifier | Pipeline | None:
        """The model; None where its file is not there yet."""
        if self.file is not None:
            return _opened(self.file)
        if self.choice is None or self.chosen is None:
            return None
        return _trained(self.data, self.choice, self.chosen)

    @property
    def last(self) -> AsKLSClassifier | None:
        """AsK-LS alone, without what scales the features."""
        model = self.model
        return model[-1] if isinstance(model, Pipeline) else model

    @made_once
    def _outcome(self) -> tuple[Applied | None, str]:
        """What the model says, or why a file cannot be used; a model that cannot be trained stops the page."""
        if self.choice is not None:
            _ = self.model
        # A file may hold a model of the right types and nothing that fits in them.
        try:
            if self.file is None:
                return self._applied(), ""
            again = "Save it again, or choose another file."
            with readable("The model cannot be applied", where=in_file(self.file.name), remedy=again):
                return self._applied(), ""
        except DataError as error:
            return None, on_page(error)

    @property
    def applied(self) -> Applied | None:
        """What the model says of the samples; None where there is nothing to say."""
        return self._outcome[0]

    @property
    def refusal(self) -> str:
        """Why a file cannot be used, in words; "" where all can."""
        return self._outcome[1]

    def _applied(self) -> Applied | None:
        """Once for each model and samples, in this session; in another process where it takes long."""
        if self.model is None or not (self.known or self.new):
            return None
        held: dict[Any, Applied] = st.session_state.setdefault(_APPLIED, {})
        key = _of(self)
        if key not in held:
            work, task = self._work(), self._task()
            here = cache.stays("applied", key, work)
            found = cache.taken("applied", key, task, "Reading both views", work, here=here)
            while len(held) >= MOST:
                held.pop(next(iter(held)))
            held[key] = found
        return held[key]

    def _task(self) -> Task[Applied]:
        mine = self.choice is not None  # trained here, on these data
        if self.new:
            read = [_read(each, self.data, self.label) for each in self.new]
            return Task(experiments.decide_new, self.model, self.data, *read, trained_on=mine)
        at = self.unlabelled if mine else None
        return Task(experiments.decide_held, self.model, self.data, at, trained_on=mine)

    def _work(self) -> float:
        """Entries between new and training samples, and of a kernel between all nodes, made anew."""
        last = self.last
        assert last is not None
        lines = sum(each.data.count(b"\n") + 1 for each in self.new)
        size = lines or (self.data.n_samples if self.choice is None else len(self.unlabelled))
        work = 40.0 * size * len(last.X_fit_) * (1 + len(last.classes_) // 8)
        kind = getattr(last.kernel, "kind", "")
        anew = self.data.kind == "graph" and (self.new or self.choice is None)
        dense = anew and kind in GRAPH_KERNELS and not GRAPH_KERNELS[kind].sparse
        return work + (300.0 * self.data.n_samples**2 if dense else 0.0)

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        kind = self.data.kind
        return {
            "table": "yes" * (kind == "table"),
            "graph": "yes" * (kind == "graph"),
            "matrix": "yes" * (kind == "matrix"),
        }


def _training_work(data: Data, choice: KernelChoice, chosen: ModelChoice) -> float:
    folds = 11 if chosen.merge in LEARNED else 1
    return folds * sizes.training(cache.problem(data, choice), len(labelled_samples(data.labels)))


@computed("Training AsK-LS", _training_work)
def _trained(data: Data, choice: KernelChoice, chosen: ModelChoice) -> Task[Any]:
    return Task(
        experiments.train_on_all,
        cache.with_entries(data, choice),
        gamma=chosen.gamma,
        damping=chosen.damping,
        merge=chosen.merge,
    )


def _opened(file: Given) -> AsKLSClassifier | Pipeline:
    model = _once(file, "", lambda: Task(models.load_model, file.data))
    last = model[-1] if isinstance(model, Pipeline) else model
    if not isinstance(last, AsKLSClassifier):
        raise DataError(
            f"The file holds a {type(last).__name__}, which has no two views",
            remedy="This page applies AsK-LS. Use the other models in Python: askcore.load_model(file).",
        )
    return model


def _read(file: Given, data: Data, label: str) -> Any:
    return _once(file, data.digest, lambda: Task(read_new, file, data, label=label))


def _once(file: Given, of: str, task: Any) -> Any:
    """What came of a file, read once in a process of its own; a DataError is kept, too."""
    key = hashlib.sha256(file.data).hexdigest(), file.name, of
    held = st.session_state.setdefault(_READ, {})
    if key not in held:
        limits = {"limit": upload.BUSY * read_seconds(), "megabytes": read_megabytes()}
        try:
            work = sizes.RATE * len(file.data) / 2**20
            found = awaited("apply_file", key, task(), f"Reading {plain(file.name)}", work, **limits)
        except DataError as error:
            found = error
        while len(held) >= MOST:
            held.pop(next(iter(held)))
        held[key] = found
    if isinstance(held[key], DataError):
        raise held[key]
    return held[key]


def _of(state: Apply) -> tuple[Any, ...]:
    """What work on this model and these samples is told apart by."""
    given = (*state.new, *filter(None, [state.file]))
    files = tuple((each.name, hashlib.sha256(each.data).hexdigest()) for each in given)
    return state.data.digest, repr(state.choice), repr(state.chosen), files, state.known, state.label
