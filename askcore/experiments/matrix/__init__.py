"""A kernel matrix taken apart: asymmetry, definiteness, blocks, operations, signed parts."""
