"""What ``import scopa`` costs by itself, once attrs has been imported.

    python tests/benchmarks/importing.py [--runs N]

Every run is a fresh interpreter that imports attrs and then scopa, and times both. What scopa takes
from the standard library, and attrs has not imported yet, counts as its own cost. Bytecode is
compiled once and kept in a folder of its own, as for an installed package, whatever the environment
says.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

TIMED = """
from time import perf_counter
begun = perf_counter()
import attrs
between = perf_counter()
import scopa
print(1000 * (between - begun), 1000 * (perf_counter() - between))
"""


def run(bytecode: str) -> tuple[float, float]:
    """The milliseconds that importing attrs, and then scopa, takes a fresh interpreter."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(  # noqa: S603 - a program of this file
        [sys.executable, "-c", TIMED],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment,
    )
    attrs, scopa = map(float, done.stdout.split())
    return attrs, scopa


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what import scopa costs.")
    parser.add_argument("--runs", type=int, default=21, help="fresh interpreters (default: 21)")
    args = parser.parse_args()
    with TemporaryDirectory() as bytecode:
        run(bytecode)  # writes the bytecode
        attrs, scopa = zip(*(run(bytecode) for _ in range(args.runs)), strict=True)
    version = sys.version.split()[0]
    print(f"Python {version}, medians of {args.runs} fresh interpreters")
    print(f"  import attrs                 {median(attrs):6.1f} ms")
    print(f"  import scopa, over attrs     {median(scopa):6.1f} ms  (least {min(scopa):.1f})")


if __name__ == "__main__":
    main()
