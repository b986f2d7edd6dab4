"""Between a file and data: rows of cells, columns, features, labels, edges and grids."""
