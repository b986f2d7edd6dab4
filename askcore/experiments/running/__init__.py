"""Long work: its progress, its process, its pace on this machine, pieces side by side."""
