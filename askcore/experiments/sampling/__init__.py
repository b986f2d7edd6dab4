"""The exact and the sampled decomposition of one matrix, and the race between solvers."""
