"""What a worker runs for this room: one task that runs one attempt of one job."""

from selector.services.jobs import run_job

__all__ = ["run_job"]
