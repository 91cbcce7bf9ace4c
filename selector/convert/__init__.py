"""The only place that knows both shapes: rows of the database and values of the engine, into each other."""
