"""Debian's HAProxy as deploy/ sets it up, in front of servers."""
import asyncio
import contextlib
import os
import re
import shutil
import ssl
import subprocess
from pathlib import Path

from ..ports import free_port
from ..server.helpers import PATIENCE

FILE = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


@contextlib.asynccontextmanager
async def proxied(folder, *servers, more="", log="/dev/log"):
    """HAProxy before servers; its ports of HTTP and HTTPS, and what puts a new one in its place.

    Args:
        folder: for its files.
        servers: the ports of those before which it stands.
        more: a line that is added to its file.
        log: where it logs.
    """
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=here",
                    "-keyout", folder / "all.pem.key", "-out", folder / "all.pem"],
                   check=True, capture_output=True)
    ports = free_port(), free_port()
    running = []

    async def start(servers, *options):
        lines = FILE.read_text().replace("log /dev/log ", f"log {log} ")
        if servers[1:]:                 # as who hosts them edits the file
            lines = lines.replace("# default-server", "default-server")
        for number, server in enumerate(servers[1:], 2):
            lines, added = re.subn(rf"# (server \w+) \S+ (id {number})\n",
                                   rf"\1 127.0.0.1:{server} \2\n", lines)
            assert added == 1
        before, found, after = lines.partition("    http-request set-header X-Forwarded-For")
        file = folder / "haproxy.cfg"
        file.write_text(f"{before}{more}\n{found}{after}")
        haproxy = await asyncio.create_subprocess_exec(
            HAPROXY, "-db", "-f", file, *options, stderr=subprocess.PIPE,
            env={"ECKSTEIN": f"127.0.0.1:{servers[0]}", "HTTP": f"127.0.0.1:{ports[0]}",
                 "HTTPS": f"127.0.0.1:{ports[1]}", "CERTIFICATES": str(folder / "all.pem")})
        running.append(haproxy)
        async with asyncio.timeout(PATIENCE):
            while haproxy.returncode is None:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", ports[1])
                    writer.close()
                    break
                await asyncio.sleep(0.05)
        assert haproxy.returncode is None, (await haproxy.stderr.read()).decode()

    async def reload(*servers):
        """As systemd does: the new process tells the last one to take no more connections."""
        last = running[-1]
        await start(servers, "-sf", f"{last.pid}")
        async with asyncio.timeout(PATIENCE):
            while b"Proxy web stopped" not in await last.stderr.readline():
                pass
    try:
        await start(servers)
        yield *ports, reload
    finally:
        for haproxy in running:
            with contextlib.suppress(ProcessLookupError):
                haproxy.kill()
            await haproxy.wait()


def any_certificate():
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return trusting
