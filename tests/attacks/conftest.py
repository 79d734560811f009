"""What tests of attacks share with those of the server."""
from ..server.conftest import logged, slow_disk  # noqa: F401
