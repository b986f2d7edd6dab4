"""Graphs and tables: reading them from files, and five samples to begin with.

`datasets` floor: stands on `askcore._validation` alone.
"""

from askcore._validation import DataError
from askcore.datasets.graph_data import GraphData
from askcore.datasets.read import guess_kind, read_graph, read_table
from askcore.datasets.samples import Sample, describe_sample, list_samples, load_sample
from askcore.datasets.table_data import TableData

__all__ = [
    "DataError",
    "GraphData",
    "Sample",
    "TableData",
    "describe_sample",
    "guess_kind",
    "list_samples",
    "load_sample",
    "read_graph",
    "read_table",
]
