# Takes a snapshot of a table, so that a person can page through it.
def inspect():
    value = resolve(args["path"])
    snapshot = attempt(lambda: freeze(value), 20)
    if snapshot is None:
        raise Refused("not_a_table", type=name_of(type(value)), form="no_rows")
    snapshot["type"] = name_of(type(value))
    outline = attempt(lambda: outlined(snapshot), 10)
    keep(args["handle"], snapshot)
    return outline


def outlined(snapshot):
    table = adapter_of(snapshot)
    return outline_of(snapshot, table, selector_of(snapshot, table))
