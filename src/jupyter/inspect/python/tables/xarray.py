# Adapters for datasets and arrays of xarray. Part of the table inspections; joined with the others in programs.ts.
class Xarray(Lazy):
    """Labelled arrays: variables and dimensions instead of columns and rows."""

    def __init__(self, value):
        super().__init__(value)
        # What is still in a file has no chunks, but is not in memory either.
        self.lazy = not all(getattr(part.variable, "_in_memory", True) for _, part in self.parts())
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
        """The first points, the last dimension running fastest; only they are computed."""
        sizes = dict(self.value.sizes)
        if not sizes:
            return Rows(self.labels(), self.dtypes(), [[part.values[()] for _, part in self.parts()]])
        few, wanted = {}, count
        for name in reversed(list(sizes)):
            taken = min(sizes[name], wanted)
            few[name] = slice(0, taken)
            wanted = -(-wanted // max(1, taken))
        block = self.as_dataset().isel(few)
        return Pandas(block.to_dataframe(dim_order=list(sizes)).iloc[:count])

    def as_dataset(self):
        return self.value.reset_coords(drop=True)


class XarrayArray(Xarray):
    def parts(self):
        return [("value" if self.value.name is None else self.value.name, self.value)]

    def as_dataset(self):
        # Under a name that no dimension has.
        return self.value.reset_coords(drop=True).to_dataset(name="the value")
