"""The engines. They do not know each other; each is a step machine built on ``semantics`` and ``search``."""
