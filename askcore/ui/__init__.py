"""The streamlit pieces that pages share: data set, controls, cached computations, words, export.

UI floor: the only part of the package that imports streamlit.
"""
