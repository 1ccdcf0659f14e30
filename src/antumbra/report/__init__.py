"""What the user gets to read: results as values, and their forms (text, JSON, SARIF, JUnit, lcov)."""
