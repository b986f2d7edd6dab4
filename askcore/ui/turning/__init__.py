"""Seven nodes whose arrows can be turned: for the first page, and for whoever explains the two views.

UI floor. ``draw`` is the whole figure with its controls; ``TurningNodes`` is the graph as it stands.
"""

from askcore.ui.turning.panels import draw
from askcore.ui.turning.state import SAMPLE, TurningNodes

__all__ = ["SAMPLE", "TurningNodes", "draw"]
