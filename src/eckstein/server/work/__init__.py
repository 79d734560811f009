"""Slow work in other processes: views, pictures, texts and engines.

Entry points are `views.Views`, `processes.Processes` and `engines.Engines`.
"""
