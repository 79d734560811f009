"""Requests: the API, the pages, and what every request passes.  Entered by the routers and routes
that `app` puts together, behind `guard.Guard`.
"""
