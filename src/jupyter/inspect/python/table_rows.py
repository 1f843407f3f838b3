# A table's rows for a program: of too many one at random out of each stretch, of a lazy table the first.
def inspect():
    value = resolve(args["path"])
    kind = table_kind(value)
    if kind is not None:
        return attempt(lambda: rows_of(TABLE_ADAPTERS[kind](value)), 20)
    return attempt(lambda: plain_rows(value), 20)


def plain_rows(value):
    table = plain_table(value)
    if table is None:
        raise Refused("not_a_table", type=name_of(type(value)), form="no_rows")
    return rows_of(table)


def rows_of(table):
    most = args["max_rows"]
    if not table.schema_only:
        return sample_of(table, most)
    # One row more than is wanted tells whether there are more.
    some = table.some(most + 1)
    if some is None:
        raise Refused("not_a_table", type=name_of(type(table.value)), form="no_rows")
    if some.rows() <= most and not table.gives_part:
        return sample_of(some, most)
    count = min(most, some.rows())
    return told(some, some.index_columns(list(range(count))), lambda place: some.values(place, 0, count), "first")


def sample_of(table, most):
    picks = None if table.rows() <= most else pick(table.rows(), most)
    return told(table, table.index_columns(picks), lambda place: table.picked(place, picks), "sample")


def told(table, index, values_of, taken):
    labels = table.labels()
    keys, _ = keys_for([name for name, _, _ in index] + labels)
    dtypes = [dtype for _, dtype, _ in index] + table.dtypes()
    columns = [column_cells(values, dtype) for _, dtype, values in index]
    columns += [column_cells(values_of(place), dtypes[place + len(index)]) for place in range(len(labels))]
    lines = [list(line) for line in zip(*columns)]
    kept = [lines[at] for at in fitting(lines, args["max_bytes"], taken)]
    return {
        "columns": [{"name": key, "dtype": dtype} for key, dtype in zip(keys, dtypes)],
        "rows": kept,
        "rows_total": None if taken == "first" else table.rows(),
        "taken": "all" if taken == "sample" and len(kept) == table.rows() else taken,
    }


def fitting(lines, most_bytes, taken):
    """Places of as many of the lines as the limit leaves room for."""
    size = len(json.dumps(lines[:200], ensure_ascii=False, default=str)) / max(1, len(lines[:200]))
    room = max(1, int(most_bytes / max(1, size)))
    if len(lines) <= room:
        return range(len(lines))
    return range(room) if taken == "first" else pick(len(lines), room)
