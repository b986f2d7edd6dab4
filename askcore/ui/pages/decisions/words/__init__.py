"""What the page Decisions says, derived from results: sentences in, nothing typed twice.

UI floor, without streamlit: each function takes a result and returns a sentence.
"""
