"""Figures: arrays in, plotly figures out.

No fitting and no streamlit; stands on numpy, scipy, networkx and plotly.

Every function takes `look`, "light" or "dark". What had to be summed up or left out comes back as a note
beside the figure (`Drawn`). Node and class names are shown as plain text.
"""

from askcore.figures.classes import class_names
from askcore.figures.comparison import advantage_dots, paired_differences
from askcore.figures.confusion import confusion_matrix
from askcore.figures.data import degree_distribution, label_bars, table_scatter
from askcore.figures.decisions import scores_dot, views_scatter
from askcore.figures.drawn import Drawn
from askcore.figures.ego import ego_network
from askcore.figures.filters import mode_filters
from askcore.figures.gamma_curve import gamma_curve
from askcore.figures.graphs import directed_graph
from askcore.figures.influence import pull_bars
from askcore.figures.layouts import layout
from askcore.figures.matrices import adjacency_by_class, signed_heatmap
from askcore.figures.regions import decision_regions
from askcore.figures.text import plain
from askcore.figures.theme import (
    LOOKS,
    PAIR_HEIGHT,
    ROLES,
    ClassStyle,
    Look,
    Palette,
    class_style,
    diverging_scale,
    empty_figure,
    new_figure,
    sequential_scale,
    zero_cross,
)

__all__ = [
    "LOOKS",
    "PAIR_HEIGHT",
    "ROLES",
    "ClassStyle",
    "Drawn",
    "Look",
    "Palette",
    "adjacency_by_class",
    "advantage_dots",
    "class_names",
    "class_style",
    "confusion_matrix",
    "decision_regions",
    "degree_distribution",
    "directed_graph",
    "diverging_scale",
    "ego_network",
    "empty_figure",
    "gamma_curve",
    "label_bars",
    "layout",
    "mode_filters",
    "new_figure",
    "paired_differences",
    "plain",
    "pull_bars",
    "scores_dot",
    "sequential_scale",
    "signed_heatmap",
    "table_scatter",
    "views_scatter",
    "zero_cross",
]
