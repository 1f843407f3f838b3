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
    if library(kind) == "numpy" and isinstance(getattr(value, "dtype", None) and value.dtype.names, tuple):
        return "structured"
    return None
