"""Simplification: the constructors of terms, one file a theory."""
