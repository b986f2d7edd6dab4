"""One node of a directed graph with the nodes that point to it and those it points to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from askcore._format import count, number
from askcore.figures.graphs import halo, node_marker
from askcore.figures.parts.classes import Labels, Samples
from askcore.figures.parts.colours import PALETTES, Theme, blend, class_style, role_colours, with_alpha
from askcore.figures.parts.edges import Adjacency, arrows, as_edges
from askcore.figures.parts.points import SAMPLE
from askcore.figures.parts.spec import Spec, add, annotate, hover_label, set_layout, set_x, set_y, trace
from askcore.figures.parts.text import plain, plain_names
from askcore.figures.parts.theme import PAIR_HEIGHT, Picture, corner, hide_axes, new_figure

LONGEST_NAMED = 14
MOST_NEIGHBOURS = 30

_TEXT_SIDE = {"points to it": "middle left", "it points to": "middle right", "both ways": "top center"}


def ego_network(
    adjacency: Adjacency,
    node: int,
    *,
    read_by: tuple[str, str] = ("source", "target"),
    classes_of_nodes: Labels = None,
    names: Sequence[object] | None = None,
    classes: Labels = None,
    theme: Theme = "light",
) -> Picture:
    """One node in the middle; on the left who points to it, on the right whom it points to.

    Neighbours linked both ways stand above and below.
    """
    edges = as_edges(adjacency).tocsr()
    n = edges.shape[0]
    if not 0 <= node < n:
        raise ValueError(f"expected a node between 0 and {n - 1:,}, got {node}")
    nodes = Samples.from_labels(n, classes_of_nodes, names=names, classes=classes)
    out, into = edges[[node]].toarray().ravel(), edges[:, [node]].toarray().ravel()
    loop = out[node] != 0
    out[node] = into[node] = 0
    groups = {
        "points to it": np.flatnonzero((into != 0) & (out == 0)),
        "it points to": np.flatnonzero((out != 0) & (into == 0)),
        "both ways": np.flatnonzero((out != 0) & (into != 0)),
    }
    kept = _fair_share(groups, np.abs(out) + np.abs(into), MOST_NEIGHBOURS)
    members = np.concatenate([[node], *kept.values()]).astype(int)
    where = np.concatenate([[[0.0, 0.0]], *(_side(side, len(group)) for side, group in kept.items())])
    crowd = max(map(len, kept.values()))
    size = 13 if crowd <= 16 else 9

    reach = min(1.25, max(0.6, float(np.abs(where[:, 1]).max()) + 0.4))  # few neighbours need less height
    figure = hide_axes(new_figure(theme, height=round(PAIR_HEIGHT * reach / 1.25)))
    set_x(figure, range=[-2.35, 2.35])
    set_y(figure, range=[-reach, reach])
    _add_ego_edges(figure, kept, where, loop=loop, size=size, read_by=read_by, theme=theme)
    shown, grouped = nodes.take(members), nodes.classes
    texts = _hover(shown, out[members], into[members])
    called, *others = shown.names
    labels = ["", *(plain(name, LONGEST_NAMED, keep_end=True) for name in others)]
    sides = ["top center", *(_TEXT_SIDE[side] for side, group in kept.items() for _ in group)]
    styles, palette = class_style(grouped.names, theme), PALETTES[theme]
    for name, chosen in shown.classes.groups():
        add(
            figure,
            trace(
                "scatter",
                x=where[chosen, 0],
                y=where[chosen, 1],
                mode="markers+text",
                name=grouped.label(name),
                marker=node_marker(styles[name], [22 if k == 0 else size for k in chosen], palette),
                text=[labels[k] for k in chosen],
                textposition=[sides[k] for k in chosen],
                textfont={"size": 12 if crowd <= 16 else 10, "color": palette.ink, "shadow": halo(palette)},
                hovertext=[texts[k] for k in chosen],
                **hover_label("%{hovertext}"),
                customdata=members[chosen][:, None].tolist(),
                meta=SAMPLE,
                cliponaxis=False,
            ),
        )
    own = {"x": 0, "y": 0, "yshift": -24, "showarrow": False, "borderpad": 1, "font": {"size": 13}}
    title, behind = plain(called, 16, keep_end=True), with_alpha(palette.background, 0.85)
    annotate(figure, [{"text": f"<b>{title}</b>", "bgcolor": behind, **own}])
    for words, x in (("points to it", 0.0), ("it points to", 1.0), ("both ways", 0.5)):
        if len(groups[words]):
            annotate(figure, [corner(f"{words}: {len(groups[words]):,}", x, 1, theme)])
    set_layout(figure, showlegend=bool(grouped.names))
    return Picture(figure, _note(groups, kept))


def _fair_share(groups: dict[str, np.ndarray], weight: np.ndarray, limit: int) -> dict[str, np.ndarray]:
    """The heaviest of each group; one that needs less than an even share leaves the rest to the others."""
    kept, left = dict(groups), limit
    for remaining, words in zip(
        range(len(groups), 0, -1), sorted(groups, key=lambda g: len(groups[g])), strict=True
    ):
        group = groups[words]
        heaviest = group[np.argsort(-weight[group], kind="stable")][: left // remaining]
        kept[words] = np.sort(heaviest)
        left -= len(heaviest)
    return kept


def _side(side: str, n: int) -> np.ndarray:
    """(n, 2) places for one group: a column on the left or right, or two staggered rows above and below."""
    if side != "both ways":
        x = -1.0 if side == "points to it" else 1.0
        y = np.linspace(0.98, -1.18, n) if n > 5 else 0.42 * (np.arange(n)[::-1] - (n - 1) / 2)
        return np.column_stack([np.full(n, x), y])
    above = (n + 1) // 2
    places = []
    for size, sign in ((above, 1), (n - above, -1)):
        across = np.linspace(-0.62, 0.62, size) if size > 1 else np.zeros(size)
        stagger = 0.20 * (np.arange(size) % 2)
        places.append(np.column_stack([across, sign * (0.66 + stagger)]))
    return np.concatenate(places)


def _add_ego_edges(
    figure: Spec,
    drawn_groups: dict[str, np.ndarray],
    where: np.ndarray,
    *,
    loop: bool,
    size: float,
    read_by: tuple[str, str],
    theme: Theme,
) -> None:
    """Add edges in and edges out, in the colour of the view that uses them, with a head at the rim of their node."""
    ends = np.cumsum([1, *map(len, drawn_groups.values())])
    into, out, both = (np.arange(low, high) for low, high in pairwise(ends))
    own = np.zeros(int(loop), dtype=int)
    for name, role, outer, rim in (
        ("links in", read_by[0], np.concatenate([into, both]), 12.0),
        ("links out", read_by[1], np.concatenate([out, both, own]), size / 2 + 1),
    ):
        if not len(outer):
            continue
        ends_of = np.vstack([outer, np.zeros(len(outer), dtype=int)])[:: 1 if name == "links in" else -1]
        bend = np.where(np.isin(outer, both), 0.10, 0.0)
        colour = blend(
            role_colours(theme)[role], PALETTES[theme].background, 0.75 if theme == "light" else 1.0
        )
        add(figure, arrows(where, ends_of, bend, colour=colour, rim=rim, width=1.2, head=8, name=name))


def _hover(shown: Samples, out: np.ndarray, into: np.ndarray) -> list[str]:
    """Hover labels: name and class of a node, and the weights of its links."""
    texts, classes = [], shown.classes
    for k, name in enumerate(plain_names(shown.names, len(out))):
        lines = [f"<b>{name}</b>"] + ([classes.label(classes.class_of(k))] if classes.names else [])
        lines += [f"points to it, weight {number(into[k])}"] if into[k] else []
        lines += [f"it points to this, weight {number(out[k])}"] if out[k] else []
        texts.append("<br>".join(lines))
    return texts


def _note(groups: dict[str, np.ndarray], drawn_groups: dict[str, np.ndarray]) -> str:
    all_of, drawn = (sum(map(len, parts.values())) for parts in (groups, drawn_groups))
    if all_of == 0:
        return "No neighbours."
    if drawn == all_of:
        return ""
    return f"{drawn:,} of {count(all_of, 'neighbour')} drawn, the heaviest links of each side"
