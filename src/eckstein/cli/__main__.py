"""`python -m eckstein.cli` is `eckstein`."""
from . import main

main()
