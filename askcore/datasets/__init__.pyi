from ._checks import DataError
from .bag_data import BagData
from .formats.bags import read_bags
from .formats.images import read_images
from .graph_data import GraphData
from .matrix_data import MatrixData
from .protocol import Dataset
from .public.fetching import fetch
from .public.registry import PublicSet, describe_public, list_public
from .public.store import is_at_hand
from .read import read_graph, read_matrix, read_rows, read_table
from .samples import Sample, describe_sample, list_samples, load_sample
from .table_data import TableData

__all__ = [
    "BagData",
    "DataError",
    "Dataset",
    "GraphData",
    "MatrixData",
    "PublicSet",
    "Sample",
    "TableData",
    "describe_public",
    "describe_sample",
    "fetch",
    "is_at_hand",
    "list_public",
    "list_samples",
    "load_sample",
    "read_bags",
    "read_graph",
    "read_images",
    "read_matrix",
    "read_rows",
    "read_table",
]
