"""Graphs as they are published: archives of tables by LINQS, pieces of scipy matrices by gnn-benchmark.

Words of papers are not read, only who cites whom, and the classes; nothing is unpickled.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.archives import take_from_tgz
from askcore.datasets.files.document import load_document
from askcore.datasets.files.limits import in_file
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.read import read_graph


class _Lines(NamedTuple):
    """A file of the archive, the lines above its content, the two parts of a line, and these in words."""

    file: str
    above: int
    line: re.Pattern[str]
    parts: str


# The papers with their classes, then the citations: of PubMed citing and cited, else cited and citing.
_LINQS = (
    _Lines("{}.content", 0, re.compile(r"([^\t]+)\t(?:.*\t)?([^\t]+)"), "an id, words and a class"),
    _Lines("{}.cites", 0, re.compile(r"\s*(\S+)\s+(\S+)\s*"), "two ids"),
)
_PUBMED = (
    _Lines(
        "Pubmed-Diabetes.NODE.paper.tab", 2, re.compile(r"([^\t]+)\t(?:.*\t)?label=([1-3])(?:\t.*)?"),
        "an id and label=1 to 3",
    ),
    _Lines(
        "Pubmed-Diabetes.DIRECTED.cites.tab", 2, re.compile(r".*paper:(\S+).*paper:(\S+).*"), "paper:A | paper:B"
    ),
)  # fmt: skip


def read_linqs(data: bytes, wanted: PublicSet, *, name: str) -> GraphData:
    """Cora, CiteSeer or PubMed: an edge of weight 1 goes from each citing to the cited paper.

    A citation that touches a paper without content, which has no class, is left out.
    """
    of_pubmed = wanted.provider == "pubmed"
    tables = [
        each._replace(file=each.file.format(wanted.name)) for each in (_PUBMED if of_pubmed else _LINQS)
    ]
    files = take_from_tgz(data, [table.file for table in tables], name=name)
    papers, cites = (_pairs(files[table.file], table) for table in tables)
    ids = [paper for paper, _ in papers]
    labels = [wanted.label_names[int(label) - 1] if of_pubmed else label for _, label in papers]
    place = {paper: i for i, paper in enumerate(ids)}
    known = {(place[a], place[b]) for a, b in cites if a in place and b in place}
    first, second = np.array(sorted(known), dtype=np.int64).reshape(-1, 2).T
    edges = (first, second) if of_pubmed else (second, first)
    return GraphData(
        sparse.csr_array((np.ones(len(first)), edges), shape=(len(ids), len(ids))), ids, np.array(labels)
    )


def _pairs(data: bytes, table: _Lines) -> list[tuple[str, str]]:
    """The two parts of each line."""
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise _not_published("text", f"file {table.file}") from error
    pairs = []
    for number, text in enumerate(lines[table.above :], table.above + 1):
        if text.strip():
            if (found := table.line.fullmatch(text.rstrip("\r"))) is None or not found[2].strip():
                raise _not_published(table.parts, f"line {number} of {table.file}")
            pairs.append((found[1].strip(), found[2].strip()))
    return pairs


def _not_published(expected: str, where: str) -> DataError:
    problem = f"Expected {expected}, as LINQS publishes it"
    return DataError(problem, where=where, remedy="Download the archive again.")


def read_gnn_benchmark(data: bytes, wanted: PublicSet, *, name: str) -> GraphData:
    """An adjacency in pieces of CSR, and codes of classes; every entry other than 0 is an edge of weight 1."""
    found = read_graph(load_document(data, name=name), format="npz")
    names = {str(k): label for k, label in enumerate(wanted.label_names)}
    labels = [] if found.labels is None else found.labels.tolist()
    if not labels or not names.keys() >= set(labels):
        raise DataError(
            f"Expected a label from 0 to {len(names) - 1} for each node",
            where=in_file(name),
            remedy="Check that it is the published .npz.",
        )
    return GraphData(
        found.adjacency.astype(bool), found.node_ids, np.array([names[label] for label in labels])
    )
