"""Query and tool graph in, ranked candidates with their evidence out."""
