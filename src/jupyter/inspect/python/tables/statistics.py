# What can be said of a column: in plain Python, of numpy's arrays, of blocks that are gone through one by one.
DIGITS = 12


def gone_through(blocks, until):
    if blocks is None:
        return None
    count, mean, spread, lows, highs = 0, 0.0, 0.0, [], []
    for block in blocks:
        if time.monotonic() > until:
            return None
        block = block[block == block] if block.dtype.kind == "f" else block
        if block.size == 0:
            continue
        lows.append(block.min())
        highs.append(block.max())
        here = float(block.mean(dtype=float))
        # Means and spreads of parts add up without going through anything twice.
        away, both = here - mean, count + block.size
        spread += float(block.var(dtype=float)) * block.size + away * away * count * block.size / both
        mean += away * block.size / both
        count = both
    if count == 0:
        return {"count": 0}
    found = {"mean": mean, "std": math.sqrt(spread / (count - 1)) if count > 1 else None, "min": min(lows), "max": max(highs)}
    return {"count": count, **{name: short(value) for name, value in found.items()}}


def is_null(value):
    if value is None or name_of(type(value)) in ("NaTType", "NAType"):
        return True
    # Of all numbers and dates, only those that are not there differ from themselves; arrays compare item by item.
    is_single = hasattr(value, "__float__") and getattr(value, "ndim", 0) == 0
    return is_single and type(value) is not int and bool(value != value)


def statistics(values):
    """What can be said of a list of values, in plain Python."""
    values = [value for value in values if not is_null(value)]
    if not values:
        return {"count": 0}
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return number_statistics([float(value) for value in values], min(values), max(values))
    if all(hasattr(value, "isoformat") for value in values):
        try:
            low, high = as_dates([cell(min(values)), cell(max(values))])
            return {"count": len(values), "min": low, "max": high}
        except TypeError:
            # Dates with and without a time or a zone have no order.
            return text_statistics(values)
    return text_statistics(values)


def date_bounds(column):
    low, high = as_dates([cell(column.min()), cell(column.max())])
    return {"min": low, "max": high}


def array_statistics(values):
    """Of numbers in a numpy array; pandas' own way is slower than all the rest together."""
    numpy = sys.modules["numpy"]
    if values.dtype.kind not in "iuf":
        values = values.astype(float)
    if values.size == 0:
        return {"count": 0}
    low, middle, high = numpy.percentile(values, [25, 50, 75])
    spread = values.std(ddof=1) if values.size > 1 else None
    found = {"mean": values.mean(), "std": spread, "min": values.min(), "25%": low, "50%": middle, "75%": high}
    return {"count": int(values.size), **{name: short(value) for name, value in found.items()}, "max": short(values.max())}


def short(value):
    shown = cell(value)
    return number(shown, DIGITS) if type(shown) is float else shown


def number_statistics(values, low, high):
    count = len(values)
    mean = math.fsum(values) / count
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1)) if count > 1 else None
    ordered = sorted(values)

    def quantile(share):
        at = (count - 1) * share
        below = ordered[int(at)]
        return number(below + (ordered[min(count - 1, int(at) + 1)] - below) * (at - int(at)), DIGITS)

    return {
        "count": count,
        "mean": number(mean, DIGITS),
        "std": None if spread is None else number(spread, DIGITS),
        "min": cell(low),
        **{f"{share:.0%}": quantile(share) for share in (0.25, 0.5, 0.75)},
        "max": cell(high),
    }


def text_statistics(values):
    counts = {}
    try:
        for value in values:
            counts[value] = counts.get(value, 0) + 1
    except TypeError:
        return {"count": len(values)}
    top = max(counts, key=counts.get)
    return {"count": len(values), "unique": len(counts), "top": cell(top), "freq": counts[top]}


def bounds_of(parts):
    """Of dates in arrays of numpy."""
    parts = [part for part in parts if part.size]
    if not parts:
        return {"count": 0}
    low, high = min(part.min() for part in parts), max(part.max() for part in parts)
    low, high = as_dates([cell(low), cell(high)])
    return {"count": sum(part.size for part in parts), "min": low, "max": high}
