"""Runs on several processors."""
