# Describes one table within a time limit.
DESCRIBE = 1.1
EXACT = 0.9
# No column takes all of the time from the others.
ONE_COLUMN = 0.4
HEAD_COLUMN = 1
SCHEMA = 5
# Of tables that are wider still, only the columns that are looked into are named.
MOST_NAMED = 2_000
HEAD = 20


def describe_table(value):
    """The table as get_dataframe_info tells it."""
    kind = table_kind(value)
    table = attempt(lambda: TABLE_ADAPTERS[kind](value), SCHEMA)
    places, told = attempt(lambda: outline(table, value), SCHEMA)
    if table.lazy:
        told["lazy"] = True
    add_head(told, table, places)
    if not table.schema_only:
        add_statistics(told, table, places)
    return {**told, **table.extra}


def outline(table, value):
    labels = table.labels()
    keys, changed = keys_for(labels)
    dtypes = table.dtypes()
    places = choose(keys, labels)
    named = keys if len(keys) <= MOST_NAMED else [key for _, key in places]
    of_key = dict(zip(keys, dtypes))
    told = {
        "type": name_of(type(value)),
        "library": library(type(value)),
        "shape": table.shape(),
        "columns": named,
        "dtypes": {key: of_key[key] for key in named},
    }
    if len(named) < len(keys):
        told["columns_left_out"] = f"{len(keys) - len(named)} of {len(keys)}: name others in `columns`"
    if changed:
        told["labels"] = {key: changed[key] for key in named if key in changed}
        told["labels"] = dict(list(told["labels"].items())[:100])
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
    some = first_rows(told, table, count) if table.schema_only else table
    if some is None:
        return
    count = min(count, some.rows())
    dtypes = told["dtypes"]

    def first_of(place):
        return column_cells(some.values(place[0], 0, count), dtypes[place[1]])

    looked = each(places, first_of, HEAD_COLUMN, time.monotonic() + SCHEMA)
    columns = {key: column for (_, key), (status, column) in zip(places, looked) if status == "ok"}
    told["head"] = [{key: column[row] for key, column in columns.items()} for row in range(count if columns else 0)]
    missing = {key: why_not(*result, HEAD_COLUMN) for (_, key), result in zip(places, looked) if key not in columns}
    if missing:
        told["head_left_out"] = missing
    # What a point of labelled arrays is called is told by its place in each dimension.
    index = attempt(lambda: some.index(count), SCHEMA)
    if index is not None:
        told["index"] = index


def first_rows(told, table, count):
    """A table of the first rows; None where it cannot be had and nobody asked for it."""
    if args["asked_for_head"]:
        return attempt(lambda: table.some(count), HEAD)
    ((status, some),) = each([count], table.some, HEAD)
    if status == "ok":
        return some
    told["head_left_out"] = why_not(status, some, HEAD)


def add_statistics(told, table, places):
    picks = attempt(table.picks, SCHEMA)
    began = time.monotonic()

    def look_at(place):
        return table.nulls(place[0], picks), table.statistics(place[0], picks)

    limit = max(ONE_COLUMN, DESCRIBE / max(1, len(places)))
    looked = each(places, look_at, limit, began + DESCRIBE)
    nulls, describe, estimated, exactly, left_out = {}, {}, [], {}, {}
    for (_, key), (status, result) in zip(places, looked):
        if status != "ok":
            left_out[key] = why_not(status, result, limit)
            continue
        (nulls[key], exact), describe[key] = result
        estimated.extend([] if exact else [key])
    if picks is not None:
        exactly = go_through(table, [place for place in places if place[1] in describe], began + EXACT)
    for key, found in exactly.items():
        describe[key].update(found)
        nulls[key] = table.rows() - found["count"]
    if picks is not None:
        for key, found in describe.items():
            found["count"] = table.rows() - nulls[key]
    for key, found in describe.items():
        kind = told["dtypes"][key].lower()
        if kind in SINGLE:
            describe[key] = {name: in_single(value, kind) for name, value in found.items()}
    told["nulls"] = nulls
    told["describe"] = describe
    if picks is not None:
        told["sampled"] = sampled(table, len(picks), list(exactly), [key for key in estimated if key not in exactly])
        if any("freq" in found for found in describe.values()):
            told["sampled"]["note"] += "; unique, top and freq are of the rows looked at"
    if left_out:
        told["left_out"] = left_out


def why_not(status, error, seconds):
    if status == "slow":
        return f"took over {seconds:.2g} s"
    return "no time left" if status == "unreached" else f"raised {name_of(type(error))}"


def go_through(table, places, until):
    """What is known of all rows: {key: statistics} of the columns for which there was time."""
    if not table.goes_through(len(places)):
        return {}
    looked = each(places, lambda place: table.exact(place[0], until), DESCRIBE, until)
    return {key: found for (_, key), (status, found) in zip(places, looked) if status == "ok" and found}


def sampled(table, seen, exactly, estimated):
    rows = table.rows()
    note = f"describe looks at {seen} of {rows} rows, chosen at random; count and nulls are of all rows"
    if table.knows_dates:
        note += ", as are min and max of datetime columns"
    if exactly:
        note += f"; mean, std, min and max are exact for {some_names(exactly)}"
    if estimated:
        note += f"; those of {some_names(estimated)} are estimates"
    return {"rows": seen, "of": rows, "note": note}


def some_names(keys):
    return ", ".join(keys[:20]) + (f" and {len(keys) - 20} more" if len(keys) > 20 else "")
