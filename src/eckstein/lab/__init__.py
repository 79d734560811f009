"""What is found out and made: matches, tables of endings, books, proofs, puzzles, weights."""
