"""Commands of the engine: engine, bench."""
import typer


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command("engine")(engine)


def engine() -> None:
    """Run the engine for another program: a dialect of UCI on standard input and output."""
    from ..engine.protocol import main
    main()
