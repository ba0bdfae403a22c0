"""Operators: what takes the place of a span."""
