"""Violations run again: ``native.py`` as native code, ``boogie.py`` under the model, ``traces.py`` step by step;
``retry.py`` is ``antumbra replay``."""
