"""``antumbra show --regions``: region graphs step by step, coloured as the thesis does (its section 3.2)."""
