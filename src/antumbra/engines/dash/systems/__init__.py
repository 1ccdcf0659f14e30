"""Programs without memory as graphs of places and edges, one graph for each procedure."""
