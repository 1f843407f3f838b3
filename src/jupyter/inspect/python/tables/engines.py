# Tables of engines that keep them in partitions.
class Dask(Lazy):
    def __init__(self, value):
        super().__init__(value)
        self.extra = {"partitions": value.npartitions, "known_divisions": bool(value.known_divisions)}
        # The head of all would compute all.
        self.gives_part = value.npartitions > 1

    def some(self, count):
        return Pandas(self.value.head(count))


class DaskSeries(Single, Dask):
    # It is not computed to be counted.
    rows = Lazy.rows

    def some(self, count):
        return PandasSeries(self.value.head(count))


class Spark(Lazy):
    def __init__(self, value):
        super().__init__(value)
        try:
            count = self.planned_partitions()
            self.extra = {"partitions": count} if count > 0 else {}
        except Exception:
            # A client of Spark Connect has no plan to look at.
            self.extra = {}

    def planned_partitions(self):
        """As many as the plan says. Spark's own way to count them runs the jobs before a shuffle."""
        execution = self.value._jdf.queryExecution()
        plan = execution.executedPlan()
        is_adaptive = plan.nodeName() == "AdaptiveSparkPlan"
        count = (plan.initialPlan() if is_adaptive else plan).outputPartitioning().numPartitions()
        if count > 0 or is_adaptive or "Exchange" in plan.toString():
            return count
        # Nothing is shuffled: what is counted are parts of files.
        return execution.toRdd().getNumPartitions()

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

    def column(self, place):
        return [row[place] for row in self.value]
