"""Nets for alpha-beta: how they are made of games, and proved to be worth it."""
