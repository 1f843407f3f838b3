# Tables of every library behind one face: labels, dtypes, rows, nulls, head, statistics. Columns are read one at a
# time and block by block, and of long ones a sample besides: a table is never copied.
import random

SAMPLE_FROM = 1_000_000
SAMPLE = 100_000
MOST_CELLS = 5_000_000
MOST_PICKED = 2_000_000
# So many numbers are gone through one by one, as long as there is time; so many at a time.
MOST_EXACT = 60_000_000
BLOCK = 500_000
DIGITS = 12


class Table:
    lazy = False
    # Whether the bounds of dates are always those of all rows.
    knows_dates = False

    def __init__(self, value):
        self.value = value
        self.extra = {}

    def picks(self):
        """The rows that the statistics look at; None for all of them."""
        rows = self.rows()
        columns = min(100, max(1, len(self.labels())))
        if rows is None or (rows <= SAMPLE_FROM and rows * columns <= MOST_CELLS):
            return None
        chosen = pick(rows, min(rows, max(1_000, min(SAMPLE, MOST_PICKED // columns))))
        # As an array they need not be made into one for every column.
        return sys.modules["numpy"].array(chosen) if "numpy" in sys.modules else chosen

    def goes_through(self, columns):
        """Whether all numbers of so many columns are few enough to be gone through."""
        return self.rows() * columns <= MOST_EXACT

    def shape(self):
        return [self.rows(), len(self.labels())]

    def memory(self):
        return None

    def index(self, count):
        return None

    def nulls(self, place, picks):
        """How many nulls a column has, and whether that is exact."""
        values = self.picked(place, picks)
        count = sum(1 for value in values if is_null(value))
        return (count, True) if picks is None else (round(count * self.rows() / max(1, len(values))), False)

    def picked(self, place, picks):
        values = self.values(place, 0, self.rows(), 1)
        return values if picks is None else [values[at] for at in picks]

    def statistics(self, place, picks):
        return statistics(self.picked(place, picks))

    def exact(self, place, until):
        """count, mean, std, min and max of all numbers of a column; None where that is not cheap."""
        return gone_through(self.blocks(place), until)

    def blocks(self, place):
        """The numbers of a column in arrays of numpy, or None."""
        return None


def pick(rows, count):
    """Row numbers in order, one at random out of each of `count` stretches: regular data would fool a regular step."""
    chance = random.Random(count).random
    edges = [rows * at // count for at in range(count + 1)]
    return [low + int(chance() * (high - low)) for low, high in zip(edges, edges[1:])]


def starts(rows):
    return range(0, rows, BLOCK)


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
    # Of all numbers and dates, only those that are not there differ from themselves.
    return hasattr(value, "__float__") and type(value) is not int and bool(value != value)


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


class Pandas(Table):
    knows_dates = True

    def labels(self):
        return list(self.value.columns)

    def dtypes(self):
        return [str(one) for one in self.value.dtypes]

    def rows(self):
        return len(self.value)

    def column(self, place):
        return self.value.iloc[:, place]

    def memory(self):
        if len(self.labels()) > 1_000:
            # Column by column this would take seconds.
            sizes = sum(getattr(one, "itemsize", 8) for one in self.value.dtypes)
            return int(self.rows() * sizes + self.value.index.memory_usage())
        usage = self.value.memory_usage(index=True, deep=self.rows() * max(1, len(self.labels())) <= 200_000)
        return int(usage.sum() if hasattr(usage, "sum") else usage)

    def index(self, count):
        index = self.value.index
        if type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1 and index.name is None:
            return None
        names = [None if name is None else label(name) for name in index.names]
        return {"names": names, "dtype": str(index.dtype) if index.nlevels == 1 else "MultiIndex",
                "head": [cell(one) for one in index[:count]]}

    def values(self, place, start, stop, step):
        return list(self.column(place).iloc[start:stop:step])

    def some_of(self, place, picks):
        column = self.column(place)
        return column if picks is None else column.iloc[picks]

    def picked(self, place, picks):
        return list(self.some_of(place, picks))

    def nulls(self, place, picks):
        column = self.column(place)
        # Plain objects are looked at one by one, which takes long.
        if picks is None or str(column.dtype) != "object":
            return int(column.isna().sum()), True
        return round(int(column.iloc[picks].isna().sum()) * len(column) / len(picks)), False

    def statistics(self, place, picks):
        column = self.column(place)
        kind = getattr(column.dtype, "kind", "O")
        if kind == "M":
            present = int(column.notna().sum())
            return {"count": present, **date_bounds(column)}
        part = self.some_of(place, picks).dropna()
        if kind in "iuf":
            return array_statistics(part.to_numpy())
        if str(column.dtype) == "object" and len(part) and hasattr(type(part.iloc[0]), "isoformat"):
            return statistics(list(part))
        try:
            found = part.describe()
        except TypeError:
            return {"count": len(part)}
        return {str(name): short(value) for name, value in found.items()}

    def blocks(self, place):
        column = self.column(place)
        if getattr(column.dtype, "kind", "O") not in "iuf":
            return None
        parts = (column.iloc[at:at + BLOCK] for at in starts(len(column)))
        if hasattr(column.dtype, "names"):
            return (part.to_numpy() for part in parts)
        return (part.dropna().to_numpy(column.dtype.kind == "f" and "float64" or None) for part in parts)


class PandasSeries(Pandas):
    def labels(self):
        return ["value" if self.value.name is None else self.value.name]

    def dtypes(self):
        return [str(self.value.dtype)]

    def shape(self):
        return [len(self.value)]

    def column(self, place):
        return self.value


class Polars(Table):
    knows_dates = True

    def labels(self):
        return list(self.value.columns)

    def dtypes(self):
        return [str(one) for one in self.value.dtypes]

    def rows(self):
        return self.value.height

    def column(self, place):
        return self.value.to_series(place)

    def memory(self):
        return int(self.value.estimated_size())

    def values(self, place, start, stop, step):
        part = self.column(place)[start:stop]
        return (part.gather_every(step) if step > 1 else part).to_list()

    def picked(self, place, picks):
        return self.some_of(place, picks).to_list()

    def some_of(self, place, picks):
        column = self.column(place)
        return column if picks is None else column.gather(picks)

    def nulls(self, place, picks):
        return int(self.column(place).null_count()), True

    def statistics(self, place, picks):
        column = self.column(place)
        if column.dtype.is_temporal():
            return {"count": len(column) - column.null_count(), **date_bounds(column)}
        part = self.some_of(place, picks).drop_nulls()
        if not part.dtype.is_numeric() or len(part) == 0:
            return statistics(part.to_list())
        quantiles = {f"{share:.0%}": cell(part.quantile(share, "linear")) for share in (0.25, 0.5, 0.75)}
        found = {"count": len(part), "mean": part.mean(), "std": part.std(), "min": part.min(), **quantiles, "max": part.max()}
        return {name: short(value) for name, value in found.items()}

    def exact(self, place, until):
        column = self.column(place)
        if not column.dtype.is_numeric() or time.monotonic() > until:
            return None
        found = {"mean": column.mean(), "std": column.std(), "min": column.min(), "max": column.max()}
        return {"count": len(column) - column.null_count(), **{name: short(value) for name, value in found.items()}}


class PolarsSeries(Polars):
    def labels(self):
        return [self.value.name or "value"]

    def dtypes(self):
        return [str(self.value.dtype)]

    def rows(self):
        return len(self.value)

    def shape(self):
        return [len(self.value)]

    def column(self, place):
        return self.value


class Arrow(Table):
    def labels(self):
        return list(self.value.schema.names)

    def dtypes(self):
        return [str(one) for one in self.value.schema.types]

    def rows(self):
        return self.value.num_rows

    def memory(self):
        return int(self.value.nbytes)

    def values(self, place, start, stop, step):
        column = self.value.column(place)
        if step == 1:
            return column.slice(start, stop - start).to_pylist()
        # Runs of rows, evenly spaced: to take single ones, pyarrow loads a module that the person may not have loaded.
        run = 1_000
        found = []
        for at in range(start, stop, step * run):
            found.extend(column.slice(at, min(run, stop - at)).to_pylist())
        return found

    def picked(self, place, picks):
        column = self.value.column(place)
        if picks is None:
            return column.to_pylist()
        found = []
        # Short runs, for the same reason, from places at random.
        for at in self.runs(picks):
            found.extend(column.slice(at, RUN).to_pylist())
        return found

    def statistics(self, place, picks):
        if picks is None or not self.has_arrays(place):
            return super().statistics(place, picks)
        column = self.value.column(place)
        runs = [column.slice(at, RUN).to_numpy(zero_copy_only=False) for at in self.runs(picks)]
        part = sys.modules["numpy"].concatenate(runs)
        return array_statistics(part[part == part])

    def runs(self, picks):
        return pick(self.rows(), max(1, len(picks) // RUN))

    def has_arrays(self, place):
        return str(self.value.schema.types[place]) in ARROW_NUMBERS and "numpy" in sys.modules

    def nulls(self, place, picks):
        return int(self.value.column(place).null_count), True

    def blocks(self, place):
        if not self.has_arrays(place):
            return None
        column = self.value.column(place)
        return (column.slice(at, BLOCK).to_numpy(zero_copy_only=False) for at in starts(len(column)))


RUN = 50
ARROW_NUMBERS = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)} | {"halffloat", "float", "double"}


class Structured(Table):
    def labels(self):
        return list(self.value.dtype.names)

    def dtypes(self):
        return [str(self.value.dtype[name]) for name in self.value.dtype.names]

    def rows(self):
        return int(self.value.size)

    def memory(self):
        return int(self.value.nbytes)

    def column(self, place):
        return self.value.reshape(-1)[self.value.dtype.names[place]]

    def values(self, place, start, stop, step):
        return list(self.column(place)[start:stop:step])

    def picked(self, place, picks):
        column = self.column(place)
        return list(column if picks is None else column[picks])

    def nulls(self, place, picks):
        column = self.column(place)
        kind = column.dtype.kind
        if kind == "O":
            return super().nulls(place, picks)
        if column.ndim > 1 or kind not in "fcMm":
            return 0, True
        part = column if picks is None else column[picks]
        return round(int((part != part).sum()) * len(column) / max(1, len(part))), picks is None

    def statistics(self, place, picks):
        column = self.column(place)
        kind = column.dtype.kind if column.ndim == 1 else "V"
        if kind == "V":
            return {"count": len(column)}
        if kind == "O":
            return statistics(self.picked(place, picks))
        part = column if picks is None else column[picks]
        part = part[part == part]
        if kind in "Mm":
            return bounds_of([part])
        return array_statistics(part) if kind in "iuf" else statistics(part.tolist())

    def exact(self, place, until):
        column = self.column(place)
        if column.ndim > 1 or column.dtype.kind not in "Mm":
            return super().exact(place, until)
        parts = []
        for part in self.cut_up(column):
            if time.monotonic() > until:
                return None
            parts.append(part[part == part])
        return bounds_of(parts)

    def cut_up(self, column):
        return (column[at:at + BLOCK] for at in starts(len(column)))

    def blocks(self, place):
        column = self.column(place)
        if column.ndim > 1 or column.dtype.kind not in "iuf":
            return None
        return self.cut_up(column)


def bounds_of(parts):
    """Of dates in arrays of numpy."""
    parts = [part for part in parts if part.size]
    if not parts:
        return {"count": 0}
    low, high = min(part.min() for part in parts), max(part.max() for part in parts)
    low, high = as_dates([cell(low), cell(high)])
    return {"count": sum(part.size for part in parts), "min": low, "max": high}


class Lazy(Table):
    """Known by its schema; rows only where they are asked for, and few."""

    lazy = True

    def rows(self):
        return None


class PolarsLazy(Lazy):
    def __init__(self, value):
        super().__init__(value)
        self.schema = value.collect_schema()

    def labels(self):
        return list(self.schema.names())

    def dtypes(self):
        return [str(one) for one in self.schema.dtypes()]

    def some(self, count):
        return Polars(self.value.head(count).collect())


class ArrowDataset(Lazy):
    def __init__(self, value):
        super().__init__(value)
        files = getattr(value, "files", None)
        self.extra = {} if files is None else {"partitions": len(files)}

    labels, dtypes = Arrow.labels, Arrow.dtypes

    def some(self, count):
        return Arrow(self.value.head(count))


class Dask(Lazy):
    def __init__(self, value):
        super().__init__(value)
        self.extra = {"partitions": value.npartitions, "known_divisions": bool(value.known_divisions)}

    def labels(self):
        return list(self.value.columns)

    def dtypes(self):
        return [str(one) for one in self.value.dtypes]

    def some(self, count):
        return Pandas(self.value.head(count))


class DaskSeries(Dask):
    def labels(self):
        return ["value" if self.value.name is None else self.value.name]

    def dtypes(self):
        return [str(self.value.dtype)]

    def shape(self):
        return [None]

    def some(self, count):
        return PandasSeries(self.value.head(count))


class Spark(Lazy):
    def labels(self):
        return [field.name for field in self.value.schema.fields]

    def dtypes(self):
        return [field.dataType.simpleString() for field in self.value.schema.fields]

    def some(self, count):
        return Rows(self.labels(), self.dtypes(), [list(row) for row in self.value.limit(count).collect()])


class Ray(Lazy):
    def __init__(self, value):
        super().__init__(value)
        self.schema = value.schema(fetch_if_missing=False)
        try:
            self.extra = {"partitions": int(value.num_blocks())}
        except Exception:
            # Known only of one that was computed already.
            self.extra = {}

    def labels(self):
        return list(self.schema.names) if self.schema is not None else []

    def dtypes(self):
        return [str(one) for one in self.schema.types] if self.schema is not None else []

    def some(self, count):
        rows = self.value.take(count)
        labels = list(rows[0]) if rows else self.labels()
        return Rows(labels, ["object"] * len(labels), [[row.get(one) for one in labels] for row in rows])


class Rows(Table):
    """Rows that a lazy table gave."""

    def __init__(self, labels, dtypes, rows):
        super().__init__(rows)
        self.labels = lambda: labels
        self.dtypes = lambda: dtypes

    def rows(self):
        return len(self.value)

    def values(self, place, start, stop, step):
        return [row[place] for row in self.value[start:stop:step]]


class Xarray(Lazy):
    """Labelled arrays: variables and dimensions instead of columns and rows."""

    def __init__(self, value):
        super().__init__(value)
        chunks = dict(value.chunksizes)
        self.extra = {
            "dimensions": {str(name): int(size) for name, size in dict(value.sizes).items()},
            "coordinates": [str(name) for name in value.coords],
        }
        if chunks:
            self.extra["partitions"] = math.prod(len(one) for one in chunks.values())
            self.extra["chunks"] = {str(name): [int(one) for one in sizes[:10]] for name, sizes in chunks.items()}

    def parts(self):
        return [(name, self.value[name]) for name in self.value.data_vars]

    def labels(self):
        return [name for name, _ in self.parts()]

    def dtypes(self):
        return [f"{part.dtype} ({', '.join(map(str, part.dims))})" for _, part in self.parts()]

    def shape(self):
        return [int(size) for size in dict(self.value.sizes).values()]

    def memory(self):
        return int(self.value.nbytes)

    def some(self, count):
        return None


class XarrayArray(Xarray):
    def parts(self):
        return [("value" if self.value.name is None else self.value.name, self.value)]


FACES = {
    "pandas": Pandas,
    "pandas_series": PandasSeries,
    "polars": Polars,
    "polars_lazy": PolarsLazy,
    "polars_series": PolarsSeries,
    "arrow": Arrow,
    "arrow_dataset": ArrowDataset,
    "structured": Structured,
    "dask": Dask,
    "dask_series": DaskSeries,
    "spark": Spark,
    "ray": Ray,
    "xarray": Xarray,
    "xarray_array": XarrayArray,
}


def label(value):
    return value if type(value) is str else text(value, 100)


def keys_for(labels):
    """A text of its own for every column, and the labels that are not that text."""
    keys, changed = [], {}
    taken = set()
    for one in labels:
        key = base = label(one)
        again = 0
        while key in taken:
            again += 1
            key = f"{base}.{again}"
        taken.add(key)
        keys.append(key)
        if type(one) is not str or key != one:
            changed[key] = cell(one)
    return keys, changed


def as_dates(values):
    """Without the time of day where no value has one."""
    texts = [value for value in values if value is not None]
    if texts and all(type(value) is str and value.endswith("T00:00:00") for value in texts):
        return [value and value[:-9] for value in values]
    return values


SINGLE = {"float", "float16", "float32", "halffloat"}


def column_cells(values, dtype):
    """Values of one column as JSON, as its type would write them."""
    kind = dtype.lower()
    shown = [cell(value) for value in values]
    if "date" in kind or "timestamp" in kind:
        return as_dates(shown)
    return [in_single(value) for value in shown] if kind in SINGLE else shown


def in_single(value):
    """Without the digits that a number of half the length does not have."""
    return number(value, 7) if type(value) is float else value
