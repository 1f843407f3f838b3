# Adapters for tables of pyarrow. Part of the table inspections; joined with the others in programs.ts.
class Arrow(Table):
    def labels(self):
        return list(self.value.schema.names)

    def dtypes(self):
        return [str(one) for one in self.value.schema.types]

    def rows(self):
        return self.value.num_rows

    def memory(self):
        return int(self.value.nbytes)

    def values(self, place, start, stop):
        return self.value.column(place).slice(start, stop - start).to_pylist()

    def picked(self, place, picks):
        column = self.value.column(place)
        if picks is None:
            return column.to_pylist()
        found = []
        # Short runs from places at random: to take single rows, pyarrow loads a module that the person may not have loaded.
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
        """Where runs begin that have no row in common."""
        return [RUN * at for at in pick(-(-self.rows() // RUN), max(1, len(picks) // RUN))]

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


class ArrowDataset(Lazy):
    def __init__(self, value):
        super().__init__(value)
        files = getattr(value, "files", None)
        self.extra = {} if files is None else {"partitions": len(files)}

    labels, dtypes = Arrow.labels, Arrow.dtypes

    def some(self, count):
        return Arrow(self.value.head(count))
