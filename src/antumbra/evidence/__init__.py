"""Evidence: tests in the formats people use, and native replay of what the analysis claims."""
