"""The formats that can be read, and what they are called."""
