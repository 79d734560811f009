"""Python for browsers: what the pages of Eckstein load to think in the browser that shows them.

There is no code here, only files, which `make web` builds into `web/`;
`eckstein.base.web_files` finds them.
"""
