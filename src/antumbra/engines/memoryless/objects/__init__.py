"""Where objects lie, and what their content becomes."""
