"""The functions of ``askcore.figures`` as tests call them: Plotly checks what they return, and sends the same."""

import functools
import importlib
import json
import pkgutil

import plotly.graph_objects as go
from plotly.io.json import to_json_plotly

from askcore import figures
from askcore.figures import Picture
from askcore.figures.parts.spec import as_sent


def as_plotly(spec):
    """Plotly's figure of plain JSON, which Plotly knows every word of and would send in the same words."""
    figure = go.Figure(spec)
    assert json.loads(to_json_plotly(as_sent(spec))) == json.loads(figure.to_json())
    return figure


def checked(function):
    """A function that draws, with Plotly's figure in place of plain JSON."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        drawn = function(*args, **kwargs)
        if isinstance(drawn, Picture):
            return Picture(as_plotly(drawn.figure), drawn.note)
        return as_plotly(drawn) if isinstance(drawn, dict) and "layout" in drawn else drawn

    return call


def __getattr__(name):
    for found in pkgutil.iter_modules(figures.__path__):
        module = importlib.import_module(f"askcore.figures.{found.name}")
        if name in vars(module):
            value = vars(module)[name]
            return checked(value) if callable(value) and not isinstance(value, type) else value
    raise AttributeError(name)
