# Reads the checkpoint of a notebook in the kernel's folder, where Jupyter keeps it by default; its own interface does not
# give hidden files.
import os

LARGEST = 20_000_000


def inspect():
    stem, ending = os.path.splitext(args["name"])
    path = os.path.join(".ipynb_checkpoints", f"{stem}-checkpoint{ending}")
    if not os.path.isfile(path):
        raise Refused("none")
    if os.path.getsize(path) > LARGEST:
        raise Refused("too_large")
    with open(path, encoding="utf-8") as file:
        return file.read()
