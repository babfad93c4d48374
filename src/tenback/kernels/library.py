"""Builds C++ programs with a compiler of this machine, and caches them on disk."""

import ctypes
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

COMMON = ("-std=c++17", "-shared", "-w", "-O3")
CUDA = ("nvcc", "-x", "cu", "-fmad=false", "-Xcompiler", "-fPIC")
HOST = ("c++", "-x", "c++", "-ffp-contract=off", "-fwrapv", "-fPIC")
"""The options make floats add up as in Numba, without fused multiply-add."""


def can_build(*, is_cuda: bool) -> bool:
    """Return whether the machine has a compiler for CUDA or, otherwise, for C++."""
    return shutil.which((CUDA if is_cuda else HOST)[0]) is not None


def built(source: str, *, architecture: str | None) -> ctypes.CDLL:
    """Return a program as a library, built for a GPU architecture, or for the CPU if it is None."""
    options = (
        (*HOST, *COMMON) if architecture is None else (*CUDA, *COMMON, f"-arch={architecture}")
    )
    digest = sha256("\0".join((*options, source)).encode()).hexdigest()[:16]
    path = user_cache_path("tenback") / "kernels" / f"{digest}.so"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=path.parent) as folder:
            text, fresh = Path(folder, "program.cpp"), Path(folder, "program.so")
            text.write_text(source, encoding="utf-8")
            subprocess.run([*options, text, "-o", fresh], check=True)
            os.replace(fresh, path)
    return ctypes.CDLL(str(path))
