"""Public data sets by name: downloaded once, checked, kept."""
