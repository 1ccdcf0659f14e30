"""Verification witnesses, as SV-COMP's tools exchange them: what a verdict rests on, for others to check.

Formats: YAML 2.0 and 2.1 (https://gitlab.com/sosy-lab/benchmarking/sv-witnesses), and GraphML 1.0. A witness here is a
value; who makes one of a result and who checks one is in ``session.witnessing``.

| file | |
|---|---|
| ``values.py`` | witnesses as values |
| ``yaml_writing.py``, ``graphml_writing.py`` | from values to text |
| ``reading.py`` | from a file to values, whatever its format |
| ``yaml_reading.py``, ``graphml_reading.py`` | of each format; ``documents.py``: YAML with the places of its values |

Writing is strict, reading is lenient: what is missing is told, and only what is needed has to be there. Witnesses that
are read are hostile input: no aliases, no entities, bounded size and depth.
"""
