"""AsK-LS on one split: its two views, what they are made of, and its symmetrised rivals."""
