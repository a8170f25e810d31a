"""JupyterLab as `make lab` starts it, in the Chromium that the system has."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ARTEFACTS = Path(__file__).parent / "artefacts"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S*token=\w+")
SECONDS = 90  # for whatever has to start; a busy machine needs a third of it

# Jupyter's settings: no question about news, and every cell in the page, not only those in view.
SETTINGS = {
    "notebook-extension/tracker": {"windowingMode": "none"},
}
CHROMIUM_OPTIONS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class Lab:
    """A running `gradlab lab`: the learner's folder, and a page for JupyterLab."""

    def __init__(self, folder: Path, address: str, page: Page) -> None:
        self.folder = folder
        self.address = address
        self.page = page
        self.strangers: list[str] = []  # hosts other than this machine that the page asked for
        page.set_default_timeout(SECONDS * 1000)
        page.on("request", self._watch)

    def open(self, lesson: str = "") -> None:
        """The address that was printed, or another lesson's, until its kernel is idle."""
        address = re.sub(r"[^/]+\.ipynb", lesson, self.address) if lesson else self.address
        self.page.goto(f"{address}&reset")
        self.page.locator(".jp-NotebookPanel .jp-Notebook .jp-Cell").first.wait_for()
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")
        self.page.wait_for_function(
            "jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
        )

    def run_all(self) -> None:
        self.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")

    def wait_for_all(self) -> None:
        """Until every code cell has run."""
        self.page.wait_for_function(
            """() => jupyterapp.shell.currentWidget.content.widgets.every(
                cell => cell.model.type !== 'code' || cell.model.executionCount !== null)"""
        )

    def outputs(self, selector: str = "") -> Locator:
        """The outputs on the page, or what `selector` finds inside them."""
        return self.page.locator(f".jp-Notebook .jp-OutputArea-output {selector}")

    def errors(self) -> Locator:
        """Outputs that are a traceback or went to stderr."""
        kinds = ("vnd.jupyter.error", "vnd.jupyter.stderr")
        return self.page.locator(", ".join(f"[data-mime-type='application/{k}']" for k in kinds))

    def screenshot(self, name: str, around: Locator) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        around.scroll_into_view_if_needed()
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def _watch(self, request: object) -> None:
        host = urlsplit(getattr(request, "url", "")).hostname
        if host not in (None, "127.0.0.1", "localhost"):
            self.strangers.append(host)


@pytest.fixture(scope="session")
def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found:
        return found
    reason = "no Chromium on PATH (Debian: apt-get install chromium)"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    options = [*CHROMIUM_OPTIONS, *(["--no-sandbox"] if root else [])]
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=options)


@pytest.fixture
def lab(browser: Browser, tmp_path: Path) -> Iterator[Lab]:
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gradlab", "lab"],
            cwd=tmp_path,
            env=_fresh_jupyter(tmp_path / "jupyter"),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = _printed_address(process, log)
        with browser.new_page(viewport={"width": 1280, "height": 1000}) as page:
            yield Lab(tmp_path / "gradlab-lessons", address, page)
    finally:
        process.terminate()
        process.wait(SECONDS)


def _fresh_jupyter(home: Path) -> dict[str, str]:
    """An environment without a display, in which nobody has used Jupyter before."""
    dropped = ("DISPLAY", "WAYLAND_DISPLAY", "JUPYTER_TOKEN", "JUPYTER_PATH")
    env = {name: value for name, value in os.environ.items() if name not in dropped}
    env["BROWSER"] = "true"  # where has_display() is always true: a command that opens nothing
    for name in ("CONFIG", "DATA", "RUNTIME"):
        env[f"JUPYTER_{name}_DIR"] = str(home / name.lower())
    env["JUPYTERLAB_SETTINGS_DIR"] = str(home / "settings")
    env["JUPYTERLAB_WORKSPACES_DIR"] = str(home / "workspaces")
    env["IPYTHONDIR"] = str(home / "ipython")
    for name, content in SETTINGS.items():
        _write_json(home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings", content)
    config = {"LabApp": {"expose_app_in_browser": True}}
    _write_json(home / "config" / "jupyter_lab_config.json", config)
    return env


def _write_json(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))


def _printed_address(process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        if found := ADDRESS.search(log.read_text()):
            return found.group()
        time.sleep(0.1)
    pytest.fail(f"gradlab lab printed no address:\n{log.read_text()}")
