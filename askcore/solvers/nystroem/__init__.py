"""The Nystroem methods: a kernel matrix from some of its rows and columns, and its vectors at new points."""
