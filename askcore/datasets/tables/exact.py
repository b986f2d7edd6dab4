"""Tables of numbers by pandas, to the last digit."""

from __future__ import annotations

from typing import Any


def read_exact(source: Any, **options: Any) -> Any:
    """``pandas.read_csv``, where every number is the double next to what is written.

    pandas before 3.1 has a parser for that which has to be asked for, and a usual one that is now and then off by the
    last digit; since 3.1 there is one, and asking is deprecated.
    """
    import pandas as pd

    has_two_parsers = tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1)
    return pd.read_csv(source, **({"float_precision": "round_trip"} if has_two_parsers else {}), **options)
