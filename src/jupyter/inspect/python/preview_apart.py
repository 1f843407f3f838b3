# Reads with libraries that a damaged file brings down: in a process of their own, which takes no kernel with it.
import subprocess

# Puts the number of rows into the schema, beside the first of them.
APART = """
import sys, pyarrow, pyarrow.ipc
name, path, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
if name == "orc":
    from pyarrow.orc import ORCFile
    file = ORCFile(path)
    count = file.nrows
    table = pyarrow.Table.from_batches([file.read_stripe(0)]) if file.nstripes else file.read()
else:
    from pyarrow.feather import read_table
    table = read_table(path)
    count = table.num_rows
head = table.slice(0, rows)
head.validate(full=True)
head = head.replace_schema_metadata({"rows": str(count)})
with pyarrow.ipc.new_stream(sys.stdout.buffer, head.schema) as writer:
    writer.write_table(head)
"""


def apart(name, path):
    ipc = library("pyarrow.ipc")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", APART, name, path, str(args["rows"])],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=args["seconds"] - 2,
        env=environment,
    )
    if b"ImportError" in done.stderr or b"ModuleNotFoundError" in done.stderr:
        raise Refused("no_library", library="pyarrow")
    if done.returncode != 0:
        raise Refused("damaged", format=name)
    table = ipc.open_stream(done.stdout).read_all()
    return {**arrow_table(name, table), "rows": int(table.schema.metadata[b"rows"])}
