# Describes one table within a time limit.
DESCRIBE = 1.1
SCHEMA = 5
HEAD = 20


def describe_table(value):
    """The table as get_dataframe_info tells it."""
    kind = table_kind(value)
    table = attempt(lambda: FACES[kind](value), SCHEMA)
    places, told = attempt(lambda: outline(table, value), SCHEMA)
    if table.lazy:
        told["lazy"] = True
    add_head(told, table, places)
    if not table.lazy:
        add_statistics(told, table, places)
    return {**told, **table.extra}


def outline(table, value):
    labels = table.labels()
    keys, changed = keys_for(labels)
    dtypes = table.dtypes()
    places = choose(keys, labels)
    told = {
        "type": type(value).__name__,
        "library": library(type(value)),
        "shape": table.shape(),
        "columns": keys,
        "dtypes": dict(zip(keys, dtypes)),
    }
    if changed:
        told["labels"] = dict(list(changed.items())[:100])
    memory = table.memory()
    if memory is not None:
        told["memory"] = sized(memory)
        told["memory_bytes"] = memory
    return places, told


def choose(keys, labels):
    """The columns to look into, as (place, key)."""
    wanted_ones = args["columns"]
    if wanted_ones is None:
        return list(enumerate(keys))[: args["most_columns"]]
    missing = [one for one in wanted_ones if one not in keys]
    if missing:
        raise Refused("no_column", column=missing[0], near=keys[:500])
    return [(keys.index(one), one) for one in wanted_ones]


def add_head(told, table, places):
    count = args["head_rows"]
    if count == 0 or (table.lazy and not args["asked_for_head"]):
        return
    some = attempt(lambda: table.some(count), HEAD) if table.lazy else table
    if some is None:
        return
    count = min(count, some.rows())
    dtypes = told["dtypes"]
    columns = attempt(
        lambda: [column_cells(some.values(place, 0, count, 1), dtypes[key]) for place, key in places], SCHEMA
    )
    told["head"] = [{key: column[row] for (_, key), column in zip(places, columns)} for row in range(count)]
    index = None if table.lazy else attempt(lambda: table.index(count), SCHEMA)
    if index is not None:
        told["index"] = index


def add_statistics(told, table, places):
    step = table.step()
    deadline = time.monotonic() + DESCRIBE

    def look_at(place):
        found = table.statistics(place[0], step)
        if told["dtypes"][place[1]].lower() in SINGLE:
            found = {name: in_single(value) for name, value in found.items()}
        return table.nulls(place[0], step), found

    looked = each(places, look_at, DESCRIBE, deadline)
    nulls, describe, estimated, left_out = {}, {}, [], {}
    for (_, key), (status, result) in zip(places, looked):
        if status != "ok":
            left_out[key] = "no time left" if status in ("slow", "unreached") else f"raised {type(result).__name__}"
            continue
        (nulls[key], exact), describe[key] = result
        if not exact:
            estimated.append(key)
    told["nulls"] = nulls
    told["describe"] = describe
    if step > 1:
        told["sampled"] = sampled(table, step, estimated)
    if left_out:
        told["left_out"] = left_out


def sampled(table, step, estimated):
    rows = table.rows()
    seen = -(-rows // step)
    note = f"describe looks at {seen} of {rows} rows, evenly spaced; min and max of dates, and nulls, at all of them"
    if estimated:
        note += f", but nulls of {', '.join(estimated[:20])} are estimated"
    return {"rows": seen, "of": rows, "note": note}
