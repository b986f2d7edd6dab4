"""How figures get onto a page, change there, and answer the pointer."""
