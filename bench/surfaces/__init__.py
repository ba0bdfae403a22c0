"""Builders of invented documents with a mark on every surface that can hold text."""
