# Which adapter reads a kind of table, and its columns and cells as JSON names them.
import struct

TABLE_ADAPTERS = {
    "pandas": Pandas,
    "pandas_series": PandasSeries,
    "polars": Polars,
    "polars_lazy": PolarsLazy,
    "polars_series": PolarsSeries,
    "arrow": Arrow,
    "arrow_dataset": ArrowDataset,
    "structured": Structured,
    "dask": Dask,
    "dask_series": DaskSeries,
    "spark": Spark,
    "ray": Ray,
    "xarray": Xarray,
    "xarray_array": XarrayArray,
}


def label(value):
    # As it will be sent, so that it can be named again.
    return HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", value) if type(value) is str else text(value, 100)


def keys_for(labels):
    """A text of its own for every column, and the labels that are not that text."""
    keys, changed = [], {}
    taken = set()
    for one in labels:
        key = base = label(one)
        again = 0
        while key in taken:
            again += 1
            key = f"{base}.{again}"
        taken.add(key)
        keys.append(key)
        if type(one) is not str or key != one:
            changed[key] = cell(one)
    return keys, changed


def as_dates(values):
    """Without the time of day where no value has one."""
    texts = [value for value in values if value is not None]
    if texts and all(type(value) is str and value.endswith("T00:00:00") for value in texts):
        return [value and value[:-9] for value in values]
    return values


SINGLE = {"float", "float16", "float32", "halffloat"}
HALF = {"float16", "halffloat"}


def column_cells(values, dtype):
    """Values of one column as JSON, as its type would write them."""
    kind = dtype.lower()
    shown = [cell(value) for value in values]
    if "date" in kind or "timestamp" in kind:
        return as_dates(shown)
    return [in_single(value, kind) for value in shown] if kind in SINGLE else shown


def in_single(value, kind):
    """Without the digits that a number of half the length, or of a quarter, does not have."""
    if type(value) is not float:
        return value
    return in_half(value) if kind in HALF and abs(value) < 65_504 else number(value, 7)


def in_half(value):
    """The shortest number that is the same in sixteen bits."""
    nearest_ones = (number(value, digits) for digits in range(1, 6))
    return next((near for near in nearest_ones if struct.pack("e", near) == struct.pack("e", value)), value)
