"""Singular values and eigenvalues: by rank, by sign, exact beside sampled, and their energy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from askcore._format import count, format_percent, join_and, number, plural
from askcore.figures.parts.colours import PALETTES, Theme, role_colours, with_alpha
from askcore.figures.parts.spec import Spec, add, annotate, dots, line, set_layout, set_x, set_y
from askcore.figures.parts.text import log_axis
from askcore.figures.parts.theme import Picture, empty_figure, finding, guide, new_figure, zero_cross

MARKED = 80  # values up to which each is a dot, too
FEW_VALUES = 12  # values up to which each rank has a tick
ROUNDING = 1e-13  # share of the largest below which a value is not drawn


def singular_values(
    values: ArrayLike,
    *,
    symmetric: ArrayLike | None = None,
    drop: int | None = None,
    logarithmic: bool = False,
    limit: float = 0.0,
    theme: Theme = "light",
) -> Picture:
    """Draw singular values by rank, in descending order, and the |eigenvalues| of (K + K^T)/2 beside them.

    Parameters
    ----------
    values : (k,) singular values, descending.
    symmetric : eigenvalues by descending magnitude, with signs; negative ones have an open marker.
    drop : number of values before a sharp drop; a line is drawn after them.
    logarithmic : use a logarithmic axis. Values that are not above ``limit`` (rounding) are left out and counted in the
        note.
    limit : values that are not above it count as zero.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = singular_values([3.0, 1.0, 0.0], symmetric=[2.0, -1.0], logarithmic=True)
    >>> [trace["name"] for trace in picture.figure["data"]], picture.note
    (['singular values σ', '|eigenvalues| of (K + Kᵀ)/2', 'of them negative'], '1 value is zero up to rounding.')
    """
    s = np.asarray(values, dtype=float)
    if len(s) == 0:
        return Picture(empty_figure("No values to draw.", theme))
    palette, figure = PALETTES[theme], new_figure(theme)
    left_out = int(np.count_nonzero(s <= limit)) if logarithmic else 0
    add(figure, _falling(s, "singular values σ", palette.primary, limit, logarithmic))
    if symmetric is not None:
        grey = role_colours(theme)["symmetric"]
        signed = np.asarray(symmetric, dtype=float)
        add(
            figure,
            _falling(np.abs(signed), "|eigenvalues| of (K + Kᵀ)/2", grey, limit, logarithmic, dash="dot"),
        )
        below = np.flatnonzero(signed < -limit)
        if len(below):
            vermillion, size = role_colours(theme)["target"], 9 if len(signed) <= MARKED else 5
            look: Spec = {"symbol": "circle-open", "size": size}
            words = "of them negative", vermillion, "rank %{x}: −%{y:.3~g}"
            add(figure, dots(below + 1, -signed[below], *words, **look))
    set_x(figure, title="rank", range=_span(len(s)))
    set_y(figure, title="value, logarithmic" if logarithmic else "value")
    if logarithmic:
        heights = [s] if symmetric is None else [s, np.abs(np.asarray(symmetric, dtype=float))]
        set_y(figure, **log_axis(np.concatenate(heights), limit))
    else:
        set_y(figure, rangemode="tozero")
    if drop:
        guide(figure, drop + 0.5, f"drop after {drop}", theme)
    set_layout(figure, showlegend=symmetric is not None)
    said = f"{count(left_out, 'value is', 'values are')} zero up to rounding."
    return Picture(figure, said if left_out else "")


def cumulated_energy(
    energy: ArrayLike,
    *,
    rank: int | None = None,
    size: int | None = None,
    theme: Theme = "light",
) -> Picture:
    """Share of the energy (squared values) in the first components, with that of ``rank`` components marked."""
    shares = np.asarray(energy, dtype=float)
    if len(shares) == 0:
        return Picture(empty_figure("No values to draw.", theme))
    palette, figure = PALETTES[theme], new_figure(theme)
    count = np.arange(len(shares) + 1)
    under: Spec = {"fill": "tozeroy", "fillcolor": with_alpha(palette.primary, 0.10), "width": 2.4}
    y, hover = np.concatenate([[0.0], shares]), "%{x} components: %{y:.1%}"
    add(figure, line(count, y, "energy", palette.primary, hover, **under))
    if rank is not None and 1 <= rank <= len(shares):
        _add_dot(figure, rank, float(shares[rank - 1]), len(shares), theme)
    set_x(figure, title="components", range=[0, len(shares) * 1.02])
    set_y(figure, title="share of the energy", range=[0, 1.04], tickformat=".0%")
    set_layout(figure, showlegend=False)
    note = f"The first {len(shares):,} of {size:,} components." if size and size > len(shares) else ""
    return Picture(figure, note)


def parts_spectrum(symmetric: ArrayLike, skew: ArrayLike, *, theme: Theme = "light") -> Picture:
    """Draw the moduli of the eigenvalues of (K + K^T)/2, by sign, and of (K - K^T)/2, each in descending order.

    Parameters
    ----------
    symmetric : (N,) real eigenvalues.
    skew : (N,) moduli of imaginary eigenvalues.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> [trace["name"] for trace in parts_spectrum([2.0, -1.0], [0.5, 0.5]).figure["data"]]
    ['skew-symmetric', 'symmetric, positive', 'symmetric, negative']
    """
    values, moduli = np.asarray(symmetric, dtype=float), np.asarray(skew, dtype=float)
    colours = role_colours(theme)
    kinds = [  # open symbols: the crosses first, so that none hides a negative value
        ("skew-symmetric", moduli, colours["merged"], "x-thin-open", "λ = ±%{y:.3~g} i"),
        ("symmetric, positive", values[values > 0], colours["source"], "circle-open", "λ = %{y:.3~g}"),
        ("symmetric, negative", -values[values < 0], colours["target"], "diamond-open", "λ = −%{y:.3~g}"),
    ]
    return _falling_dots(kinds, "size of the eigenvalue", theme)


def singular_spectrum(
    singular: ArrayLike, moduli: ArrayLike | None = None, *, theme: Theme = "light"
) -> Picture:
    """Draw the singular values of K and the moduli of its eigenvalues, which are equal only for a normal K.

    Parameters
    ----------
    singular : (r,) singular values.
    moduli : (N,) moduli of the eigenvalues; None for a rectangular matrix.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> [trace["name"] for trace in singular_spectrum([2.0, 1.0], [1.4, 1.4]).figure["data"]]
    ['singular values', '|eigenvalues|']
    """
    series = [("singular values", singular, PALETTES[theme].primary, "circle", "σ = %{y:.3~g}")]
    if moduli is not None:
        series.append(("|eigenvalues|", moduli, PALETTES[theme].muted, "diamond-open", "|λ| = %{y:.3~g}"))
    return _falling_dots(series, "size", theme)


def signed_spectrum(values: ArrayLike, *, logarithmic: bool = True, theme: Theme = "light") -> Picture:
    """Draw the eigenvalues of a symmetric matrix: positive as blue circles, negative as vermillion diamonds.

    Parameters
    ----------
    values : (N,) real.
    logarithmic : draw sizes on a logarithmic axis, with a separate rank for each sign; otherwise the values in
        descending order.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> [trace["name"] for trace in signed_spectrum([2.0, -1.0]).figure["data"]]
    ['positive', 'negative']
    """
    given = np.asarray(values, dtype=float)
    largest = float(np.abs(given).max(initial=0.0))
    if largest == 0:
        return Picture(empty_figure("Every eigenvalue is zero.", theme))
    lam = np.sort(given)[::-1]
    kept = np.abs(lam) > ROUNDING * largest
    figure = new_figure(theme)
    for name, sign, colour, symbol in (
        ("positive", 1, PALETTES[theme].primary, "circle"),
        ("negative", -1, role_colours(theme)["target"], "diamond"),
    ):
        own = (sign * lam > 0) & kept
        if not own.any():
            continue
        sizes = np.sort(np.abs(lam[own]))[::-1]
        x = np.arange(1, len(sizes) + 1) if logarithmic else np.flatnonzero(own) + 1
        labels = [number(value) for value in (sign * sizes if logarithmic else lam[own]).tolist()]
        look: Spec = {"symbol": symbol, "size": 7 if len(lam) <= 100 else 5, "customdata": labels}
        hover = f"{name}, rank %{{x}}<br>λ = %{{customdata}}"
        add(figure, dots(x, sizes if logarithmic else lam[own], name, colour, hover, **look))
    below = int(((lam < 0) & kept).sum())
    text = f"{below:,} below zero: not a Mercer kernel" if below else "none below zero: a Mercer kernel"
    annotate(figure, [finding(text, theme, negative=below > 0)])
    if logarithmic:
        set_y(figure, title="size of the eigenvalue", **log_axis(np.abs(lam[kept])))
        longest = max(len(trace["x"]) for trace in figure["data"])
        set_x(figure, title="rank within its sign", range=_span(longest))
    else:
        zero_cross(figure, theme, x=False)
        set_y(figure, title="eigenvalue")
        set_x(figure, title="rank", range=_span(len(lam)))
    set_layout(figure, showlegend=True)
    left_out = int((~kept).sum())
    said = f"{count(left_out, 'eigenvalue')}, zero up to rounding, {plural(left_out, 'is', 'are')} not drawn."
    return Picture(figure, said if left_out else "")


def sampled_spectrum(exact: ArrayLike, found: ArrayLike, *, theme: Theme = "light") -> Picture:
    """Draw exact singular values (r,) as dots and sampled ones (k,) as crosses, on a logarithmic axis.

    Parameters
    ----------
    exact, found : (r,) and (k,) singular values, descending.
    theme : "light" or "dark".

    Returns
    -------
    The figure, and a note on what it leaves out.

    Examples
    --------
    >>> picture = sampled_spectrum([2.0, 1.0, 0.0], [1.9, 1.1])
    >>> [trace["name"] for trace in picture.figure["data"]], picture.note
    (['exact', 'sampled'], 'Not shown because they are zero up to rounding: 1 mark of “exact”.')
    """
    series = [
        ("exact", exact, PALETTES[theme].ink, "circle", "σ = %{y:.4~g}"),
        ("sampled", found, role_colours(theme)["target"], "x-thin-open", "σ = %{y:.4~g}"),
    ]
    return _falling_dots(series, "singular value", theme)


def _falling(
    values: np.ndarray, name: str, colour: str, limit: float, logarithmic: bool, dash: str = "solid"
) -> Spec:
    y = np.where(values > limit, values, np.nan) if logarithmic else values
    marks = {"mode": "lines+markers"} if len(y) <= MARKED else {}
    look: Spec = {"dash": dash, "marker": {"size": 6, "color": colour}, **marks}
    return line(np.arange(1, len(y) + 1), y, name, colour, "rank %{x}: %{y:.3~g}", **look)


def _add_dot(figure: Spec, x: int, y: float, k: int, theme: Theme) -> None:
    """Mark the number of components in use, and label it."""
    palette = PALETTES[theme]
    add(figure, dots([x], [y], "", palette.ink, size=11, showlegend=False))
    right = x > 0.55 * k
    note = {
        "x": x,
        "y": y,
        "text": f"{x} {plural(x, 'holds', 'hold')} {format_percent(y)}",
        "showarrow": False,
        "xanchor": "right" if right else "left",
        "xshift": -10 if right else 10,
        "yshift": -14 if y > 0.1 else 14,
        "bgcolor": with_alpha(palette.background, 0.8),
    }
    annotate(figure, [note])


def _span(k: int) -> list[float]:
    pad = max(0.5, 0.02 * k)
    return [1 - pad, k + pad]


def _falling_dots(
    series: Sequence[tuple[str, ArrayLike, str, str, str]], title: str, theme: Theme
) -> Picture:
    """Values by falling size, for those that are more than rounding; name, values, colour, symbol and hover label."""
    known = [np.sort(np.asarray(values, dtype=float))[::-1] for _, values, *_ in series]
    largest = max(float(np.max(values, initial=0.0)) for values in known)
    if largest == 0:
        return Picture(empty_figure("Every value is zero.", theme))
    figure, longest = new_figure(theme), max(map(len, known))
    left_out: list[str] = []
    for (name, _, colour, symbol, hover), values in zip(series, known, strict=True):
        shown = values[values > ROUNDING * largest]
        if len(shown) < len(values):
            left_out.append(f"{count(len(values) - len(shown), 'mark')} of “{name}”")
        if not len(shown):
            continue
        mark = {"symbol": symbol, "size": 7 if longest <= 100 else 4.5, "line": {"width": 1, "color": colour}}
        label, ranks = f"{name}, rank %{{x}}<br>{hover}", np.arange(1, len(shown) + 1)
        add(figure, dots(ranks, shown, name, colour, label, marker=mark | {"color": colour}))
    set_y(figure, title=title, **log_axis(np.concatenate([trace["y"] for trace in figure["data"]])))
    most = max(int(trace["x"][-1]) for trace in figure["data"])
    set_x(figure, title="rank", range=_span(most))
    if longest <= FEW_VALUES:
        set_x(figure, dtick=1)
    set_layout(figure, showlegend=True)
    note = f"Not shown because they are zero up to rounding: {join_and(left_out)}." if left_out else ""
    return Picture(figure, note)
