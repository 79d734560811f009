"""Requests: endpoints, the guard that every request passes, streams, scopes of tokens."""
