"""What the worker of a page loads: Pyodide, and an archive of Eckstein with all that it needs."""
