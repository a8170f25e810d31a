"""Timings beside hand-written NumPy, PyTorch and HIPS autograd: ``python -m benchmarks``."""

import os

# Before NumPy and PyTorch are imported: every contender gets one thread.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
