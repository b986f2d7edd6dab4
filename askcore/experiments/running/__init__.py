"""Long work: its progress, its process, pieces side by side."""
