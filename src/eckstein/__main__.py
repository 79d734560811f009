"""`python -m eckstein` is `eckstein`."""
if __name__ == "__main__":      # and nothing where a worker process loads this file by its path
    from .cli import main

    main()
