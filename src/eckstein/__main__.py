"""`python -m eckstein` is `eckstein`."""
from .cli import main

main()
