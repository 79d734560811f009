"""What knows nothing of games: errors, sentences, files, processes, threads, paths."""
