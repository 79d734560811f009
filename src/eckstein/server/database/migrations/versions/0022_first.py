"""The tables of version 0.1.0, as `tables` makes them."""
revision, down_revision = "0022", None
