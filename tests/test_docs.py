"""Files that docs and package docstrings speak of exist; so do the commands of hooks before a commit."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "antumbra"
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")])
PACKAGES = sorted(SOURCE.rglob("__init__.py"))


def _named(text: str) -> set[str]:
    """Names of Python files in text, with as much of their path as is given."""
    return set(re.findall(r"`([a-z_/0-9]+\.py)\b", text))


@cache
def _files() -> frozenset[str]:
    """Every file of ours by each of its ends: not those of an environment."""
    folders = ("src", "tests", "tools", "docs", "benchmarks", "examples", ".ci")
    found = [path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    found += [path.relative_to(ROOT) for path in ROOT.iterdir() if path.is_file()]
    return frozenset("/".join(path.parts[i:]) for path in found for i in range(len(path.parts)))


def _exists(name: str) -> bool:
    return name in _files()


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: str(path.parent.relative_to(SOURCE)))
def test_package_docstrings(path: Path) -> None:
    text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert text, "a package says what it is for"
    assert [name for name in _named(text) if not _exists(name)] == []
    for module in re.findall(r"``antumbra\.([a-z_.]+)``", text):
        place = SOURCE / module.replace(".", "/")
        assert place.is_dir() or place.with_suffix(".py").is_file(), module


@pytest.mark.parametrize("page", ["architecture.md", "adding-an-engine.md", "../CONTRIBUTING.md"])
def test_files_of_docs(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    assert [name for name in _named(text) if not _exists(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", page.read_text("utf-8"))  # what is code is no link
    for link, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)", text):
        target = page.parent / link if link else page
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in slugs, f"{link}#{anchor}"


def test_hooks_need_only_what_make_test_installs() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
    locked = (ROOT / "requirements-dev.lock").read_text("utf-8")
    packages = {"lint-imports": "import-linter"}
    for hook in hooks["repos"][0]["hooks"]:
        command = hook["entry"].split()[0]
        assert hook["language"] == "system"
        assert command.startswith(".venv/bin/"), command
        tool = command.removeprefix(".venv/bin/")
        assert re.search(rf"^{packages.get(tool, tool)}==", locked, re.MULTILINE) or tool == "python", tool
