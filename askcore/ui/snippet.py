"""The Python that makes the data set in use, and its matrix: the code of every page begins with it.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from askcore.datasets import list_public
from askcore.datasets.own_file import Reading, reader_call
from askcore.experiments import KernelChoice
from askcore.ui.dataset import UPLOAD, Active

__all__ = ["data_line", "problem_script"]


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


def problem_script(
    current: Active, choice: KernelChoice, imports: Sequence[str], lines: Sequence[str]
) -> str:
    """A script that makes ``problem``, the matrix that a page is about, and goes on from there.

    Parameters
    ----------
    current, choice : data and kernel.
    imports : names of ``askcore.experiments`` for one import line each.
    lines : what is done with ``problem``.
    """
    first, *more = imports
    return "\n".join(
        [
            "import askcore",
            f"from askcore.experiments import KernelChoice, Problem, {first}",
            *(f"from askcore.experiments import {names}" for names in more),
            "",
            data_line(current),
            f"problem = Problem(data, {choice!r})",
            *lines,
            "",
        ]
    )
