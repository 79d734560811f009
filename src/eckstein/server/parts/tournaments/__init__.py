"""Tournaments: Swiss, round robins, arenas and clubs."""
