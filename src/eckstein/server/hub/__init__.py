"""Where the parts of a server meet: typed events, and topics that clients subscribe to."""
