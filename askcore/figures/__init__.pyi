from .adjacency import adjacency_by_class
from .class_tables import confusion_matrix
from .curves import gamma_curve
from .decisions import tuning_surface, views_scatter
from .edge_flip import view_rows
from .embeddings import embedding
from .graphs import directed_graph
from .heatmaps import signed_heatmap
from .layouts import layout
from .parts.colours import Theme, role_colours
from .parts.text import plain
from .parts.theme import Picture, as_figure
from .samples import bag_clouds, table_scatter
from .scores import direction_shares, paired_differences
from .spectra import parts_spectrum, sampled_spectrum, signed_spectrum, singular_spectrum, singular_values

__all__ = [
    "Picture",
    "Theme",
    "adjacency_by_class",
    "as_figure",
    "bag_clouds",
    "confusion_matrix",
    "directed_graph",
    "direction_shares",
    "embedding",
    "gamma_curve",
    "layout",
    "paired_differences",
    "parts_spectrum",
    "plain",
    "role_colours",
    "sampled_spectrum",
    "signed_heatmap",
    "signed_spectrum",
    "singular_spectrum",
    "singular_values",
    "table_scatter",
    "tuning_surface",
    "view_rows",
    "views_scatter",
]
