"""DASH."""
