"""How every bundled model and table is made; never imported at run time."""
