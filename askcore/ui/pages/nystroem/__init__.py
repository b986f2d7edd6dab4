"""What a sample of rows and columns saves against the exact decomposition, and what it costs."""
