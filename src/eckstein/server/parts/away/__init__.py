"""Vacations, and the calendar of one's turns."""
