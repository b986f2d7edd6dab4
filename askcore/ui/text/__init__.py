"""What pages say: words that they share, terms, formulas, questions, the Python behind them."""
