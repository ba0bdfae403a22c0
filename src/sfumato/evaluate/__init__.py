"""Evaluate: annotated corpora, counts that add, intervals, and how they are shown."""
