"""Singular values and vectors of a matrix, the features they give, and tasks on them."""
