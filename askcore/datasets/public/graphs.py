"""Graphs as they are published: archives of tables by LINQS, pieces of scipy matrices by gnn-benchmark.

Words of papers are not read, only who cites whom, and the classes; nothing is unpickled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.archives import take_from_tgz
from askcore.datasets.files.document import load_document
from askcore.datasets.files.limits import in_file
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.read import read_graph

_PAPER = re.compile(r"paper:(\S+)")
_LABEL = re.compile(r"(?:^|\t)label=(\d+)(?:\t|$)")


def read_linqs(data: bytes, wanted: PublicSet, *, name: str) -> GraphData:
    """Cora or CiteSeer: NAME.content (id, words, class) and NAME.cites (cited, citing).

    An edge goes from the citing to the cited paper. Papers without content have no class; a citation that
    touches one is left out.
    """
    content, cites = f"{wanted.name}.content", f"{wanted.name}.cites"
    files = take_from_tgz(data, (content, cites), name=name)
    papers, pairs = [], []
    for number, line in _lines(files[content], content):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) < 2 or not line.partition("\t")[0] or not cells[-1]:
            raise _not_published("an id, words and a class", f"line {number} of {content}")
        papers.append((cells[0], cells[-1]))
    for number, line in _lines(files[cites], cites):
        cells = line.split()
        if len(cells) != 2:
            raise _not_published("two ids", f"line {number} of {cites}")
        pairs.append((cells[1], cells[0]))
    return _citation_graph(papers, pairs)


def read_pubmed(data: bytes, wanted: PublicSet, *, name: str) -> GraphData:
    """PubMed: a table of papers (id, label=1 to 3, words) and one of lines paper:A | paper:B, A citing B."""
    nodes, cites = "Pubmed-Diabetes.NODE.paper.tab", "Pubmed-Diabetes.DIRECTED.cites.tab"
    files = take_from_tgz(data, (nodes, cites), name=name)
    papers, pairs = [], []
    for number, line in _lines(files[nodes], nodes, 2):  # below what the table is, and what its columns are
        found = _LABEL.search(line)
        if not found or not 1 <= int(found[1]) <= len(wanted.label_names):
            raise _not_published("an id and label=1 to 3", f"line {number} of {nodes}")
        papers.append((line.partition("\t")[0].strip(), wanted.label_names[int(found[1]) - 1]))
    for number, line in _lines(files[cites], cites, 2):
        ends = _PAPER.findall(line)
        if len(ends) != 2:
            raise _not_published("paper:A | paper:B", f"line {number} of {cites}")
        pairs.append((ends[0], ends[1]))
    return _citation_graph(papers, pairs)


def _citation_graph(papers: list[tuple[str, str]], pairs: Iterable[tuple[str, str]]) -> GraphData:
    """A graph with an edge of weight 1 for each different pair of known ids, citing first, from ids and labels."""
    ids, labels = ([paper[k] for paper in papers] for k in (0, 1))
    position = {paper: i for i, paper in enumerate(ids)}
    known = {(position[a], position[b]) for a, b in pairs if a in position and b in position}
    edges = np.array(sorted(known), dtype=np.int64).reshape(-1, 2)
    weights = (np.ones(len(edges)), (edges[:, 0], edges[:, 1]))
    return GraphData(sparse.csr_array(weights, shape=(len(ids), len(ids))), ids, np.array(labels))


def _lines(data: bytes, file: str, skipped: int = 0) -> Iterable[tuple[int, str]]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_published("text", f"file {file}") from error
    return ((i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip() and i > skipped)


def _not_published(expected: str, where: str) -> DataError:
    return DataError(
        f"Expected {expected}, as LINQS publishes it", where=where, remedy="Download the archive again."
    )


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
