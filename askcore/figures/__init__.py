"""Figures: functions that take arrays and return Plotly JSON. ``as_figure`` converts it to a Plotly figure.

The package does not fit models and does not import streamlit.

Every function takes `theme`, "light" or "dark". A note beside the figure (`Picture`) names data that were aggregated or
left out. Node and class names are shown as plain text.
"""

from askcore._removed import attach
from askcore._validation import needs

with needs("A figure", extra="figures"):
    import plotly  # noqa: F401

__getattr__, __dir__, __all__ = attach(__name__, __file__)
