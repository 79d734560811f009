"""Mail: addresses of accounts, notices by mail, and recovery of a forgotten password."""
