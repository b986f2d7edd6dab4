"""The old name of ``askcore.papers``; importing it gives that package.

The one import of this floor that goes up, for the sake of code written before the tables had a room of their own.
"""

import sys

import askcore.papers

sys.modules[__name__] = askcore.papers
