# Tables of every library behind one interface: labels, dtypes, rows, nulls, head, statistics. Columns are read one at
# a time and block by block, and of long ones a sample besides: a table is never copied.
import random

SAMPLE_FROM = 1_000_000
SAMPLE = 100_000
MOST_CELLS = 5_000_000
MOST_PICKED = 2_000_000
# So many numbers are gone through one by one, as long as there is time; so many at a time.
MOST_EXACT = 60_000_000
BLOCK = 500_000


class Table:
    lazy = False
    # Whether it is told by its schema alone.
    schema_only = False
    # Whether the bounds of dates are always those of all rows.
    knows_dates = False

    def __init__(self, value):
        self.value = value
        self.extra = {}

    # As most libraries name them.
    def labels(self):
        return list(self.value.columns)

    def dtypes(self):
        return [str(one) for one in self.value.dtypes]

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

    def index_columns(self, picks):
        """What the picked rows are called, where that says something, as columns: name, dtype, values."""
        return []

    def nulls(self, place, picks):
        """How many nulls a column has, and whether that is exact."""
        values = self.picked(place, picks)
        count = sum(1 for value in values if is_null(value))
        return (count, True) if picks is None else (round(count * self.rows() / max(1, len(values))), False)

    def values(self, place, start, stop):
        return list(self.column(place)[start:stop])

    def picked(self, place, picks):
        column = self.column(place)
        return list(column) if picks is None else [column[at] for at in picks]

    def statistics(self, place, picks):
        return statistics(self.picked(place, picks))

    def exact(self, place, until):
        """count, mean, std, min and max of all numbers of a column; None where that is not cheap."""
        return gone_through(self.blocks(place), until)

    def blocks(self, place):
        """The numbers of a column in arrays of numpy, or None."""
        return None


class Single:
    """A table of one column, which knows its own name."""

    def labels(self):
        return ["value" if self.value.name is None else self.value.name]

    def dtypes(self):
        return [str(self.value.dtype)]

    def rows(self):
        return len(self.value)

    def shape(self):
        return [self.rows()]

    def column(self, place):
        return self.value


def pick(rows, count):
    """Row numbers in order, one at random out of each of `count` stretches: regular data would fool a regular step. They
    are the same each time, with the first and the last row among them."""
    chance = random.Random(count).random
    edges = [rows * at // count for at in range(count + 1)]
    chosen = [low + int(chance() * (high - low)) for low, high in zip(edges, edges[1:])]
    return [0, *chosen[1:-1], rows - 1] if count > 1 else chosen


def starts(rows):
    return range(0, rows, BLOCK)


class Lazy(Table):
    """Known by its schema; rows only where they are asked for, and few."""

    lazy = schema_only = True
    # Whether some() may give fewer rows than asked for although there are more.
    gives_part = False

    def rows(self):
        return None
