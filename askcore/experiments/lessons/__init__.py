"""What the lessons and the first page compute: one idea each, small enough to be looked at."""
