from ._checks import DataError
from .bag_data import BagData
from .files.document import Document, load_document
from .formats.bags import read_bags
from .formats.images import grey_images, read_images
from .graph_data import GraphData
from .matrix_data import MatrixData
from .protocol import Dataset, Kind
from .public import PublicSet, describe_public, fetch, is_at_hand, list_public
from .read import read_graph, read_matrix, read_rows, read_table
from .samples import Sample, describe_sample, list_samples, load_sample, sample_images, sample_picture
from .survey import (
    TableSurvey,
    guess_kind,
    kinds_of,
    may_hold_labels,
    survey_parts,
    survey_table,
    survey_weights,
)
from .table_data import TableData
from .tables.features import MissingValues

__all__ = [
    "BagData",
    "DataError",
    "Dataset",
    "Document",
    "GraphData",
    "Kind",
    "MatrixData",
    "MissingValues",
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
    "may_hold_labels",
    "read_bags",
    "read_graph",
    "read_images",
    "read_matrix",
    "read_rows",
    "read_table",
    "sample_images",
    "sample_picture",
    "survey_parts",
    "survey_table",
    "survey_weights",
]
