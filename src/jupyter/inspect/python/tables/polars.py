# Adapters for tables and series of polars, lazy ones too. Part of the table inspections; joined with the others in programs.ts.
class Polars(Table):
    knows_dates = True

    def rows(self):
        return self.value.height

    def column(self, place):
        return self.value.to_series(place)

    def memory(self):
        return int(self.value.estimated_size())

    def values(self, place, start, stop):
        return self.column(place)[start:stop].to_list()

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


class PolarsSeries(Single, Polars):
    def labels(self):
        return [self.value.name or "value"]


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
