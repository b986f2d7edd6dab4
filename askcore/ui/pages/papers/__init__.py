"""What the papers print, what comes out here, and where the two differ."""
