# A table's rows for a program: evenly spaced where there are too many.
def look():
    value = resolve(args["path"])
    kind = table_kind(value)
    if kind is None:
        raise Refused("not_a_table", type=name_of(type(value)), form="other")
    return attempt(lambda: rows_of(FACES[kind](value)), 20)


def rows_of(table):
    most = args["max_rows"]
    total = table.rows()
    some = table.some(most) if table.schema_only else table
    if some is None:
        raise Refused("not_a_table", type=name_of(type(table.value)), form="other")
    table = some
    rows = table.rows()
    step = max(1, -(-rows // most))
    index = table.index_columns(0, rows, step)
    labels = table.labels()
    keys, _ = keys_for([name for name, _, _ in index] + labels)
    dtypes = [dtype for _, dtype, _ in index] + table.dtypes()
    columns = [column_cells(values, dtype) for _, dtype, values in index]
    columns += [column_cells(table.values(place, 0, rows, step), dtypes[place + len(index)]) for place in range(len(labels))]
    lines = [list(line) for line in zip(*columns)]
    kept = fit(lines[:most], args["max_bytes"])
    return {
        "columns": [{"name": key, "dtype": dtype} for key, dtype in zip(keys, dtypes)],
        "rows": kept,
        "rows_total": total,
        "sampled": total is None or len(kept) < total,
    }


def fit(lines, most_bytes):
    """As many of the lines, evenly spaced, as the limit leaves room for."""
    size = len(json.dumps(lines[:200], ensure_ascii=False, default=str)) / max(1, len(lines[:200]))
    room = max(1, int(most_bytes / max(1, size)))
    return lines if len(lines) <= room else lines[:: -(-len(lines) // room)]
