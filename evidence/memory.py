"""The peak memory of this process in MB, as the kernel counts it."""

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")
# ru_maxrss counts kilobytes, on macOS bytes.
MAXRSS_UNITS_PER_MB = 1024 * 1024 if sys.platform == "darwin" else 1024


def peak_mb() -> float:
    """Return the peak since this program began. ru_maxrss would also count what the parent held when it forked."""
    if STATUS.exists():
        line = next((row for row in STATUS.read_text().splitlines() if row.startswith("VmHWM:")), "")
        if line:
            return round(int(line.split()[1]) / 1024, 1)
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MAXRSS_UNITS_PER_MB, 1)
