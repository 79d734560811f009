"""HTTP requests: the API, the pages, and the guard that every request passes.

Entry points are the routers and routes that `app` puts together, behind `guard.Guard`.
"""
