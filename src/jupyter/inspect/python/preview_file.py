# Reads the head of a table in a file with the libraries that the kernel has. Nothing of it stays in the namespace.
import importlib.util
import os
import subprocess

typed_rows = 1000
small_file = 8_000_000
small_book = 300_000
large_book = 8_000_000
count_seconds = 0.5


def inspect():
    return attempt(preview, args["seconds"])


def preview():
    path = find_file()
    args["size"] = os.path.getsize(path)
    with open(path, "rb") as file:
        opening = file.read(16)
    ending = os.path.splitext(path)[1].lower()
    if opening.startswith(b"PAR1"):
        return parquet(path)
    if opening.startswith((b"ARROW1", b"\xff\xff\xff\xff")) and ending not in (".csv", ".txt"):
        return arrow(path)
    if opening.startswith(b"FEA1"):
        return apart("feather", path)
    if opening.startswith(b"PK\x03\x04") and ending in (".xlsx", ".xlsm"):
        return excel(path)
    if ending in (".xls", ".xlsb", ".ods"):
        return other_excel(path)
    if opening.startswith(b"ORC"):
        return apart("orc", path)
    if args["csv"] is not None:
        return csv(path)
    raise Refused("no_reader")


def find_file():
    """The very file that Jupyter means: the kernel may run elsewhere, or in another folder."""
    starts = [os.getcwd(), getattr(shell, "starting_dir", ""), os.path.dirname(os.environ.get("JPY_SESSION_NAME", ""))]
    seen = set()
    for start in starts:
        folder = os.path.abspath(start) if start else ""
        while folder and folder not in seen:
            seen.add(folder)
            path = os.path.join(folder, *args["path"].split("/"))
            if is_meant(path):
                return path
            folder = os.path.dirname(folder)
    raise Refused("no_file")


def is_meant(path):
    try:
        # Of a link Jupyter tells the time, and at times the size, of the link itself.
        seen = [os.stat(path), os.lstat(path)]
    except (OSError, ValueError):
        return False
    is_same_time = args["modified"] is None or any(abs(one.st_mtime - args["modified"]) < 2 for one in seen)
    return os.path.isfile(path) and any(one.st_size == args["size"] for one in seen) and is_same_time


def library(name):
    try:
        if importlib.util.find_spec(name) is None:
            raise ImportError(name)
        return importlib.import_module(name)
    except ImportError:
        raise Refused("no_library", library=name.split(".")[0]) from None


def parquet(path):
    # By pages: a row group may have gigabytes.
    file = library("pyarrow.parquet").ParquetFile(path, memory_map=True, pre_buffer=False, buffer_size=65536)
    facts = {"row_groups": file.metadata.num_row_groups, "created_by": file.metadata.created_by}
    batch = next(file.iter_batches(batch_size=max(1, args["rows"]), use_threads=False), None)
    table = file.schema_arrow.empty_table() if batch is None else pyarrow_table(batch)
    return {**arrow_table("parquet", table), "rows": file.metadata.num_rows, "facts": facts}


def arrow(path):
    ipc = library("pyarrow.ipc")
    name = "feather" if path.lower().endswith((".feather", ".ftr")) else "arrow"
    pa = library("pyarrow")
    mapped = pa.memory_map(path)
    if mapped.read(6) == b"ARROW1":
        mapped.seek(0)
        reader = ipc.open_file(mapped)
        first = reader.get_batch(0) if reader.num_record_batches > 0 else None
        rows = sum(reader.get_batch(number).num_rows for number in range(min(200, reader.num_record_batches)))
        is_exact = reader.num_record_batches <= 200
    else:
        mapped.seek(0)
        reader = ipc.open_stream(mapped)
        first = next(iter(reader), None)
        rows = (first.num_rows if first is not None else 0) + sum(batch.num_rows for batch in reader)
        is_exact = True
    table = reader.schema.empty_table() if first is None else pyarrow_table(first)
    return {**arrow_table(name, table), "rows": rows, "rows_exact": is_exact}


def pyarrow_table(batch):
    return library("pyarrow").Table.from_batches([batch])


def arrow_table(name, table):
    head = table.slice(0, args["rows"])
    # Of a damaged file, reading on would end the kernel.
    head.validate(full=True)
    columns = [
        [plain(in_its_type(value.as_py(), field.type)) for value in head.column(at)]
        for at, field in enumerate(table.schema)
    ]
    return {
        "format": name,
        "columns": [{"name": short_name(field.name), "dtype": arrow_dtype(field.type)} for field in table.schema],
        "head": [list(row) for row in zip(*columns)],
        "rows": table.num_rows,
        "rows_exact": True,
        "facts": {},
    }


def arrow_dtype(kind):
    types = library("pyarrow").types
    if types.is_dictionary(kind):
        return "category"
    if types.is_timestamp(kind):
        return f"datetime64[{kind.unit}{', ' + kind.tz if kind.tz else ''}]"
    if types.is_decimal(kind):
        return f"decimal({kind.precision}, {kind.scale})"
    if any(getattr(types, f"is_{form}", lambda _: False)(kind) for form in lists):
        return f"list<{arrow_dtype(kind.value_type)}>"
    for form, name in simple:
        if getattr(types, f"is_{form}", lambda _: False)(kind):
            return name
    return {"double": "float64", "float": "float32", "halffloat": "float16"}.get(str(kind), str(kind))


