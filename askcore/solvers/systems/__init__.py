"""One training problem: the bordered system of LS-SVM and AsK-LS, its solvers, and how near it is to a resonance."""
