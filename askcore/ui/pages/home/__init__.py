"""The first page: what stands beside the living figure and the samples."""
