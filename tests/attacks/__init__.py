"""What strangers can do to a server from outside, each with an honest player beside them."""
