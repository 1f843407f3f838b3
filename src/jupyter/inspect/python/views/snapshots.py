# Snapshots of tables that a person looks at, kept in the kernel beside the person's own names. What is kept is plain data
# and the table itself: everything that is defined here is gone when the inspection is over.
import types

STORE = "_jupyter_mcp_snapshots"
MOST_SNAPSHOTS = 4
# Bytes of a table that can change under us and is therefore copied; a larger one is shown as it is at the moment.
MOST_COPIED = 500_000_000
MOST_LISTED = 1_000


def snapshots():
    """Snapshots by handle, the one that was used last at the end."""
    module = sys.modules.get(STORE)
    if module is None:
        module = sys.modules[STORE] = types.ModuleType(STORE)
        module.kept = {}
    return module.kept


def keep(handle, snapshot):
    kept = snapshots()
    kept.pop(handle, None)
    kept[handle] = snapshot
    for oldest in list(kept)[:-MOST_SNAPSHOTS]:
        kept.pop(oldest, None)


def kept_snapshot(handle):
    found = snapshots().get(handle)
    if found is None:
        raise Refused("no_snapshot")
    keep(handle, found)
    return found


def freeze(value):
    """A snapshot of a table of any library; None where the value is no table."""
    kind = table_kind(value)
    if kind in ("pandas", "pandas_series"):
        return {"kind": "pandas", "value": frozen_pandas(value if kind == "pandas" else value.to_frame(series_name(value)))}
    if kind in ("polars", "polars_series"):
        return {"kind": "polars", "value": value.clone() if kind == "polars" else value.to_frame(value.name or "value")}
    if kind == "arrow":
        tables = sys.modules["pyarrow"].Table
        return {"kind": "arrow", "value": value if isinstance(value, tables) else tables.from_batches([value])}
    table = plain_table(value) if kind is None else TABLE_ADAPTERS[kind](value)
    if table is None:
        return None
    return freeze_lazy(table) if table.schema_only else frozen_lists(table)


def freeze_lazy(table):
    """The first rows of a table that is computed when somebody asks for rows."""
    if args["lazy_rows"] is None:
        raise Refused("lazy", type=name_of(type(table.value)))
    some = table.some(args["lazy_rows"])
    if some is None:
        raise Refused("not_a_table", type=name_of(type(table.value)), form="no_rows")
    kind = table_kind(some.value)
    return {**(frozen_lists(some) if kind is None else freeze(some.value)), "first": True}


def series_name(value):
    return "value" if value.name is None else value.name


def frozen_pandas(value):
    telling = Pandas(value).index_columns([0] if len(value) else None)
    is_own = copies_on_write()
    if telling:
        value = value.reset_index(allow_duplicates=True)
    elif not is_own and int(value.memory_usage(index=False, deep=False).sum()) <= MOST_COPIED:
        return value.copy(deep=True)
    return value.copy(deep=False)


def copies_on_write():
    pandas = sys.modules["pandas"]
    if int(pandas.__version__.split(".")[0]) >= 3:
        return True
    try:
        return pandas.get_option("mode.copy_on_write") is True
    except Exception:
        return False


def frozen_lists(table):
    index = table.index_columns(None)
    columns = [list(values) for _, _, values in index]
    columns += [list(table.values(place, 0, table.rows())) for place in range(len(table.labels()))]
    labels = [name for name, _, _ in index] + table.labels()
    dtypes = [dtype for _, dtype, _ in index] + table.dtypes()
    return {"kind": "lists", "value": {"labels": labels, "dtypes": dtypes, "columns": columns}}


class Lists(Columns):
    """Columns as lists of Python values."""

    def __init__(self, value):
        super().__init__(value["labels"], value["columns"])
        self.named_dtypes = value["dtypes"]

    def dtypes(self):
        return self.named_dtypes

    def rows(self):
        return len(self.value[0]) if self.value else 0


SNAPSHOT_FACES = {"pandas": Pandas, "polars": Polars, "arrow": Arrow, "lists": Lists}


def adapter_of(snapshot):
    return SNAPSHOT_FACES[snapshot["kind"]](snapshot["value"])


def outline_of(snapshot, table, selector):
    keys, _ = keys_for(table.labels()[:MOST_LISTED])
    return {
        "type": snapshot["type"],
        "rows": table.rows(),
        "width": len(table.labels()),
        "columns": [{"name": key, "dtype": dtype, "kind": selector.kind(place)}
                    for place, (key, dtype) in enumerate(zip(keys, table.dtypes()))],
        "is_first": "first" in snapshot,
    }
