# Tables that are computed when somebody asks for rows: told by their schema.
class Lazy(Table):
    """Known by its schema; rows only where they are asked for, and few."""

    lazy = schema_only = True
    # Whether some() may give fewer rows than asked for although there are more.
    gives_part = False

    def rows(self):
        return None
