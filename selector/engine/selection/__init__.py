"""Candidates and the LLM's choice in, one target with its reasons out."""
