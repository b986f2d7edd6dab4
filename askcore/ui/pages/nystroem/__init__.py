"""Whether a sample of rows and columns can replace the exact decomposition."""
