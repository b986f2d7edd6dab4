"""Does direction pay: AsK-LS and its rivals, tuned alike on the same splits."""
