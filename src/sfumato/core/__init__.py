"""The few types that every room shares. Standard library only."""
