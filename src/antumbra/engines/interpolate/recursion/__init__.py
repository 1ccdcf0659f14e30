"""Recursion without a bound: contracts of procedures, tried, proved and used in place of calls."""
