from .adjacency import adjacency_by_class, links_drawn_as
from .bars import energy_shares, label_bars, pull_bars, signed_gaps
from .class_tables import class_means_heatmap, confusion_matrix
from .curves import gamma_curve, mode_filters
from .decisions import decision_regions, tuning_surface, views_scatter
from .differences import direction_shares, paired_differences
from .ego import ego_network
from .embeddings import embedding, joined_embeddings
from .graphs import directed_graph, has_arrowheads
from .heatmaps import block_heatmap, colour_limit, signed_heatmap, small_heatmaps
from .histograms import degree_distribution, distance_histogram, value_histogram
from .layouts import layout
from .overlays import with_samples
from .parts.classes import class_names
from .parts.text import plain
from .parts.theme import (
    PAIR_HEIGHT,
    PALETTES,
    ClassStyle,
    Palette,
    Picture,
    Theme,
    as_figure,
    class_style,
    diverging_scale,
    empty_figure,
    new_figure,
    role_colours,
    sequential_scale,
    zero_cross,
)
from .races import lines_by_samples, score_by_samples, speedup_by_bandwidth
from .repeats import repeats_against_printed
from .samples import bag_clouds, scatter_3d, table_scatter
from .scores import accuracy_rows, scores_dot
from .spectra import (
    cumulated_energy,
    parts_spectrum,
    sampled_spectrum,
    signed_spectrum,
    singular_spectrum,
    singular_values,
)
from .strips import difference_strips, outcome_strips
from .svg.quick import along_setting, residual_bars
from .svg.thumbnails import (
    arrows_thumbnail,
    images_thumbnail,
    links_thumbnail,
    matrix_thumbnail,
    points_thumbnail,
)
from .svg.turning import turning_graph, view_rows

__all__ = [
    "PAIR_HEIGHT",
    "PALETTES",
    "ClassStyle",
    "Palette",
    "Picture",
    "Theme",
    "accuracy_rows",
    "adjacency_by_class",
    "along_setting",
    "arrows_thumbnail",
    "as_figure",
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
    "difference_strips",
    "directed_graph",
    "direction_shares",
    "distance_histogram",
    "diverging_scale",
    "ego_network",
    "embedding",
    "empty_figure",
    "energy_shares",
    "gamma_curve",
    "has_arrowheads",
    "images_thumbnail",
    "joined_embeddings",
    "label_bars",
    "layout",
    "lines_by_samples",
    "links_drawn_as",
    "links_thumbnail",
    "matrix_thumbnail",
    "mode_filters",
    "new_figure",
    "outcome_strips",
    "paired_differences",
    "parts_spectrum",
    "plain",
    "points_thumbnail",
    "pull_bars",
    "repeats_against_printed",
    "residual_bars",
    "role_colours",
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
    "tuning_surface",
    "turning_graph",
    "value_histogram",
    "view_rows",
    "views_scatter",
    "with_samples",
    "zero_cross",
]
