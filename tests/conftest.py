"""Settings for the whole suite: the same examples on every run, no deadline on a loaded machine."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "antumbra",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("antumbra")
