"""What deploy/ holds is read by the parsers that there are, and names what there is."""
import re
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import typer
import yaml
from prometheus_client import generate_latest

from eckstein.cli import app
from eckstein.server.serving.metrics import Metrics
from eckstein.server.serving.serving import checked_proxies

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
RULES = [rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
         ["groups"] for rule in group["rules"]]
COMMANDS = typer.main.get_command(app).commands
OWN = {"engine_failures": "eckstein_engine_failures"}       # a running server adds it


def exposed():
    """Names of all metrics, also of those that have no value yet."""
    names = set(re.findall(r"^# TYPE (\w+) ", generate_latest(Metrics()._registry).decode(),
                           re.MULTILINE))
    return names | {f"{name}_bucket" for name in names} | {*OWN.values(), "up"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_is_about_what_is_measured(rule):
    named = set(re.findall(r"\b(?:eckstein|process)_\w+|\bup\b", rule["expr"]))
    assert named and named <= exposed()
    assert rule["labels"]["severity"] in ("page", "ticket")
    page = (DEPLOY.parent / "docs" / "monitoring.md").read_text(encoding="utf-8")
    assert f"`{rule['alert']}`" in page


@pytest.mark.parametrize("command", [
    COMPOSE["services"]["eckstein"]["command"], COMPOSE["services"]["worker"]["command"],
    re.search("^ExecStart=\\S+ (.*)$", (DEPLOY / "eckstein.service").read_text(),
              re.MULTILINE)[1].split(),
    re.search(r"^CMD \[(.*)\]$", (DEPLOY / "Containerfile").read_text(),
              re.MULTILINE)[1].replace('"', "").split(", ")],
    ids=["compose", "worker", "systemd", "container"])
def test_options_are_there(command):
    options = {option for parameter in COMMANDS[command[0]].params
               for option in (*parameter.opts, *parameter.secondary_opts)}
    used = {word.partition("=")[0] for word in command if word.startswith("--")}
    assert "--log-json" in used and used <= options


def networks_of(service):
    """The networks of a service, with its address in each, if it is chosen."""
    found = COMPOSE["services"][service]["networks"]
    return dict.fromkeys(found) if isinstance(found, list) else {
        name: (chosen or {}).get("ipv4_address") for name, chosen in found.items()}


def test_the_proxy_of_the_containers_is_trusted_and_nobody_else():
    networks, services = COMPOSE["networks"], COMPOSE["services"]
    shared, = networks_of("eckstein").keys() & networks_of("haproxy").keys()
    address = networks_of("haproxy")[shared]
    trusted = [word.partition("=")[2] for word in services["eckstein"]["command"]
               if word.startswith("--proxy")]
    assert trusted == [address] == checked_proxies([address])
    subnet, = (one["subnet"] for one in networks[shared]["ipam"]["config"])
    assert ip_address(address) in ip_network(subnet) and networks[shared]["internal"]
    assert {name for name in services if shared in networks_of(name)} == {"eckstein", "haproxy"}
    assert set().union(*map(networks_of, services)) == set(networks)
    assert networks_of("postgres").keys() == {"inside"} and networks["inside"]["internal"]
    assert [name for name, service in services.items() if any(
        not port.startswith("127.0.0.1:") for port in service.get("ports", ()))] == ["haproxy"]
    config = (DEPLOY / "haproxy.cfg").read_text()
    assert set(services["haproxy"]["environment"]) == set(re.findall(r"presetenv (\w+)", config))


def test_no_password_stands_in_a_command():
    """Everybody on a machine can read the commands of all that runs there, and its units."""
    for service in COMPOSE["services"].values():
        assert "PASSWORD" not in str([service.get("command"), service.get("healthcheck")])
        assert "://" not in str(service.get("command"))
    unit = (DEPLOY / "eckstein.service").read_text()
    assert "--database" not in unit and not re.search("^Environment=.*://", unit, re.MULTILINE)
    for page in ("operate", "several-servers", "database", "keys", "backup", "monitoring"):
        text = (DEPLOY.parent / "docs" / f"{page}.md").read_text(encoding="utf-8")
        assert re.search(r"(--database|Environment=).*PASSWORD", text) is None, page


@pytest.mark.parametrize("where", ["compose", "unit"])
def test_what_is_given_by_the_environment_is_read_from_there(where):
    text = (DEPLOY / ("compose.yaml" if where == "compose" else "eckstein.service")).read_text()
    named = set(re.findall(r"ECKSTEIN_\w+", text))
    known = {parameter.envvar for command in COMMANDS.values()
             for parameter in getattr(command, "params", ()) if parameter.envvar}
    assert {"ECKSTEIN_DATABASE", "ECKSTEIN_HOSTNAME"} <= named <= known
