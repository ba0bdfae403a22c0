"""Formats: one file each, read() and write() together."""
