"""Tables of endings that are too large for Eckstein's own package.

There is no code here, only files, which `make tables-package` builds into `files/`;
`eckstein.base.user_paths` finds them.
"""
