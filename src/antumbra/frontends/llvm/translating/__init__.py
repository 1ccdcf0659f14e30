"""Modules to the program form."""
