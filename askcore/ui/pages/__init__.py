"""A folder for each page: its state, its panels, its words. None imports another one's."""
