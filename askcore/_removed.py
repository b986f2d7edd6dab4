"""Names that left a package: the AttributeError says what to use instead. For version 0.3 alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lazy_loader

_GONE = {
    "askcore.datasets.TableChunks": "fit a dask array, see docs/distributed.md",
    "askcore.datasets.read_chunks": "fit a dask array, see docs/distributed.md",
    "askcore.experiments.baselines": "call compare_baselines, which gives a result for each",
    "askcore.experiments.contest": "call compare_on_split",
    "askcore.experiments.papers": "use askcore.papers",
    "askcore.papers.Cause": "a result's table says which other setting meets a number, and why",
    "askcore.papers.Forecast": "the seconds of a run are in PaperRun.seconds",
    "askcore.papers.forecast": "the seconds of a run are in PaperRun.seconds",
    "askcore.papers.Study": "a result's table says which other setting meets a number, and why",
    "askcore.papers.Trial": "a result's table says which other setting meets a number, and why",
    "askcore.papers.as_latex": "call as_markdown, which pandoc converts",
    "askcore.papers.answered": "a result's table says which other setting meets a number, and why",
    "askcore.papers.measured_causes": "a result's table says which other setting meets a number, and why",
    "askcore.papers.sensitivity": "a result's table says which other setting meets a number, and why",
    "askcore.solvers.lssvm_folds_out": "cross-validate an LSSVMClassifier",
    "askcore.solvers.lssvm_leave_one_out": "lssvm_gamma_path has the same decisions as .loo",
    "askcore.papers.studies": "a result's table says which other setting meets a number, and why",
}


class RemovedName(AttributeError):
    """A name that a package lacks; says where it went when it is printed, since many a caller only asks for it."""

    def __init__(self, package: str, folder: Path, name: str) -> None:
        super().__init__(package, folder, name, name=name)

    def __str__(self) -> str:
        package, folder, name = self.args
        plain = f"module {package!r} has no attribute {name!r}"
        if f"{package}.{name}" in _GONE:
            return f"{plain}: {_GONE[f'{package}.{name}']}."
        defined = re.compile(
            rf"^(?:class|def) {re.escape(name)}\b|^{re.escape(name)}\b[^=\n]* = ", re.MULTILINE
        )
        for path in sorted(folder.rglob("*.py")):
            if defined.search(path.read_text(encoding="utf-8")):
                module = ".".join([package, *path.relative_to(folder).with_suffix("").parts])
                return (
                    f"{plain}: it is no longer public. {module} contains it, where it may change without "
                    "notice."
                )
        return plain


def attach(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``lazy_loader.attach_stub``, with an error that says where a name went."""
    found, listed, names = lazy_loader.attach_stub(package, file)

    def __getattr__(name: str) -> Any:
        try:
            return found(name)
        except AttributeError as error:
            raise RemovedName(package, Path(file).parent, name) from error

    return __getattr__, listed, names


def without(**gone: str) -> Callable[[Any, str], Any]:
    """A ``__getattr__`` for a class that lost methods: their names, and what to call instead."""

    def __getattr__(self: Any, name: str) -> Any:
        instead = f"; call {gone[name]}" if name in gone else ""
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{instead}")

    return __getattr__
