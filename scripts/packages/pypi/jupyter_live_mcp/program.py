"""The executable that this package installs, found under its own name.

``jupyter-mcp`` is a script of other packages as well (``jupyter-mcp-server`` has one), so the executable itself is
``jupyter-live-mcp``, and ``jupyter-mcp`` only starts it.
"""

import os
import subprocess
import sys
from importlib.metadata import files


def program():
    """The path of the executable; ``None`` if it is not there."""
    for file in files("jupyter-live-mcp") or []:
        if file.stem == "jupyter-live-mcp" and "dist-info" not in str(file):
            return str(file.locate().resolve())
    return None


def main():
    """Becomes the executable, with the same arguments."""
    path = program()
    if path is None:
        sys.exit("jupyter-mcp: its executable is not installed; install jupyter-live-mcp again")
    if os.name == "nt":  # Nothing there takes the place of a process.
        sys.exit(subprocess.call([path, *sys.argv[1:]]))
    os.execv(path, [path, *sys.argv[1:]])
