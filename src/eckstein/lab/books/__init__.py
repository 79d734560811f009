"""Opening books: how they grow, and how they are checked."""
