"""Accounts: signing up and in, names, passwords, passkeys, tokens."""
