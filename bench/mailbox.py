"""Contra's perft in our library and in C by hand, with a mailbox (mailbox.c), in turn on one core.

    python -m bench.mailbox             prints millions of nodes a second, the best of all rounds

The C is compiled for this processor by the Clang in ziglang.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

from .__main__ import conditions
from .rules import count

SOURCE = Path(__file__).with_suffix(".c")
DEPTH, ROUNDS = 7, 7


def built(folder: str) -> str:
    """The program made of the C, in a folder.

    Raises:
        CalledProcessError: if it cannot be compiled.
    """
    program = f"{folder}/mailbox"
    subprocess.run([sys.executable, "-m", "ziglang", "cc", "-O3", "-march=native", "-Wall",
                    "-Werror", str(SOURCE), "-o", program], check=True)
    return program


def by_hand(program: str, depth: int) -> tuple[int, float]:
    """The count of the C, and its seconds."""
    told = subprocess.run([program, str(depth), "3"], check=True, text=True, capture_output=True)
    nodes, seconds = told.stdout.split()
    return int(nodes), float(seconds)


def main() -> None:
    """Print both, and the ratio."""
    print(conditions())
    ours = theirs = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        program = built(folder)
        for _ in range(ROUNDS):
            nodes, seconds = count("contra", DEPTH, {})
            same, spent = by_hand(program, DEPTH)
            if nodes != same:
                sys.exit(f"we count {nodes:,} and the C {same:,} at depth {DEPTH}")
            ours, theirs = min(ours, seconds), min(theirs, spent)
    print(f"contra {DEPTH}: {nodes:,} nodes; ours {nodes / ours / 1e6:.1f} million a second, "
          f"C with a mailbox {nodes / theirs / 1e6:.1f} ({theirs / ours:.2f})")


if __name__ == "__main__":
    main()
