"""The machinery under every table of the papers: protocols, runs, records, reports.

Knows none of the tables; ``askcore.papers`` names what is public.
"""
