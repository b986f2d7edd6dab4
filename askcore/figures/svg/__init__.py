"""Pictures as SVG text, in the colours of the figures, for graphs that answer a click."""
