"""What learning costs and saves, and what of it is worth keeping."""
