# Which rows of a snapshot are shown, and in which order. Each library does it its own way; the result is a sequence of row
# numbers, or None for all rows as they are.
#
# A condition is {"kind": "text", "text", "number", "low", "high"}, for cells of any column; or, for the column at a
# place, {"kind": "equal", "place", "text"} or {"kind": "range", "place", "low", "high", "low_open", "high_open"}, of
# numbers, or of dates as text; "negate" turns one of these two around. Whole numbers beyond 2^53 are sent as their digits.
import datetime
import decimal
import functools
import math
import operator
import re

NEAR = 1e-9
MOST_EXACT = 2**53


class Selector:
    def __init__(self, table):
        self.table = table
        self.dtypes = [str(one) for one in table.dtypes()]

    def kind(self, place):
        """number, time, bool or text"""
        return kind_of_dtype(self.dtypes[place])

    def mask(self, condition):
        """Which rows meet a condition."""
        if condition["kind"] == "text":
            return self.anywhere(condition)
        place = condition["place"]
        if condition["kind"] == "equal":
            found = self.equals(place, condition["text"].lower())
        else:
            found = self.between(place, condition)
        return self.turned(found, place) if condition["negate"] else found

    def equals(self, place, text):
        return self.flags(self.lowered(place) == text)

    def truth(self, place, wanted):
        return self.flags(self.column(place) == wanted)

    def between(self, place, condition):
        column = self.comparable(place, condition)
        tests = limits(condition, integer_ends(self.dtypes[place]))
        return all_of(self.flags(compare(column, self.converted(column, value))) for compare, value in tests)

    def comparable(self, place, condition):
        return self.column(place)

    def near(self, place, number):
        """Floats that are almost a number, and integers that are exactly this one."""
        is_exact = type(number) is int and (integer_ends(self.dtypes[place]) is not None or abs(number) > MOST_EXACT)
        width = 0 if is_exact else abs(number) * NEAR
        return self.between(place, closed(number - width, number + width))

    def anywhere(self, condition):
        found, number = None, as_sent(condition["number"])
        for place in range(len(self.dtypes)):
            kind = self.kind(place)
            if kind == "text":
                here = self.contains(place, condition["text"].lower())
            elif kind == "number" and number is not None:
                here = self.near(place, number)
            elif kind == "time" and condition["low"] is not None:
                here = self.between(place, {**closed(condition["low"], condition["high"]), "high_open": True})
            elif kind == "bool" and condition["text"].lower() in ("true", "false"):
                here = self.truth(place, condition["text"].lower() == "true")
            else:
                continue
            found = here if found is None else found | here
        return self.none() if found is None else found


def all_of(masks):
    masks = list(masks)
    return functools.reduce(operator.and_, masks) if masks else None


def closed(low, high):
    return {"low": low, "high": high, "low_open": False, "high_open": False}


def limits(condition, ends=None):
    """The comparisons of a range, as (operator, value)."""
    low, high = as_sent(condition["low"]), as_sent(condition["high"])
    if low is not None:
        yield as_integers(operator.gt if condition["low_open"] else operator.ge, low, ends)
    if high is not None:
        yield as_integers(operator.lt if condition["high_open"] else operator.le, high, ends)


def as_sent(value):
    return int(value) if type(value) is str and re.fullmatch(r"-?\d+", value) else value


