"""Singular values of a kernel matrix, and where each sample stands as a row and as a column."""
