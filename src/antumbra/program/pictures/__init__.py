"""Graphs and trees as DOT and SVG."""
