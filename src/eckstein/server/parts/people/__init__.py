"""People: profiles, blocks, follows, and presence."""
