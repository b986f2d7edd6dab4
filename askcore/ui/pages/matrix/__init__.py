"""What a kernel matrix is made of, how asymmetric and how definite it is."""
