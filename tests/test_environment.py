"""environment.yml and pyproject.toml ask for the same things, but for Graphviz."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
SPECS = [spec for spec in CONDA["dependencies"] if isinstance(spec, str)]


def name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0]


def test_conda_asks_for_what_pip_asks_for_with_graphviz_from_conda():
    extras = PROJECT["optional-dependencies"]
    nbval = [requirement for requirement in extras["test"] if name(requirement) == "nbval"]
    wanted = set(PROJECT["dependencies"]) | set(extras["lab"]) | set(nbval)
    wanted = {item for item in wanted if name(item) != "graphviz-pure"}
    wanted = {item.replace("graphviz>=", "python-graphviz>=") for item in wanted}
    assert {spec for spec in SPECS if name(spec) not in ("python", "pip")} == wanted


def test_conda_takes_the_oldest_python_that_the_project_supports():
    assert f"python={PROJECT['requires-python'].removeprefix('>=')}" in SPECS


def test_conda_uses_free_channels_only_and_installs_this_checkout():
    assert CONDA["channels"] == ["conda-forge", "nodefaults"]
    assert CONDA["dependencies"][-2:] == ["pip", {"pip": ["-e ."]}]


def test_every_conda_spec_is_a_name_with_a_version():
    assert all(re.fullmatch(r"[a-z][\w.-]*((>=|==?)[\d.]+)?", spec) for spec in SPECS)


def test_graphviz_pure_is_pinned_to_one_release():
    pins = [item for item in PROJECT["dependencies"] if name(item) == "graphviz-pure"]
    assert [item.split("==")[0] for item in pins] == ["graphviz-pure"]


def test_conda_is_asked_for_each_thing_once():
    assert len(set(map(name, SPECS))) == len(SPECS)
