"""A figure together with what it leaves out. Stands on nothing."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go

__all__ = ["Picture"]


@dataclass(frozen=True)
class Picture:
    """A figure and a sentence on what was summed up or left out to draw it.

    Attributes
    ----------
    figure : the plotly figure.
    note : empty if everything is drawn, else for instance "287,209 edges drawn as density in 300 x 300 bins".

    Examples
    --------
    >>> Picture(go.Figure()).note
    ''
    """

    figure: go.Figure
    note: str = ""