def integer_ends(dtype):
    """The least and the greatest value of a type of integers; None for other types."""
    found = re.match(r"(u?)int(\d+)", dtype.lower())
    if found is None:
        return None
    bits = int(found[2])
    return (0, 2**bits - 1) if found[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def as_integers(compare, value, ends):
    """The same comparison with a number that a column of integers can hold: libraries refuse others, or round."""
    if ends is None or type(value) not in (int, float):
        return compare, value
    above = compare in (operator.gt, operator.ge)
    if value > ends[1]:
        return operator.gt if above else operator.le, ends[1]
    if value < ends[0]:
        return operator.ge if above else operator.lt, ends[0]
    below = math.floor(value)
    return (compare, below) if below == value else (operator.gt if above else operator.le, below)


def kind_of_dtype(dtype):
    dtype = dtype.lower()
    if dtype.startswith(("list", "struct", "array", "map", "object", "interval")):
        return "text"
    if dtype in ("bool", "boolean"):
        return "bool"
    if dtype.startswith(("date", "timestamp")):
        return "time"
    is_number = dtype.startswith(("int", "uint", "float", "double", "halffloat", "decimal"))
    return "number" if is_number else "text"


def has_digits(condition):
    """Whether all ends of a range are whole numbers."""
    return all(type(as_sent(condition[end])) in (int, type(None)) for end in ("low", "high"))


def moment(text):
    return datetime.datetime.fromisoformat(text)


class PandasSelector(Selector):
    def column(self, place):
        return self.table.column(place)

    def kind(self, place):
        kind = getattr(self.column(place).dtype, "kind", "O")
        found = {"i": "number", "u": "number", "f": "number", "M": "time", "b": "bool"}.get(kind)
        return found or kind_of_dtype(self.dtypes[place].replace("[pyarrow]", ""))

    def texts(self, place):
        column = self.column(place)
        if self.dtypes[place] == "category":
            column = column.astype(object)
        present = column.dropna()
        if len(present) and not all(type(one) is str for one in present.iloc[:100]):
            return column.map(as_text, na_action="ignore")
        return column

    def flags(self, found):
        return found.fillna(False).to_numpy(dtype=bool)

    def contains(self, place, text):
        return self.flags(self.texts(place).str.contains(text, case=False, regex=False, na=False))

    def lowered(self, place):
        return self.texts(place).str.lower()

    def converted(self, column, value):
        if type(value) is not str:
            return float(value) if getattr(column.dtype, "kind", "O") == "f" else value
        return sys.modules["pandas"].Timestamp(value, tz=getattr(column.dtype, "tz", None))

    def turned(self, mask, place):
        return ~mask & self.column(place).notna().to_numpy(dtype=bool)

    def none(self):
        return sys.modules["numpy"].zeros(self.table.rows(), dtype=bool)

    def order(self, mask, place, descending):
        numpy = sys.modules["numpy"]
        rows = None if mask is None else numpy.flatnonzero(mask)
        if place is None:
            return rows
        column = self.column(place) if rows is None else self.column(place).iloc[rows]
        column = column.reset_index(drop=True)
        how = {"ascending": not descending, "kind": "stable", "na_position": "last"}
        try:
            ordered = column.sort_values(**how).index.to_numpy()
        except (TypeError, ValueError, NotImplementedError):
            # Values of several types, arrays and lists have no order.
            ordered = column.map(as_text, na_action="ignore").sort_values(**how).index.to_numpy()
        return ordered if rows is None else rows[ordered]


class PolarsSelector(Selector):
    def column(self, place):
        return self.table.column(place)

    def texts(self, place):
        column = self.column(place)
        polars = sys.modules["polars"]
        if column.dtype.is_nested() or column.dtype in (polars.Object, polars.Binary, polars.Duration):
            return polars.Series([None if one is None else as_text(one) for one in column.to_list()], dtype=polars.String)
        return column.cast(polars.String)

    def flags(self, found):
        return found.fill_null(False)

    def lowered(self, place):
        return self.texts(place).str.to_lowercase()

    def contains(self, place, text):
        return self.flags(self.lowered(place).str.contains(text, literal=True))

    def comparable(self, place, condition):
        column = self.column(place)
        if self.kind(place) == "time":
            # As the person reads it: in the zone of the column.
            is_zoned = getattr(column.dtype, "time_zone", None) is not None
            column = column.dt.replace_time_zone(None) if is_zoned else column.cast(sys.modules["polars"].Datetime)
        elif column.dtype.is_decimal() and not has_digits(condition):
            column = column.cast(sys.modules["polars"].Float64)
        return column

    def converted(self, column, value):
        if type(value) is str:
            return moment(value)
        if column.dtype.is_float():
            return float(value)
        return decimal.Decimal(value) if column.dtype.is_decimal() else value

    def turned(self, mask, place):
        return ~mask & self.column(place).is_not_null()

    def none(self):
        return sys.modules["polars"].repeat(False, self.table.rows(), eager=True)

    def order(self, mask, place, descending):
        rows = None if mask is None else mask.arg_true()
        if place is None:
            return rows
        column = self.column(place)
        if column.dtype.is_nested() or column.dtype == sys.modules["polars"].Object:
            column = self.texts(place)
        column = column if rows is None else column.gather(rows)
        ordered = column.to_frame("value").select(
            sys.modules["polars"].arg_sort_by("value", descending=descending, nulls_last=True, maintain_order=True)
        ).to_series()
        return ordered if rows is None else rows.gather(ordered)


class ArrowSelector(Selector):
    def __init__(self, table):
        super().__init__(table)
        import pyarrow.compute

        self.arrow, self.compute = sys.modules["pyarrow"], pyarrow.compute

    def column(self, place):
        column = self.table.value.column(place)
        # pyarrow neither compares nor sorts floats of 16 bits.
        return self.compute.cast(column, self.arrow.float32()) if str(column.type) == "halffloat" else column

    def kind(self, place):
        column = self.column(place)
        dictionary = getattr(column.type, "value_type", None)
        return "text" if dictionary is not None else super().kind(place)

    def texts(self, place):
        column = self.column(place)
        try:
            return self.compute.cast(column, self.arrow.large_string())
        except self.arrow.ArrowException:
            return self.arrow.chunked_array([[None if one is None else as_text(one) for one in column.to_pylist()]],
                                            type=self.arrow.large_string())

    def contains(self, place, text):
        return ArrowMask(self, self.compute.match_substring(self.texts(place), text, ignore_case=True))

    def equals(self, place, text):
        return ArrowMask(self, self.compute.equal(self.compute.utf8_lower(self.texts(place)), text))

    def comparable(self, place, condition):
        column = self.column(place)
        if self.kind(place) == "time":
            if getattr(column.type, "tz", None) is not None:
                column = self.compute.local_timestamp(column)
            column = self.compute.cast(column, self.arrow.timestamp("us"), safe=False)
        return column

    def between(self, place, condition):
        names = {operator.gt: "greater", operator.ge: "greater_equal", operator.lt: "less", operator.le: "less_equal"}
        column = self.comparable(place, condition)
        tests = limits(condition, integer_ends(self.dtypes[place]))
        return all_of(ArrowMask(self, getattr(self.compute, names[compare])(column, self.scalar(column, value)))
                      for compare, value in tests)

    def scalar(self, column, value):
        if type(value) is str:
            return self.arrow.scalar(moment(value))
        if self.arrow.types.is_integer(column.type):
            return self.arrow.scalar(value, column.type)
        is_decimal = type(value) is int and self.arrow.types.is_decimal(column.type)
        return self.arrow.scalar(decimal.Decimal(value) if is_decimal else float(value))

    def truth(self, place, wanted):
        return ArrowMask(self, self.compute.equal(self.column(place), wanted))

    def turned(self, mask, place):
        return ArrowMask(self, self.compute.invert(mask.values)) & ArrowMask(self, self.compute.is_valid(self.column(place)))

    def none(self):
        return ArrowMask(self, self.arrow.repeat(False, self.table.rows()))

    def order(self, mask, place, descending):
        rows = None if mask is None else self.compute.indices_nonzero(mask.values)
        if place is None:
            return rows
        column = self.column(place)
        if str(column.type).startswith(("list", "struct", "map", "dictionary", "large_list", "fixed_size_list")):
            column = self.texts(place)
        column = column if rows is None else column.take(rows)
        ordered = self.compute.sort_indices(column, sort_keys=[("", "descending" if descending else "ascending")])
        return ordered if rows is None else rows.take(ordered)


class ArrowMask:
    """Truth values that combine with | and &."""

    def __init__(self, selector, values):
        self.selector = selector
        self.values = selector.compute.fill_null(values, False)

    def __or__(self, other):
        return ArrowMask(self.selector, self.selector.compute.or_(self.values, other.values))

    def __and__(self, other):
        return ArrowMask(self.selector, self.selector.compute.and_(self.values, other.values))


class ListSelector(Selector):
    def values(self, place):
        return self.table.value[place]

    def kind(self, place):
        present = [one for one in self.values(place)[:1_000] if not is_null(one)]
        if present and all(type(one) is bool or is_numpy(one, "bool_") for one in present):
            return "bool"
        if present and all(is_number(one) for one in present):
            return "number"
        return "text"

    def each(self, place, test):
        return Flags(not is_null(one) and test(one) for one in self.values(place))

    def contains(self, place, text):
        return self.each(place, lambda one: text in as_text(cell(one)).lower())

    def equals(self, place, text):
        return self.each(place, lambda one: as_text(cell(one)).lower() == text)

    def between(self, place, condition):
        tests = list(limits(condition))
        return self.each(place, lambda one: all(compare(one, value) for compare, value in tests))

    def truth(self, place, wanted):
        return self.each(place, lambda one: bool(one) is wanted)

    def turned(self, mask, place):
        return Flags(not flag and not is_null(one) for flag, one in zip(mask, self.values(place)))

    def none(self):
        return Flags([False] * self.table.rows())

    def order(self, mask, place, descending):
        rows = None if mask is None else [row for row, flag in enumerate(mask) if flag]
        if place is None:
            return rows
        values = self.values(place)
        rows = range(len(values)) if rows is None else rows
        present = [row for row in rows if not is_null(values[row])]
        missing = [row for row in rows if is_null(values[row])]
        try:
            present.sort(key=lambda row: values[row], reverse=descending)
        except (TypeError, ValueError):
            present.sort(key=lambda row: as_text(values[row]), reverse=descending)
        return [*present, *missing]


def is_number(value):
    is_other = isinstance(value, (str, bytes)) or hasattr(value, "isoformat") or getattr(value, "ndim", 0) > 0
    return hasattr(value, "__float__") and not is_other


class Flags(list):
    def __or__(self, other):
        return Flags(mine or theirs for mine, theirs in zip(self, other))

    def __and__(self, other):
        return Flags(mine and theirs for mine, theirs in zip(self, other))


SELECTORS = {"pandas": PandasSelector, "polars": PolarsSelector, "arrow": ArrowSelector, "lists": ListSelector}


def selector_of(snapshot, table):
    return SELECTORS[snapshot["kind"]](table)


def selected_rows(snapshot, selector):
    """The rows that are asked for; those of the last question are remembered."""
    sort, condition = args["sort"], args["condition"]
    if sort is None and condition is None:
        return None
    question = json.dumps([sort, condition])
    asked, rows = snapshot.get("selected", (None, None))
    if asked != question:
        place, descending = (None, False) if sort is None else (sort["place"], sort["descending"])
        mask = None if condition is None else selector.mask(condition)
        rows = selector.order(mask, place, descending)
        snapshot["selected"] = (question, rows)
    return rows
