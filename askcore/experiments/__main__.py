"""``python -m askcore.experiments``: the papers' tables from the command line.

Experiment floor.
"""

import sys

from askcore.experiments.command import main

if __name__ == "__main__":
    sys.exit(main())
