# The table inspection: describes one table, named by its path; joined with the others in programs.ts.
def inspect():
    value = resolve(args["path"])
    if table_kind(value) is None:
        raise Refused("not_a_table", type=name_of(type(value)), form=form_of(value))
    return describe_table(value)


def form_of(value):
    kind = type(value)
    if is_numpy(value, "ndarray"):
        return "array"
    return "list" if kind in (list, tuple, dict) else "other"
