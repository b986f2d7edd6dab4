"""Graphs, tables, matrices and bags: reading them from files, and samples to begin with.

`datasets` floor: stands on `askcore._validation` alone.
"""

from askcore._validation import DataError
from askcore.datasets.bag_data import BagData
from askcore.datasets.files.document import Document, load_document
from askcore.datasets.formats.bags import read_bags
from askcore.datasets.formats.images import grey_images, read_images
from askcore.datasets.graph_data import GraphData
from askcore.datasets.matrix_data import MatrixData
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.public import PublicSet, describe_public, fetch, is_at_hand, list_public
from askcore.datasets.read import read_graph, read_matrix, read_table
from askcore.datasets.samples import Sample, describe_sample, list_samples, load_sample, sample_images
from askcore.datasets.survey import TableSurvey, guess_kind, kinds_of, survey_table
from askcore.datasets.table_data import TableData

__all__ = [
    "BagData",
    "DataError",
    "Dataset",
    "Document",
    "GraphData",
    "Kind",
    "MatrixData",
    "PublicSet",
    "Sample",
    "TableData",
    "TableSurvey",
    "describe_public",
    "describe_sample",
    "fetch",
    "grey_images",
    "guess_kind",
    "is_at_hand",
    "kinds_of",
    "list_public",
    "list_samples",
    "load_document",
    "load_sample",
    "read_bags",
    "read_graph",
    "read_images",
    "read_matrix",
    "read_table",
    "sample_images",
    "survey_table",
]
