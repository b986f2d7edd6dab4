"""The page "Session": a report, a talk."""
