"""What accounts are told when they are not here."""
