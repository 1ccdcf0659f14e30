"""Is a program what the model says it is? ``validate.py``: its procedures; ``validate_objects.py``: its objects."""
