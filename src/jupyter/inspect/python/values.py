# Values as JSON has them, bounded. Nothing here runs a person's code but text(), which calls str().
import math
import re

LONGEST_INT = 2**53 - 1
LONGEST_TEXT = 500
MOST_ITEMS = 20
COLOURS = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\))")


def ancestry(kind):
    return type.__dict__["__mro__"].__get__(kind)


def library(kind):
    return (own_text(kind, "__module__") or "").split(".")[0]


def own_text(kind, name):
    """What a class itself has, past whatever its own class answers; None where that is no text."""
    try:
        found = type.__dict__[name].__get__(kind)
    except Exception:
        return None
    return found if type(found) is str else None


def has_method(kind, name):
    """Whether objects of a class have a method; the class's own class, which getattr() asks too, does not count."""
    return any(vars(base).get(name) is not None for base in ancestry(kind))


def is_enum(kind):
    enum = sys.modules.get("enum")
    return enum is not None and issubclass(kind, enum.Enum)


def number(value, digits=15):
    """A float without the noise of its last bits; no JSON for NaN and infinities."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    # Whole numbers have no noise.
    return value if abs(value) <= LONGEST_INT and value == int(value) else float(f"{value:.{digits}g}")


def integer(value):
    if -LONGEST_INT <= value <= LONGEST_INT:
        return value
    try:
        return str(value)
    except ValueError:
        # Python refuses to write very long ones.
        return f"int of {value.bit_length()} bits"


def text(value, longest=LONGEST_TEXT):
    value = value if type(value) is str else as_text(value)
    if "\x1b" in value:
        value = COLOURS.sub("", value)
    return value if len(value) <= longest else f"{value[:longest]}… ({len(value)} characters)"


def as_text(value):
    try:
        found = str(value)
        return found if type(found) is str else str.__str__(found)
    except Exception as error:
        if isinstance(value, int):
            return f"int of {int.bit_length(value)} bits"
        return f"<{name_of(type(value))}: str() raised {name_of(type(error))}>"


def some_bytes(value, longest=40):
    more = f"… ({len(value)} bytes)" if len(value) > longest else ""
    return f"{bytes(value[:longest])!r}{more}"


def numpy_value(value):
    kind = value.dtype.kind
    if kind == "M" or kind == "m":
        shown = str(value)
        return None if shown == "NaT" else shown if kind == "M" else numpy_duration(value)
    if kind == "f":
        # The shortest text that means this number in its own precision.
        return number(float(str(value))) if value.dtype.itemsize < 8 else number(float(value))
    return cell(value.item()) if kind != "V" else cell(list(value.item()))


def numpy_duration(value):
    plain = value.item()
    if name_of(type(plain)) == "timedelta":
        return delta_text(plain)
    # Months and years have no fixed length.
    return iso_duration(plain) if str(value.dtype) == "timedelta64[ns]" else str(value)


def cell(value, depth=0):
    """One value as JSON; one that cannot be read loses itself alone."""
    try:
        return plain(value, depth)
    except Exception as error:
        return f"<{name_of(type(value))}: reading it raised {name_of(type(error))}>"


def plain(value, depth):
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return text(value)
    if kind is int:
        return integer(value)
    if kind is float:
        return number(value)
    if kind is bytes or kind is bytearray or kind is memoryview:
        return some_bytes(value)
    name = name_of(kind)
    if name == "NaTType" or name == "NAType":
        return None
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        return items(list(value), depth)
    if kind is dict:
        return pairs(value, depth)
    if library(kind) == "numpy":
        if hasattr(value, "dtype") and getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
            return numpy_value(value if hasattr(value, "is_integer") or value.dtype.kind != "f" else value[()])
        if name == "ndarray":
            return items([one for one in value[: MOST_ITEMS + 1]], depth, len(value))
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int) and hasattr(value, "name"):
        return text(value.name)
    if isinstance(value, int):
        return integer(int(value))
    if isinstance(value, float):
        return number(float(value))
    if name == "timedelta" or name == "Timedelta":
        return delta_text(value)
    if hasattr(kind, "isoformat"):
        return text(value.isoformat())
    if name == "Series" and library(kind) == "polars":
        return items(value.head(MOST_ITEMS + 1).to_list(), depth, len(value))
    if hasattr(kind, "as_py"):
        return cell(value.as_py(), depth)
    return text(value)


def items(values, depth, total=None):
    total = len(values) if total is None else total
    if depth >= 3:
        return f"[{counted(total, 'item')}]"
    shown = [cell(value, depth + 1) for value in values[:MOST_ITEMS]]
    return shown if total <= MOST_ITEMS else [*shown, f"… {total - MOST_ITEMS} more"]


def pairs(values, depth):
    if depth >= 3:
        return f"{{{counted(len(values), 'item')}}}"
    shown = {}
    for key, value in list(values.items())[:MOST_ITEMS]:
        shown[text(key, 100)] = cell(value, depth + 1)
    if len(values) > MOST_ITEMS:
        shown["…"] = f"{len(values) - MOST_ITEMS} more"
    return shown


def sized(count):
    """Bytes as people say them."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if count < 1000 or unit == "TB":
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}".replace(".0 ", " ")
        count /= 1000


def counted(count, word):
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


# What an object is, from its class alone: nothing of the object itself is called.
TABLES = {
    ("pandas", "DataFrame"): "pandas",
    ("pandas", "Series"): "pandas_series",
    ("polars", "DataFrame"): "polars",
    ("polars", "LazyFrame"): "polars_lazy",
    ("polars", "Series"): "polars_series",
    ("pyarrow", "Table"): "arrow",
    ("pyarrow", "RecordBatch"): "arrow",
    ("pyarrow", "Dataset"): "arrow_dataset",
    ("dask", "DataFrame"): "dask",
    ("dask_expr", "DataFrame"): "dask",
    ("dask", "Series"): "dask_series",
    ("dask_expr", "Series"): "dask_series",
    ("pyspark", "DataFrame"): "spark",
    ("xarray", "Dataset"): "xarray",
    ("xarray", "DataArray"): "xarray_array",
    ("ray", "Dataset"): "ray",
}


def table_kind(value):
    """Which kind of table, or None."""
    kind = type(value)
    for base in ancestry(kind):
        found = TABLES.get((library(base), name_of(base)))
        if found is not None:
            return found
    return "structured" if is_structured(value) else None


def is_numpy(value, name):
    """Whether a value is of this class of numpy, whatever its own class says."""
    kind = getattr(sys.modules.get("numpy"), name, None)
    return type(kind) is type and issubclass(type(value), kind)


def is_structured(value):
    """Whether an array, or an element of one, has fields."""
    name = next((name for name in ("ndarray", "void") if is_numpy(value, name)), None)
    return name is not None and type(getattr(sys.modules["numpy"], name).dtype.__get__(value).names) is tuple
