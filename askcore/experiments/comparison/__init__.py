"""Does direction pay? Methods on the same splits, tuned alike, with paired intervals and a null."""
