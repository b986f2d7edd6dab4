"""The papers' tables, reproduced: the published figure beside ours.

Papers floor. ``published.csv`` holds what the papers report; a ``Protocol`` says how one of their tables is run,
``runner`` runs it unit by unit, ``journal`` keeps what came out, ``differences`` marks it, ``report`` writes it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
