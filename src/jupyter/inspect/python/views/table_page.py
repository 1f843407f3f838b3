# One page of a snapshot: rows in some order, and what is known of its columns.
PROFILED = 20_000
BINS = 16
COLUMN = 2
PROFILE = 4
MOST_WORK = 25


def inspect():
    snapshot = kept_snapshot(args["handle"])
    return attempt(lambda: page_of(snapshot), MOST_WORK)


def page_of(snapshot):
    table = adapter_of(snapshot)
    selector = selector_of(snapshot, table)
    width = len(table.labels())
    places = [place for place in args["places"] if 0 <= place < width]
    if args["profile"]:
        return {"profiles": profiles_of(table, selector, places)}
    rows = selected_rows(snapshot, selector)
    count = table.rows() if rows is None else len(rows)
    # The view may ask for a row of the filter before.
    start = min(args["offset"], max(0, count - 1))
    stop = min(start + args["limit"], count)
    dtypes = table.dtypes()
    wanted = None if rows is None else [int(row) for row in plain_list(rows[start:stop])]
    cells_of = exact_cells if args["exact"] else shown_cells
    columns = [cells_of(cells_at(table, place, wanted, start, stop), dtypes[place]) for place in places]
    fit = fitted_whole if args["exact"] else fitted
    page = {"matching": count, "offset": start, **fit([list(row) for row in zip(*columns)])}
    return {**page, "outline": outline_of(snapshot, table, selector)} if args["outline"] else page


def plain_list(rows):
    return rows.to_pylist() if hasattr(rows, "to_pylist") else rows


def cells_at(table, place, wanted, start, stop):
    if wanted is None:
        return table.values(place, start, stop)
    if isinstance(table, Arrow):
        # Not picked(), which takes runs of rows.
        column = table.value.column(place)
        return [column[row].as_py() for row in wanted]
    return table.picked(place, wanted)


def fitted(rows):
    """Shortens the texts of a page that would be too long."""
    for longest in (None, 120, 30):
        if longest is not None:
            rows = [[short_cell(one, longest) for one in row] for row in rows]
        if size_of(rows) <= args["max_chars"]:
            break
    return {"rows": rows}


def fitted_whole(rows):
    """As many rows as there is space for; the texts of a single row that is too long are shortened."""
    kept, size = [], 0
    for row in rows:
        size += size_of(row)
        if size > args["max_chars"]:
            break
        kept.append(row)
    if kept or not rows:
        return {"rows": kept}
    longest = args["max_chars"] // len(rows[0])
    return {"rows": [[short_cell(one, longest) for one in rows[0]]], "is_shortened": True}


def size_of(part):
    return len(json.dumps(part, ensure_ascii=False, default=str))


def shown_cells(values, dtype):
    """Long texts and lists in part, numbers with all digits: the view shortens those, and shows them whole on request."""
    shown = column_cells(values, dtype)
    numbers = [value if type(part) is float else None for value, part in zip(values, shown)]
    return [part if whole is None else whole for whole, part in zip(exact_cells(numbers, dtype), shown)]


def exact_cells(values, dtype):
    """Values of one column with all digits, characters and items."""
    kind = dtype.lower()
    shown = [exact(value) for value in values]
    if "date" in kind or "timestamp" in kind:
        return as_dates(shown)
    return [in_few_bits(one) for one in shown] if kind in SINGLE else shown


def exact(value):
    kind = type(value)
    if is_null(value):
        return None
    if kind is str:
        return value
    if kind in (bytes, bytearray):
        return repr(bytes(value))
    if kind in (list, tuple, set, frozenset):
        return [exact(one) for one in value]
    if kind is dict:
        return {as_text(key): exact(one) for key, one in value.items()}
    if getattr(value, "ndim", 0) > 0 and hasattr(kind, "tolist"):
        return exact(value.tolist())
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    return cell(value)


def in_few_bits(value):
    """The shortest number that is the same in 32 bits, and with that in 16."""
    if type(value) is not float or abs(value) > 3e38:
        return value
    nearest_ones = (float(f"{value:.{digits}g}") for digits in range(6, 10))
    return next((near for near in nearest_ones if struct.pack("f", near) == struct.pack("f", value)), value)


def short_cell(value, longest):
    if type(value) in (list, dict):
        value = json.dumps(value, ensure_ascii=False, default=str)
    return f"{value[:longest]}…" if type(value) is str and len(value) > longest else value


def profiles_of(table, selector, places):
    rows = table.rows()
    picks = None if rows <= PROFILED else pick(rows, PROFILED)
    if picks is not None and "numpy" in sys.modules:
        picks = sys.modules["numpy"].array(picks)

    def profile(place):
        nulls, is_exact = table.nulls(place, picks)
        values = [one for one in table.picked(place, picks) if not is_null(one)]
        about = {"place": place, "nulls": nulls, "nulls_exact": is_exact, "sampled": picks is not None}
        return {**about, **shape_of(values, selector.kind(place))}

    found = each(places, profile, COLUMN, time.monotonic() + PROFILE)
    return [value if status == "ok" else {"place": place} for place, (status, value) in zip(places, found)]


def shape_of(values, kind):
    """How values are distributed: a histogram of numbers and times, the most frequent of the others."""
    if kind in ("number", "time"):
        present = [(one, at) for one, at in ((as_number(value), value) for value in values) if one is not None and math.isfinite(one)]
        if not present:
            return {}
        numbers, whole = zip(*present)
        shown = histogram(numbers, min(numbers), max(numbers))
        return {"low": cell(min(whole)), "high": cell(max(whole)), "histogram": shown}
    counts = {}
    for value in values:
        shown = as_text(cell(value))[:60]
        counts[shown] = counts.get(shown, 0) + 1
    top = sorted(counts.items(), key=lambda pair: -pair[1])[:BINS]
    return {"distinct": len(counts), "top": [list(pair) for pair in top[:3]], "histogram": [count for _, count in top]}


def as_number(value):
    if hasattr(value, "timestamp"):
        return float(value.timestamp())
    if hasattr(value, "toordinal"):
        return float(value.toordinal())
    return float(value) if hasattr(value, "__float__") else None


def histogram(numbers, low, high):
    if low == high:
        return [len(numbers)]
    counts = [0] * BINS
    scale = BINS / (high - low)
    for value in numbers:
        counts[min(BINS - 1, int((value - low) * scale))] += 1
    return counts
