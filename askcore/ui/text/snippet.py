"""The Python behind a page: what it makes, in steps, with the imports that it needs.

Without streamlit. A page says what is computed, one statement a line; imports follow from the names in it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath

from askcore import experiments
from askcore.datasets import list_public
from askcore.datasets.own_file import Reading, reader_call
from askcore.experiments import KernelChoice
from askcore.ui.blocks import Step
from askcore.ui.data.dataset import UPLOAD, Active

ASKLS = (
    "M. He, F. He, L. Shi, X. Huang, J. A. K. Suykens: Learning with Asymmetric Kernels: Least Squares and Feature "
    "Interpretation, 2022."
)
KSVD = (
    "Q. Tao, F. Tonin, P. Patrinos, J. A. K. Suykens: Nonlinear SVD with Asymmetric Kernels: Feature Learning and "
    "Asymmetric Nyström Method, 2023."
)
INDEFINITE = (
    "X. Huang, A. Maier, J. Hornegger, J. A. K. Suykens: Indefinite kernels in least squares support vector machines "
    "and principal component analysis, 2017."
)

_MODULES = {
    "askcore": "import askcore",
    "figures": "from askcore import figures",
    "np": "import numpy as np",
    "imbalances": "from askcore.experiments.matrix.reading import imbalances",
    "papers": "from askcore import papers",
    "trophic_levels": "from askcore.diagnostics.trophic import trophic_levels",
    "SVG": "from IPython.display import SVG",  # in a notebook
}


@dataclass(frozen=True)
class Script:
    """The Python behind a page.

    Attributes
    ----------
    title : of the page.  about : what the script makes, in one line.
    steps : lines that belong together; each may use the names of those before.
    figure : lines after all steps, of which the last one is the main figure of the page; "" for none.
    caution : what not to conclude from the numbers, in a sentence or two.
    cites : whom to cite for the method.
    imports : lines of imports that do not follow from the names in the steps.
    of_data : it is about the data set in use.

    Examples
    --------
    >>> print(Script("Data", "Counts nodes.", ("data = askcore.datasets.load_sample('two_moons')", "print(data.kind)")))
    # Data: Counts nodes.
    import askcore
    <BLANKLINE>
    data = askcore.datasets.load_sample('two_moons')
    <BLANKLINE>
    print(data.kind)
    <BLANKLINE>
    """

    title: str
    about: str
    steps: tuple[str, ...]
    figure: str = ""
    caution: str = ""
    cites: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    of_data: bool = True

    def then(self, steps: Iterable[Step]) -> Script:
        """The same with more steps at its end."""
        more = list(steps)
        cites = dict.fromkeys([*self.cites, *(name for each in more for name in each.cites)])
        return replace(self, steps=(*self.steps, *(each.code for each in more)), cites=tuple(cites))

    def __str__(self) -> str:
        """The whole script but the figure."""
        about = " ".join(f"{self.title}: {self.about}".split())
        head = "\n".join(filter(None, [f"# {about}", self.imported()]))
        return "\n\n".join([head, *filter(None, self.steps)]) + "\n"

    def imported(self, more: str = "") -> str:
        """The imports of all steps, and of ``more`` lines, in the usual order."""
        lines = [line for line in self.imports if line.startswith("import ")]
        told = [line for line in self.imports if not line.startswith("import ")]
        for name in _loaded("\n".join([*self.steps, more])):
            if name in _MODULES:
                (lines if _MODULES[name].startswith("import ") else told).append(_MODULES[name])
        names = sorted(_loaded("\n".join([*self.steps, more])) & set(experiments.__all__), key=_by_type)
        if names:
            told.append(f"from askcore.experiments import {', '.join(names)}")
        return "\n".join([*sorted(set(lines)), *sorted(set(told), key=lambda line: line.split()[1])])


def data_lines(current: Active) -> str:
    """The lines that make ``data``: a graph, a table or a matrix, as the pages compute with it."""
    said = ""
    if current.name == UPLOAD:
        reading, whole = current.reading or Reading(), current.data if current.bags is None else current.bags
        file, labels = PurePath(current.file).name, PurePath(current.labels_file).name
        data = reader_call(whole, reading, file, labels=labels)
        said = "# your file, in the folder in which this runs\n"
        if labels:
            said = "# your files, in the folder in which this runs\n"
    else:
        loader = "fetch" if current.name in list_public() else "load_sample"
        data = f"askcore.datasets.{loader}({current.name!r})"
        if loader == "fetch":
            said = "# downloaded once, then read from your computer\n"
    if current.bags is None or current.measured is None:
        return f"{said}data = {data}"
    given = dict(current.measured.params)
    return said + "\n".join(
        [
            f"bags = {data}",
            f"found = askcore.experiments.bag_kernel(bags, n_components={given['n_components']}).run()",
            f"every, kernel = range(bags.n_samples), found.kernel({given['a']!r})",
            "data = askcore.datasets.MatrixData(kernel(every, every), bags.labels, bags.bag_ids)",
        ]
    )


def problem_lines(current: Active, choice: KernelChoice) -> str:
    """The lines that make ``problem``, the matrix that a page is about."""
    return f"{data_lines(current)}\nproblem = Problem(data, {choice!r})"


def _loaded(code: str) -> set[str]:
    """Names that the code uses."""
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


def _by_type(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions, as tools that sort imports have it."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def file_stem(*names: str) -> str:
    """Names as the name of a file, without its ending."""
    plain = [PurePath(name).stem if re.search(r"\.\w{1,8}$", name) else name for name in names]
    return re.sub(r"[^a-z0-9]+", "-", " ".join(plain).lower()).strip("-")[:60].rstrip("-") or "askcore"
