"""`python -m eckstein.cli` is `eckstein`."""
if __name__ == "__main__":      # and nothing where a worker process loads this file by its path
    from . import main

    main()
