"""Games on a server, for programs and terminals."""
