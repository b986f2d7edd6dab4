from .files import OtherVersionWarning, load_model, model_bytes, save_model

__all__ = [
    "OtherVersionWarning",
    "load_model",
    "model_bytes",
    "save_model",
]
