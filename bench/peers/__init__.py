"""Peers: other programs, raced beside this one in environments of their own."""
