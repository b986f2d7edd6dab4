"""How long work will take, and whether it can be done at all, before it is begun: a file for each kind of work.

Experiment floor. Every forecast is a function ``*_seconds(problem, ...)`` of the matrix, or of the data under any
kernel, and of the sizes that count. It gives seconds at the pace of the computer where the constants were measured (one
core, idle); a page takes them times ``pace``. It raises a DataError with the way out where that is too long. Entries of
a kernel over features are not guessed at: some rows of them are evaluated and timed. What was forecast is held against
what is measured by ``benchmarks/bench_forecasts.py``. The time of a paper's table follows from those of earlier runs
(``papers``).
"""
