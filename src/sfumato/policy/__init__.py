"""Policies: what happens to each label, and what must hold before anything leaves."""
