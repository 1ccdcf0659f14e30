"""Boogie text to syntax trees, and back."""
