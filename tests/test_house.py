"""The shape of the package: no modules of ``antumbra`` import each other in a circle, none imports very many, and no
folder has very many files.

Every import counts, those for type checking and those inside functions too.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import antumbra
from antumbra.program.graphs.algorithms import strongly_connected_components

ROOT = Path(antumbra.__file__).parent
#: modules that one may import: what needs more is more than one subject
MOST_IMPORTS = 27
#: what stands in for modules of the standard library, so that starting is fast, and counts no more than they do
PLAIN = frozenset({"patterns", "records"})
#: files of one folder: more are rooms
MOST_FILES = 19


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(imports(ROOT)) == []


def test_no_module_is_a_hub() -> None:
    used = {name: len(set(others) - PLAIN) for name, others in imports(ROOT).items()}
    assert {name: others for name, others in used.items() if others > MOST_IMPORTS} == {}


def test_no_folder_is_crowded() -> None:
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))
    assert {folder: files for folder, files in folders.items() if files > MOST_FILES} == {}


def test_circles_are_found() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": [], "e": ["a"]}
    assert circles(graph) == [["b", "c"]]
    assert circles({**graph, "d": ["a"]}) == [["a", "b", "c", "d"]]


def test_every_import_counts(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "low.py").write_text("def f():\n    from antumbra.room import high\n")
    (tmp_path / "room" / "__init__.py").write_text("from antumbra.low import f\n")
    (tmp_path / "room" / "high.py").write_text("if TYPE_CHECKING:\n    import antumbra.low\n")
    assert imports(tmp_path) == {"": [], "low": ["room.high"], "room": ["low"], "room.high": ["low"]}


def circles(graph: dict[str, list[str]]) -> list[list[str]]:
    return [sorted(group) for group in strongly_connected_components(graph) if len(group) > 1]


@cache
def imports(root: Path) -> dict[str, list[str]]:
    """Which modules each module of a package imports, by their names without ``antumbra.``."""
    files = {_name(path.relative_to(root)): path for path in sorted(root.rglob("*.py"))}
    return {
        name: sorted({other for other in _imported(path, files) if other in files and other != name})
        for name, path in files.items()
    }


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """There are no relative imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, within = name.partition(".")
            if package == "antumbra":
                yield within if within in modules else within.rpartition(".")[0]
