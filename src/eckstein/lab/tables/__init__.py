"""Tables of endings: how they are built, here or on a cluster, and how they are checked."""
