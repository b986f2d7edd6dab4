"""Leading singular triplets and eigenpairs of kernel operators, and how far two sets of them are apart."""
