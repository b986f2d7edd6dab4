"""Small pictures as SVG text, in the colours of the figures: for lessons and cards, which wait for no Plotly.

Figures floor.
"""
