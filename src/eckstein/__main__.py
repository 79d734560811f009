"""`python -m eckstein` is `eckstein`."""
import signal
import sys

STOPPED = 130


def main() -> None:
    """Run the command line; stopping it while it loads shows no error."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from .cli import main as run
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    run()


if __name__ == "__main__":      # and nothing where a worker process loads this file by its path
    main()
