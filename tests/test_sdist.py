"""The source distribution has all that is in the repository."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no clone of the repository")
def test_complete(tmp_path: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    (archive,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(archive) as file:
        held = {name.split("/", 1)[1] for name in file.getnames() if "/" in name}
    assert [name for name in listed.stdout.splitlines() if name not in held and (ROOT / name).exists()] == []
