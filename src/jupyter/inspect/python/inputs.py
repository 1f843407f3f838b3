# Tells what ran under which count in this process: IPython keeps the source of run 3 as `_i3`, for the person to use.
LONGEST = 20_000
MOST = 1_000_000


def inspect():
    if shell is None:
        return {"inputs": {}, "count": 0}
    found, size = {}, 0
    for count in args["counts"]:
        source = shell.user_ns.get(f"_i{count}")
        if type(source) is not str or not source or len(source) > LONGEST or HALVES.search(source):
            continue
        size += len(source)
        if size > MOST:
            break
        found[count] = source
    return {"inputs": found, "count": int(shell.execution_count)}
