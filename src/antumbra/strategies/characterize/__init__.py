"""Comprehensive failure characterization: bounds on all failing inputs."""
