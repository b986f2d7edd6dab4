"""Pictures as SVG text, in the colours of the figures, for graphs and planes that answer a click.

Figures floor.
"""
