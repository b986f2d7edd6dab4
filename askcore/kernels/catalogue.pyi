"""The classes of the registered kernels for editors and mypy, written by `python -m tests.kernels.stub`."""

from typing import Literal

from askcore.kernels.objects import RegisteredKernel

class Attention(RegisteredKernel):
    """The kernel 'attention' as an object with parameters.

    K(x, z) = exp(<W_Q x, W_K z>/sqrt(dimension)) over its sum for z in ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1.

    ``projection`` "random": W_Q and W_K (dimension, d) independent normal with variance 1/d, drawn from ``seed``.
    "pca": both hold the first principal directions of the reference set, at most d of them (signs and ``seed`` do
    not matter then).

    ``reference_weight`` (r,) v > 0 puts v_r before each term of the sum, and weights the principal directions.

    Parameters
    ----------
    dimension : a whole number from 1 to 4096.
    projection : one of 'random', 'pca'.
    seed : a whole number from 0 to 4.29497e+09.
    """

    dimension: int
    projection: str
    seed: int
    def __init__(
        self,
        *,
        dimension: int = 16,
        projection: str = "random",
        seed: int = 0,
    ) -> None: ...

class KLHistogram(RegisteredKernel):
    """The kernel 'kl_histogram' as an object with parameters.

    K(x, z) = exp(-a KL(p || q)), p and q the rows x and z as distributions.

    Rows are counts or weights: each is divided by its sum, ``smoothing`` is added to every bin and the row is
    divided by its sum again, so that no empty bin of q makes the divergence infinite. Shapes (n, d), (m, d) to
    (n, m); ``a`` in 1/nats; "scale" is 1 over the median divergence between two samples.

    Parameters
    ----------
    a : a number from 1e-06 to 1e+06, or 'scale':
        1 over the median divergence between two training samples.
    smoothing : a number from 1e-15 to 1.

    Raises
    ------
    ValueError : a negative entry or a row of zeros, naming the row.
    """

    a: float | Literal["scale"]
    smoothing: float
    def __init__(
        self,
        *,
        a: float | Literal["scale"] = "scale",
        smoothing: float = 1e-09,
    ) -> None: ...

class Laplacian(RegisteredKernel):
    """The kernel 'laplacian' as an object with parameters.

    K(x, z) = exp(-|x - z|_1 / sigma).

    Shapes (n, d), (m, d) to (n, m); ``sigma`` in units of the features; "scale" is half the median |x - z|_1.

    Parameters
    ----------
    sigma : a number from 1e-50 to 1e+50, or 'scale':
        half the median sum of |differences| between two training samples.
    """

    sigma: float | Literal["scale"]
    def __init__(
        self,
        *,
        sigma: float | Literal["scale"] = "scale",
    ) -> None: ...

class Linear(RegisteredKernel):
    """The kernel 'linear' as an object with parameters.

    K(x, z) = <x, z>. Shapes (n, d), (m, d) to (n, m).
    """

    def __init__(self) -> None: ...

class Polynomial(RegisteredKernel):
    """The kernel 'polynomial' as an object with parameters.

    K(x, z) = (<x, z> + c)^degree; homogeneous (terms of that degree alone) with ``c`` = 0.

    Shapes (n, d), (m, d) to (n, m); ``c`` is in squared units of the features. A negative ``c`` would make
    the kernel indefinite and is refused.

    Parameters
    ----------
    degree : a whole number from 1 to 10.
    c : a number from 0 to 1000.
    """

    degree: int
    c: float
    def __init__(
        self,
        *,
        degree: int = 3,
        c: float = 1.0,
    ) -> None: ...

class RBF(RegisteredKernel):
    """The kernel 'rbf' as an object with parameters.

    K(x, z) = exp(-|x - z|^2 / sigma^2), the convention of the LS-SVM papers (no factor 2).

    ``convention`` "2 sigma^2" divides by twice as much, as textbooks do: ``sigma`` is a standard deviation then.
    Shapes (n, d), (m, d) to (n, m); ``sigma`` is a length in units of the features; "scale" is half the median
    distance between samples (see ``scale_of``).

    Parameters
    ----------
    sigma : a number from 1e-50 to 1e+50, or 'scale':
        half the median distance between two training samples.
    convention : one of 'sigma^2', '2 sigma^2'.
    """

    sigma: float | Literal["scale"]
    convention: str
    def __init__(
        self,
        *,
        sigma: float | Literal["scale"] = "scale",
        convention: str = "sigma^2",
    ) -> None: ...

