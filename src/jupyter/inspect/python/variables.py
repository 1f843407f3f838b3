# Lists the person's variables: tables first, then what is big, then scalars.
import types

FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
SCALARS = {bool, int, float, complex, type(None)}
CONTAINERS = {list, tuple, set, frozenset, dict}
ARRAYS = {"numpy", "torch", "tensorflow", "jax", "jaxlib", "cupy", "scipy"}
# What IPython keeps of inputs and outputs; `_1` and `_i1` besides.
IPYTHON = {"_", "_i", "_ii", "_iii", "_ih", "_oh", "_dh", "_exit_code"}
SHORT = 80
EACH = 0.1
ALL = 1.5


def group_of(value):
    """Why a name is left out unless asked for."""
    # By the class itself: a stand-in may answer isinstance() with code of its own.
    kind = type(value)
    if issubclass(kind, types.ModuleType):
        return "modules"
    if issubclass(kind, type):
        return "classes"
    if issubclass(kind, FUNCTIONS):
        return "functions"
    return None


def quick_rank(value):
    """Group and weight of what Python itself knows all about; None for anything else."""
    kind = type(value)
    if kind in SCALARS:
        return 2, 0
    if kind is str:
        return (2, 0) if len(value) <= SHORT else (1, len(value))
    if kind in CONTAINERS:
        return 1, sys.getsizeof(value)
    return (1, len(value)) if kind is bytes or kind is bytearray else None


def shape_size(value, kind):
    rows, columns = table_shape(value, kind)
    parts = ["lazy" if rows is None else counted(rows, "row")]
    if columns is not None:
        parts.append(counted(columns, "col"))
    return " × ".join(parts), (rows or 0) * (columns or 1)


def table_shape(value, kind):
    """Rows and columns, of lazy ones only what their schema says."""
    if kind in ("pandas", "polars", "arrow"):
        return value.shape[0], value.shape[1]
    if kind in ("pandas_series", "polars_series"):
        return len(value), None
    if kind == "structured":
        return value.size, len(value.dtype.names)
    if kind in ("dask", "spark"):
        return None, len(value.columns)
    if kind == "arrow_dataset":
        return None, len(value.schema)
    return None, None


def describe(pair):
    name, value = pair
    kind = type(value)
    entry = {"name": text(name, 200), "type": name_of(kind)}
    if kind in SCALARS:
        entry["value"] = scalar(value)
        return 2, 0, entry
    if kind is str:
        entry["value"] = text(value, SHORT) if len(value) <= SHORT else text(value[:SHORT]) + "…"
        if len(value) > SHORT:
            entry["size"] = counted(len(value), "character")
        return (2, 0, entry) if len(value) <= SHORT else (1, len(value), entry)
    if kind in CONTAINERS:
        entry["size"] = counted(len(value), "item")
        return 1, sys.getsizeof(value), entry
    if kind is bytes or kind is bytearray:
        entry["size"] = sized(len(value))
        return 1, len(value), entry
    table = table_kind(value)
    if table is not None:
        return describe_table(entry, value, table)
    return describe_other(entry, value)


def describe_table(entry, value, kind):
    if library(type(value)) != "pandas":
        entry["library"] = library(type(value))
    if kind in ("xarray", "xarray_array"):
        sizes = [f"{size} {name}" for name, size in dict(value.sizes).items()]
        entry["size"] = " × ".join(sizes) or "no dimensions"
        return 0, math.prod(dict(value.sizes).values()), entry
    if kind == "polars_lazy" or kind == "ray" or kind == "dask_series":
        entry["size"] = "lazy"
        return 0, 0, entry
    entry["size"], weight = shape_size(value, kind)
    return 0, weight, entry


def describe_other(entry, value):
    kind = type(value)
    root = library(kind)
    if root in ARRAYS and hasattr(kind, "shape"):
        shape = tuple(value.shape)
        if shape == () and hasattr(kind, "item"):
            entry["value"] = cell(value.item()) if root != "numpy" else numpy_value(value)
            return 2, 0, entry
        weight = int(getattr(value, "nbytes", 0) or 0)
        entry["size"] = " × ".join(str(one) for one in shape) + (f", {sized(weight)}" if weight else "")
        return 1, weight, entry
    if group_of(value) is not None:
        entry["size"] = group_of(value)[:-1]
        return 3, 0, entry
    if is_enum(kind):
        entry["value"] = f"{name_of(kind)}.{text(value.name)} ({text(repr(value.value), SHORT)})"
        return 2, 0, entry
    if root in ("datetime", "decimal", "fractions", "uuid", "pathlib") or root == "pandas":
        entry["value"] = cell(value) if not has_method(kind, "__len__") else None
        if entry["value"] is not None or not has_method(kind, "__len__"):
            return 2, 0, entry
        del entry["value"]
    if root == "PIL" and hasattr(value, "mode"):
        entry["size"] = f"{value.size[0]} × {value.size[1]} {value.mode}"
        return 1, value.size[0] * value.size[1], entry
    if has_method(kind, "__len__"):
        entry["size"] = counted(len(value), "item")
        return 1, sys.getsizeof(value), entry
    weight = sys.getsizeof(value) + sys.getsizeof(getattr(value, "__dict__", None) or 0)
    entry["size"] = sized(weight)
    return 1, weight, entry


def scalar(value):
    if type(value) is float and value != value:
        return "nan"
    return text(value) if type(value) is complex else cell(value)


def wanted(all_of_them):
    """The names to list, and how many were left out, by reason."""
    given, hidden = names()
    shown, left_out = [], {}
    for name, value in given.items():
        if type(name) is not str or (name in hidden and value is hidden[name]):
            continue
        reason = "underscored" if name[:1] == "_" else None if quick_rank(value) else group_of(value)
        if name.startswith("__") or name in IPYTHON or name[1:].lstrip("i").isdigit() and name[0] == "_":
            continue
        if reason is None or all_of_them:
            shown.append((name, value))
        else:
            left_out[reason] = left_out.get(reason, 0) + 1
    return shown, left_out


def unknown(name, value, status, error):
    why = {
        "slow": f"len() or size took over {EACH} s",
        "unreached": "there was no time left to look at it",
    }.get(status) or f"looking at it raised {name_of(type(error))}"
    return 1, 0, {"name": text(name, 200), "type": name_of(type(value)), "size": "unknown", "note": why}


def inspect():
    shown, left_out = wanted(args["all"])
    until = time.monotonic() + ALL
    found, others = [], []
    for pair in shown:
        rank = quick_rank(pair[1])
        # What is quick to tell is told only where it is on the page: there may be very many.
        if rank is None:
            others.append(pair)
        else:
            found.append((rank[0], -rank[1], pair[0], pair[1], None))
    for (name, value), (status, result) in zip(others, each(others, describe, EACH, until)):
        group, weight, entry = result if status == "ok" else unknown(name, value, status, result)
        found.append((group, -weight, name, value, entry))
    found.sort(key=lambda one: one[:3])
    start = args["start"]
    page = [entry or describe((name, value))[2] for _, _, name, value, entry in found[start:start + args["limit"]]]
    return {"variables": page, "total": len(found), "left_out": left_out}
