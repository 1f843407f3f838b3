# Adapters for tables and series of pandas. Part of the table inspections; joined with the others in programs.ts.
class Pandas(Table):
    knows_dates = True

    def rows(self):
        return len(self.value)

    def column(self, place):
        return self.value.iloc[:, place]

    def memory(self):
        if len(self.labels()) > 1_000:
            # Column by column this would take seconds.
            sizes = sum(getattr(one, "itemsize", 8) for one in self.value.dtypes)
            return int(self.rows() * sizes + self.value.index.memory_usage())
        deep = self.rows() * max(1, len(self.labels())) <= 200_000
        try:
            usage = self.value.memory_usage(index=True, deep=deep)
        except UnicodeError:
            # pandas cannot make a table of names that hold half of a pair.
            columns = [self.column(place).memory_usage(index=False, deep=deep) for place in range(len(self.labels()))]
            return int(sum(columns) + self.value.index.memory_usage(deep=deep))
        return int(usage.sum() if hasattr(usage, "sum") else usage)

    def index(self, count):
        index = self.value.index
        if type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1 and index.name is None:
            return None
        names = [None if name is None else label(name) for name in index.names]
        return {"names": names, "dtype": str(index.dtype) if index.nlevels == 1 else "MultiIndex",
                "head": [cell(one) for one in index[:count]]}

    def index_columns(self, picks):
        index = self.value.index
        levels = [index.get_level_values(place) for place in range(index.nlevels)]
        # Numbers without a name only tell where a row was before.
        telling = [one for one in levels if one.name is not None or getattr(one.dtype, "kind", "O") not in "iuf"]
        taken = [one if picks is None else one[picks] for one in telling]
        return [("index" if one.name is None else one.name, str(one.dtype), list(one)) for one in taken]

    def values(self, place, start, stop):
        return list(self.column(place).iloc[start:stop])

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
        except (TypeError, NotImplementedError):
            # Of lists and dictionaries only the number is known.
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


class PandasSeries(Single, Pandas):
    pass