lists = ("list", "large_list", "fixed_size_list", "list_view", "large_list_view")
simple = (
    ("string", "string"), ("large_string", "string"), ("string_view", "string"), ("boolean", "bool"),
    ("date", "date"), ("time", "time"), ("duration", "duration"), ("struct", "struct"), ("map", "map"),
    ("binary", "binary"), ("large_binary", "binary"), ("fixed_size_binary", "binary"), ("binary_view", "binary"),
    ("null", "null"),
)


def csv(path):
    pandas = library("pandas")
    is_small = args["size"] <= small_file
    frame = pandas.read_csv(
        path,
        sep=args["csv"]["delimiter"],
        encoding=args["csv"]["encoding"],
        encoding_errors="replace",
        nrows=None if is_small else typed_rows,
        skiprows=args["csv"].get("skipped", 0),
        decimal=args["csv"].get("decimal", "."),
        low_memory=False,
        index_col=False,
    )
    name = "tsv" if args["csv"]["delimiter"] == "\t" else "csv"
    told = frame_table(name, frame)
    # Of whole numbers over 64 bits pandas leaves missing ones as empty texts.
    told["head"] = [[None if value == "" else value for value in row] for row in told["head"]]
    is_exact = is_small or len(frame) < typed_rows
    facts = {fact: args["csv"][fact] for fact in ("encoding", "delimiter", "decimal") if fact in args["csv"]}
    return {**told, "rows": len(frame) if is_exact else None, "rows_exact": is_exact, "facts": facts}


def frame_table(name, frame):
    head = frame.head(args["rows"])
    columns = [[plain(value) for value in head.iloc[:, at].tolist()] for at in range(frame.shape[1])]
    return {
        "format": name,
        "columns": [
            {"name": short_name(label), "dtype": pandas_dtype(frame.iloc[:, at])} for at, label in enumerate(frame.columns)
        ],
        "head": [list(row) for row in zip(*columns)],
        "rows": len(frame),
        "rows_exact": True,
        "facts": {},
    }


def pandas_dtype(column):
    name = str(column.dtype)
    if name in ("str", "string", "string[python]", "string[pyarrow]"):
        return "string"
    if name != "object":
        return {"boolean": "bool"}.get(name, name if name.startswith("datetime") else name.lower())
    return value_dtype(column.head(typed_rows).tolist())


def excel(path):
    if args["size"] > large_book:
        # It would load all texts of the book before the first row.
        raise Refused("too_large")
    book = library("openpyxl").load_workbook(path, read_only=True, data_only=True)
    try:
        sheet = book[pick(book.sheetnames)]
        rows, total = sheet_rows(sheet)
        # How far the sheet reaches, as it says itself.
        said = total
        if said is None:
            said = sheet.max_row if (sheet.max_row or 0) > 1 else guessed_rows(book, sheet)
        return {
            **rows_table("excel", rows),
            "rows": None if said is None else max(0, said - 1),
            "rows_exact": total is not None,
            "facts": {"sheet": sheet.title, "sheets": book.sheetnames},
        }
    finally:
        book.close()


# What a formula gives that cannot be computed; openpyxl has it as a text.
EXCEL_ERRORS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!")


def sheet_rows(sheet):
    """The first rows that hold anything, and how many there are; None where there is no time to count them all."""
    until = time.monotonic() + (math.inf if args["size"] <= small_book else count_seconds)
    rows = []
    total = 0
    for row in sheet.iter_rows(values_only=True):
        if all(value is None for value in row):
            continue
        total += 1
        if len(rows) <= typed_rows:
            rows.append([None if value in EXCEL_ERRORS else value for value in row])
        elif time.monotonic() > until:
            return rows, None
    return rows, total


def guessed_rows(book, sheet):
    """By the tags in the first part of its file; None where openpyxl has that elsewhere."""
    try:
        part = sheet._worksheet_path.lstrip("/")
        with book._archive.open(part) as file:
            opening = file.read(1_000_000)
        return round(opening.count(b"<row") * book._archive.getinfo(part).file_size / len(opening))
    except (AttributeError, KeyError, ZeroDivisionError):
        return None


def other_excel(path):
    pandas = library("pandas")
    try:
        book = pandas.ExcelFile(path)
    except ImportError as error:
        raise Refused("no_library", library=getattr(error, "name", None) or "a reader of such files") from None
    with book:
        name = pick(book.sheet_names)
        frame = book.parse(name)
        return {**frame_table("excel", frame), "facts": {"sheet": name, "sheets": [str(one) for one in book.sheet_names]}}


def pick(sheets):
    wanted = args["sheet"]
    if wanted in sheets:
        return wanted
    number = int(wanted) if wanted is not None and str(wanted).isdigit() else 0 if wanted is None else -1
    if 0 <= number < len(sheets):
        return sheets[number]
    raise Refused("no_sheet", sheets=[str(name) for name in sheets][:100])


def rows_table(name, rows):
    width = max((len(row) for row in rows), default=0)
    header, body = (rows[0], rows[1:]) if rows else ((), [])
    columns = [[row[at] if at < len(row) else None for row in body] for at in range(width)]
    return {
        "format": name,
        "columns": [
            {"name": "" if at >= len(header) or header[at] is None else short_name(header[at]), "dtype": value_dtype(column)}
            for at, column in enumerate(columns)
        ],
        "head": [[plain(column[at]) for column in columns] for at in range(min(args["rows"], len(body)))],
    }


# Reads with libraries that a damaged file brings down: in a process of their own, which takes no kernel with it.
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
