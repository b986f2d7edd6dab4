"""The streamlit pieces that pages share: data set, controls, what is kept, export.

The only part of the package that imports streamlit.
"""

# Every visitor's page runs in a thread of its own, and rooms are imported when first asked for. Two threads that import
# pandas and plotly at the same moment meet half-imported modules: here all wait until these are whole. The first page
# does without scikit-learn, which ``frame.read_libraries`` imports.
import pandas  # noqa: F401
import plotly.graph_objects  # noqa: F401
