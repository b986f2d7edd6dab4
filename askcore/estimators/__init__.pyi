from ._merging import learn_merger
from ._tuning import LooChoice, best_choice, left_out_choices, tune_on_path
from ._views import Coefficients
from .askls import AsKLSClassifier
from .kernel_pca import KernelPCA, NothingLeftWarning
from .ksvd import KSVD
from .lssvm import LSSVMClassifier

__all__ = [
    "KSVD",
    "AsKLSClassifier",
    "Coefficients",
    "KernelPCA",
    "LSSVMClassifier",
    "LooChoice",
    "NothingLeftWarning",
    "best_choice",
    "learn_merger",
    "left_out_choices",
    "tune_on_path",
]
