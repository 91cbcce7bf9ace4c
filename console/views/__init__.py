"""The pages, one module for each noun: input in, one query or one service, one template out."""
