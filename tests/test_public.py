"""What people and services look for at the root of a project is there, and says what is so."""
import json
import re
from pathlib import Path

import check_jsonschema
import jsonschema
import pytest
import yaml

import eckstein

ROOT = Path(__file__).parents[1]
SCHEMAS = Path(check_jsonschema.__file__).parent / "builtin_schemas/vendor"
CHECKED = {".github/workflows/tests.yml": "github-workflows", ".readthedocs.yaml": "readthedocs",
           "CITATION.cff": "citation-file-format",
           ".github/ISSUE_TEMPLATE/fault.yml": "github-issue-forms",
           ".github/ISSUE_TEMPLATE/rules.yml": "github-issue-forms",
           ".github/ISSUE_TEMPLATE/config.yml": "github-issue-config",
           "deploy/compose.yaml": "compose-spec"}
PAGES = ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/pull_request_template.md")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CHECKED)
def test_a_file_keeps_to_its_schema(name):
    schema = json.loads((SCHEMAS / f"{CHECKED[name]}.json").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(yaml.safe_load(read(name)))


@pytest.mark.parametrize("name", PAGES)
def test_links_of_a_page_lead_somewhere(name):
    for place in re.findall(r"\]\(([^)#:]+)\)", read(name)):
        assert (ROOT / name).parent.joinpath(place).exists(), place


@pytest.mark.parametrize("name", ["Makefile", ".pre-commit-config.yaml",
                                  ".github/workflows/tests.yml", ".readthedocs.yaml"])
def test_what_is_made_by_name_can_be_made(name):
    rules = set(re.findall(r"^([\w-]+):", read("Makefile"), re.MULTILINE))
    asked = re.findall(r"(?:entry: |run: |- |^\t@?)make ([\w-]+)", read(name), re.MULTILINE)
    assert set(asked) <= rules and (asked or name == "Makefile")


def test_there_is_one_version():
    assert yaml.safe_load(read("CITATION.cff"))["version"] == eckstein.__version__
    assert yaml.safe_load(read("recipe/recipe.yaml"))["context"]["version"] == eckstein.__version__


def test_the_recipe_asks_for_what_the_package_asks_for():
    import tomllib
    project = tomllib.loads(read("pyproject.toml"))["project"]
    asked = [one.replace(" ", "") for one in
             yaml.safe_load(read("recipe/recipe.yaml"))["requirements"]["run"]]
    assert asked == [f"python{project['requires-python']}", *project["dependencies"]]


def test_the_workflow_tries_each_python_that_the_package_names():
    jobs = yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]
    named = re.findall(r"Python :: (3\.\d+)", read("pyproject.toml"))
    assert jobs["installed"]["strategy"]["matrix"]["python"] == named
