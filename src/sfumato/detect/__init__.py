"""Detectors: where the identifiers stand."""
