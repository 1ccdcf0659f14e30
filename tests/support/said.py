"""What a run says, flat, without what no run shares with another: what two runs of the same command must agree on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def said(report: Any) -> dict[str, str]:
    """All of a report but for seconds, memory and the names of files that were written: where it stands → what."""
    return dict(_flat("", report))


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            if not any(word in key for word in ("seconds", "_ms", "memory", "tests_dir")) and key != "test":
                yield from _flat(f"{name}.{key}" if name else key, part)
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _flat(f"{name}[{number}]", part)
    else:
        yield name, json.dumps(value)
