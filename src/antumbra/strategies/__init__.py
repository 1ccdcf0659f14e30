"""What runs engines in turn: one strategy for each way to combine them."""
