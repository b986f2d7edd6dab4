"""Figures: arrays in, plotly figures out.

No fitting and no streamlit; stands on numpy, scipy, networkx and plotly.

Every function takes `theme`, "light" or "dark". What had to be summed up or left out comes back as a note
beside the figure (`Picture`). Node and class names are shown as plain text.
"""

from askcore.figures.accuracies import accuracy_rows
from askcore.figures.bags import bag_clouds
from askcore.figures.classes import class_names
from askcore.figures.comparison import advantage_dots, paired_differences
from askcore.figures.confusion import confusion_matrix
from askcore.figures.data import degree_distribution, label_bars, table_scatter
from askcore.figures.decisions import scores_dot, views_scatter
from askcore.figures.ego import ego_network
from askcore.figures.embeddings import embedding, joined_embeddings
from askcore.figures.filters import mode_filters
from askcore.figures.gamma_curve import gamma_curve
from askcore.figures.graphs import directed_graph
from askcore.figures.indefinite import distance_histogram, energy_shares, signed_gaps, signed_spectrum
from askcore.figures.influence import pull_bars
from askcore.figures.kernel_parts import block_heatmap, colour_limit, small_heatmaps
from askcore.figures.kernel_spectra import parts_spectrum, singular_spectrum
from askcore.figures.kernel_values import class_means_heatmap, value_histogram
from askcore.figures.layouts import layout
from askcore.figures.matrices import adjacency_by_class, signed_heatmap
from askcore.figures.paper_cells import repeats_against_printed
from askcore.figures.picture import Picture
from askcore.figures.race import lines_by_samples, score_by_samples, speedup_by_bandwidth
from askcore.figures.regions import decision_regions
from askcore.figures.sampling import sampled_spectrum, with_samples
from askcore.figures.spectra import cumulated_energy, singular_values
from askcore.figures.spheres import scatter_3d
from askcore.figures.text import plain
from askcore.figures.theme import (
    PAIR_HEIGHT,
    PALETTES,
    ROLES,
    ClassStyle,
    Palette,
    Theme,
    class_style,
    diverging_scale,
    empty_figure,
    new_figure,
    sequential_scale,
    zero_cross,
)

__all__ = [
    "PAIR_HEIGHT",
    "PALETTES",
    "ROLES",
    "ClassStyle",
    "Palette",
    "Picture",
    "Theme",
    "accuracy_rows",
    "adjacency_by_class",
    "advantage_dots",
    "bag_clouds",
    "block_heatmap",
    "class_means_heatmap",
    "class_names",
    "class_style",
    "colour_limit",
    "confusion_matrix",
    "cumulated_energy",
    "decision_regions",
    "degree_distribution",
    "directed_graph",
    "distance_histogram",
    "diverging_scale",
    "ego_network",
    "embedding",
    "empty_figure",
    "energy_shares",
    "gamma_curve",
    "joined_embeddings",
    "label_bars",
    "layout",
    "lines_by_samples",
    "mode_filters",
    "new_figure",
    "paired_differences",
    "parts_spectrum",
    "plain",
    "pull_bars",
    "repeats_against_printed",
    "sampled_spectrum",
    "scatter_3d",
    "score_by_samples",
    "scores_dot",
    "sequential_scale",
    "signed_gaps",
    "signed_heatmap",
    "signed_spectrum",
    "singular_spectrum",
    "singular_values",
    "small_heatmaps",
    "speedup_by_bandwidth",
    "table_scatter",
    "value_histogram",
    "views_scatter",
    "with_samples",
    "zero_cross",
]
