"""Measured results and the programs that make them: `python -m evidence make`, `check` and `cite`."""
