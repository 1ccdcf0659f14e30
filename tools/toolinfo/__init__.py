"""For BenchExec: ``PYTHONPATH=tools``, and ``toolinfo.antumbra`` is the tool of a benchmark."""
