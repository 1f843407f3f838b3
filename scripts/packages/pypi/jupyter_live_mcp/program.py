"""The executable that this package installs, and the script ``jupyter-mcp`` that starts it.

Datalayer's ``jupyter-mcp-server`` has a script ``jupyter-mcp`` too, and the package installed last overwrites the
other's. So the executable itself is ``jupyter-live-mcp``, and in an environment with both, ``jupyter-mcp`` is
Datalayer's, whichever came last.
"""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution, files


def program():
    """The path of the executable; ``None`` if it is not there."""
    for file in files("jupyter-live-mcp") or []:
        if file.stem == "jupyter-live-mcp" and "dist-info" not in str(file):
            return str(file.locate().resolve())
    return None


def datalayers():
    """What Datalayer's ``jupyter-mcp`` runs; ``None`` if its package is not installed."""
    try:
        scripts = distribution("jupyter-mcp-server").entry_points
    except PackageNotFoundError:
        return None
    return next((script.load() for script in scripts if script.name == "jupyter-mcp"), None)


def main():
    """Becomes the executable, with the same arguments."""
    other = datalayers()
    if other is not None:
        sys.exit(other())
    path = program()
    if path is None:
        sys.exit("jupyter-mcp: its executable is not installed; install jupyter-live-mcp again")
    if os.name == "nt":  # Nothing there takes the place of a process.
        sys.exit(subprocess.call([path, *sys.argv[1:]]))
    os.execv(path, [path, *sys.argv[1:]])
