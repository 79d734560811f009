"""What is done with the project as a whole; nothing of it is in the packages."""
