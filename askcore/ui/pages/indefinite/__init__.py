"""Which part of a spectrum breaks Mercer's condition, what it carries, and whether it pays."""
