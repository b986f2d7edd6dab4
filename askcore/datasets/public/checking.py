"""What was read against what the registry says: the same content, or a refusal that says what differs.

`datasets` floor.
"""

from __future__ import annotations

from dataclasses import replace

from askcore._validation import DataError
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.content import canonical, digest_of, in_order
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.table_data import TableData

__all__ = ["settled"]


def settled(
    data: GraphData | TableData, wanted: PublicSet, *, accept_changed: bool, where: str
) -> GraphData | TableData:
    """The set in its order, with its title and notes.

    Raises
    ------
    DataError : if the content is another one and ``accept_changed`` is not set.
    """
    if digest_of(data) == wanted.digest:
        return replace(in_order(data, wanted), name=wanted.title, notes=wanted.notes)
    changed = f"the content is not the one this version of askcore knows ({_difference(data, wanted)})"
    if not accept_changed:
        raise DataError(
            f"{wanted.title}: {changed}",
            where=where,
            remedy="If that is meant, take it with accept_changed=True; results will differ from published ones.",
        )
    note = f"Accepted although {changed}; nodes or rows are in canonical order."
    return replace(canonical(data), name=wanted.title, notes=(*wanted.notes, note))


def _difference(data: GraphData | TableData, wanted: PublicSet) -> str:
    """Sizes where they differ, or else that values do."""
    if isinstance(data, TableData):
        pairs = [(data.n_samples, wanted.rows, "rows")]
    else:
        pairs = [
            (data.n_nodes, wanted.rows, "nodes"),
            (data.n_edges, wanted.edges, "edges"),
            (data.n_self_loops, wanted.self_loops, "self loops"),
        ]
    different = [f"{found:,} {what} in place of {known:,}" for found, known, what in pairs if found != known]
    return ", ".join(different) or "as many as expected, but other values"
