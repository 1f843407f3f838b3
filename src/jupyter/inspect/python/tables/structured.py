# Structured arrays of numpy.
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
