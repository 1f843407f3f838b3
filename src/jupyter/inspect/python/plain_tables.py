# Plain containers that hold a table: rows of dictionaries, columns by name, arrays of numbers. Only what Python and
# numpy themselves have is called, whatever class of a person's own a container is of.
MOST_NAMED = 1_000


class Columns(Table):
    """Sequences of one length, one for each column."""

    def __init__(self, labels, columns):
        super().__init__(columns)
        self.labels = lambda: labels

    def dtypes(self):
        return [str(column.dtype) if is_numpy(column, "ndarray") else "object" for column in self.value]

    def rows(self):
        return len(self.value[0])

    def column(self, place):
        return self.value[place]


class Records(Table):
    """A list of dictionaries. A name that only later ones have is not known."""

    def __init__(self, rows):
        super().__init__(rows)
        found = list(dict.fromkeys(key for row in rows[:MOST_NAMED] for key in dict.keys(row)))
        self.labels = lambda: found

    def dtypes(self):
        return ["object"] * len(self.labels())

    def rows(self):
        return len(self.value)

    def values(self, place, start, stop):
        label = self.labels()[place]
        return [dict.get(row, label) for row in self.value[start:stop]]

    def picked(self, place, picks):
        label = self.labels()[place]
        rows = self.value if picks is None else (self.value[at] for at in picks)
        return [dict.get(row, label) for row in rows]


def plain_table(value):
    """The table that a container holds, or None."""
    kind = type(value)
    if issubclass(kind, dict):
        return of_names(list(dict.items(value)))
    if kind is list or kind is tuple:
        return of_items(value)
    return of_array(value) if is_numpy(value, "ndarray") else None


def of_names(pairs):
    """Columns by name; of names with one value each, two columns of them."""
    if not pairs:
        return None
    columns = [column_of(inner) for _, inner in pairs]
    if all(column is not None for column in columns):
        lengths = {len(column) for column in columns}
        return Columns([key for key, _ in pairs], columns) if len(lengths) == 1 and 0 not in lengths else None
    if all(is_single(key) and is_single(inner) for key, inner in pairs):
        return Columns(["key", "value"], [[key for key, _ in pairs], [inner for _, inner in pairs]])
    return None


def column_of(value):
    """The values of a column, or None where it is none."""
    kind = type(value)
    if kind is list or kind is tuple:
        return value
    if issubclass(kind, dict):
        return list(dict.values(value))
    if is_numpy(value, "ndarray") and value.ndim == 1:
        return value
    return list(value) if table_kind(value) in ("pandas_series", "polars_series") else None


def of_items(value):
    """Rows with names, rows below a first one of names, or a single column."""
    if len(value) == 0:
        return None
    if all(issubclass(type(row), dict) for row in value):
        table = Records(value)
        return table if table.labels() else None
    if all(is_single(one) for one in value):
        return Columns(["value"], [value])
    header, body = value[0], value[1:]
    if not all(type(row) is list or type(row) is tuple for row in value) or not body:
        return None
    if not header or not all(type(name) is str for name in header):
        return None
    return Columns(list(header), [[row[at] if at < len(row) else None for row in body] for at in range(len(header))])


def of_array(value):
    if value.dtype.kind not in "biufMmUSO" or value.ndim not in (1, 2) or value.size == 0:
        return None
    if value.ndim == 1:
        return Columns(["value"], [value])
    return Columns([f"column_{at + 1}" for at in range(value.shape[1])], [value[:, at] for at in range(value.shape[1])])


def is_single(value):
    """Whether a value is one by itself, as of a cell."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str) or hasattr(kind, "isoformat"):
        return True
    return is_numpy(value, "generic") or name_of(kind) in ("Decimal", "timedelta", "Timedelta", "Fraction")
