"""Batches: many files, each in a worker process with limits."""
