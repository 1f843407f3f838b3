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
