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
        return None


class XarrayArray(Xarray):
    def parts(self):
        return [("value" if self.value.name is None else self.value.name, self.value)]
