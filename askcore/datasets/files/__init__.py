"""What comes from outside, let in: bytes, archives, text, and the limits of each."""
