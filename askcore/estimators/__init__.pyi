from .askls import AsKLSClassifier
from .kernel_pca import KernelPCA, NothingLeftWarning
from .ksvd import KSVD
from .lssvm import LSSVMClassifier

__all__ = ["KSVD", "AsKLSClassifier", "KernelPCA", "LSSVMClassifier", "NothingLeftWarning"]
