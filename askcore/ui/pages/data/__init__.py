"""What was read, before anything is learned from it."""
