"""Long trials: reduced in `make test`, in full in `make bench`."""
