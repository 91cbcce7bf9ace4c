"""The room of traces, suggestions and reviews; it has no tables yet."""
