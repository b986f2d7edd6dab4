"""What all figures share: colours, words, ticks, margins, points by class, rows."""
