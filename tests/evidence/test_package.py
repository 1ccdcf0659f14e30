"""The package's face."""

from __future__ import annotations

import pytest

from antumbra import evidence


def test_every_exported_name_exists() -> None:
    for name in evidence.__all__:
        assert getattr(evidence, name).__name__ == name
    with pytest.raises(AttributeError):
        evidence.nothing  # noqa: B018
