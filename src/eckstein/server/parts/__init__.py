"""Parts of the server: a folder is a capability, with all its layers; see `installed`."""
