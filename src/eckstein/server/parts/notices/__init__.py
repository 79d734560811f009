"""Notices to accounts that are not here, and their delivery."""