class SNE(RegisteredKernel):
    """The kernel 'sne' as an object with parameters.

    K(x, z) = exp(-|x - z|^2/sigma^2) / sum_r exp(-|x - r|^2/sigma^2), r over ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1. The largest term of
    the sum is taken out before the exponential, so no ``sigma`` makes it 0/0. ``sigma`` is a length in units of the
    features; "scale" is half the median distance between samples of the reference (see ``scale_of``).
    ``reference_weight`` (r,) v > 0 puts v_r before each term of the sum.

    Options: ``distance`` "plain" puts |x - z|/sigma for |x - z|^2/sigma^2. ``itself`` False leaves out of the sum
    every r that equals x, and sets K(x, z) = 0 where z equals x: a point does not pick itself.

    Parameters
    ----------
    sigma : a number from 1e-50 to 1e+50, or 'scale':
        half the median distance between two training samples.
    distance : one of 'squared', 'plain'.
    itself : True or False; True: a sample counts in its own total.
    """

    sigma: float | Literal["scale"]
    distance: str
    itself: bool
    def __init__(
        self,
        *,
        sigma: float | Literal["scale"] = "scale",
        distance: str = "squared",
        itself: bool = True,
    ) -> None: ...

class Spectrum(RegisteredKernel):
    """The kernel 'spectrum' as an object with parameters.

    K(x, z) = sum_s #_s(x) #_s(z), s every substring of ``length`` characters, #_s(x) its occurrences in x.

    Shapes: strings (n,), (m,) to (n, m). ``length`` None: the full spectrum kernel, the sum over every length from 1
    (the empty substring would add a constant). ``normalize`` divides by sqrt(K(x, x) K(z, z)): 1 for equal strings;
    a string without such a substring has only zeros. Case and white space count as they stand.

    Parameters
    ----------
    length : a whole number from 1 to 1000, or None (every length).
    normalize : True or False; True: equal strings have K = 1.
    """

    length: int | None
    normalize: bool
    def __init__(
        self,
        *,
        length: int | None = 3,
        normalize: bool = False,
    ) -> None: ...

class T(RegisteredKernel):
    """The kernel 't' as an object with parameters.

    K(x, z) = (1 + |x - z|^2)^-1 / sum_r (1 + |x - r|^2)^-1, r over ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1. ``distance``
    "plain" puts |x - z| for its square; ``itself`` and ``reference_weight`` as in ``sne``. There is no bandwidth: 1 is
    a length in units of the features, which should be scaled first.

    Parameters
    ----------
    distance : one of 'squared', 'plain'.
    itself : True or False; True: a sample counts in its own total.
    """

    distance: str
    itself: bool
    def __init__(
        self,
        *,
        distance: str = "squared",
        itself: bool = True,
    ) -> None: ...

class Tanh(RegisteredKernel):
    """The kernel 'tanh' as an object with parameters.

    K(x, z) = tanh(c <x, z> + d), in general indefinite; for ``c`` < 0, d = 0 even K(x, x) is negative.

    Shapes (n, d), (m, d) to (n, m); ``c`` is in inverse squared units of the features; "scale" is 1 over the squared
    median distance between samples. Source: Huang et al. 2017.

    Parameters
    ----------
    c : a number from -1e+15 to 1e+15, or 'scale':
        1 over the squared median distance between two training samples.
    d : a number from -1000 to 1000.
    """

    c: float | Literal["scale"]
    d: float
    def __init__(
        self,
        *,
        c: float | Literal["scale"] = "scale",
        d: float = 0.0,
    ) -> None: ...

class TL1(RegisteredKernel):
    """The kernel 'tl1' as an object with parameters.

    K(x, z) = max(rho - |x - z|_1, 0), in general indefinite; piecewise linear in each feature.

    Shapes (n, d), (m, d) to (n, m); ``rho`` is a length in units of the features. "scale" is the median |x - z|_1
    between samples: half of the pairs see each other. None: 0.7 d, suggested for features scaled to [0, 1]. Source:
    Huang et al. 2017.

    Parameters
    ----------
    rho : a number from 1e-50 to 1e+50, or None (0.7 × features), or 'scale':
        the median sum of |differences| between two training samples.
    """

    rho: float | Literal["scale"] | None
    def __init__(
        self,
        *,
        rho: float | Literal["scale"] | None = "scale",
    ) -> None: ...
