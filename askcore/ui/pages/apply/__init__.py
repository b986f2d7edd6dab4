"""The page "Apply": a model on samples that it was not trained on."""
