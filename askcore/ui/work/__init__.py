"""What is computed once, kept, done elsewhere and watched: the cache, jobs, memory."""
