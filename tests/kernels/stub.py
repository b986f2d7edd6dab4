"""askcore/kernels/catalogue.pyi, which shows editors and mypy the classes of the kernels: written from the registry.

python -m tests.kernels.stub    write it anew
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from askcore.kernels import KERNELS, catalogue
from askcore.kernels.objects import RegisteredKernel, kernel_class

STUB = Path(catalogue.__file__).with_suffix(".pyi")
HEAD = '''"""The classes of the registered kernels for editors and mypy, written by `python -m tests.kernels.stub`."""

from typing import Literal

from askcore.kernels.objects import RegisteredKernel
'''


def stub() -> str:
    """The text of the file."""
    return "\n".join([HEAD, *(_class(kernel_class(name)) for name in sorted(KERNELS))])


def _class(kind: type[RegisteredKernel]) -> str:
    inside = [
        (f"{one.name}: {_type(one.annotation)}", one.default)
        for one in inspect.signature(kind).parameters.values()
    ]
    lines = (kind.__doc__ or "").splitlines()
    quoted = "\n".join(f"    {line}" if line else "" for line in lines).strip()
    raw = "r" if "\\" in quoted else ""
    body = [f"class {kind.__name__}(RegisteredKernel):", f'    {raw}"""{quoted}', '    """', ""]
    body += [f"    {said}" for said, _ in inside]
    if inside:
        given = "".join(f"        {said} = {_written(default)},\n" for said, default in inside)
        body.append(f"    def __init__(\n        self,\n        *,\n{given}    ) -> None: ...")
    else:
        body.append("    def __init__(self) -> None: ...")
    return "\n".join(body) + "\n"


def _type(annotation: Any) -> str:
    if get_origin(annotation) is Literal:
        return f"Literal[{', '.join(map(_written, get_args(annotation)))}]"
    if parts := sorted(get_args(annotation), key=lambda part: part is type(None)):
        return " | ".join(map(_type, parts))
    return "None" if annotation is type(None) else annotation.__name__


def _written(default: object) -> str:
    return repr(default).replace("'", '"')


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
