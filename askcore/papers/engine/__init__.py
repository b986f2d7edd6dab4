"""The machinery under every table of the papers, which knows none of them: protocols, runs, records, reports."""
