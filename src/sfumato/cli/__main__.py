"""`python -m sfumato.cli` is the `sfumato` command."""

from sfumato.cli.main import main

main()
