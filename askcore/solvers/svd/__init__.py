"""Leading singular triplets and eigenpairs of kernel operators, and how far two sets of them are apart.

Solver floor. The public names are those of ``askcore.solvers``.
"""
