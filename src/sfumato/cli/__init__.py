"""The command line: main.py and one file a command."""
