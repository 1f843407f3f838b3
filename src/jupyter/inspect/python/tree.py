# One value as JSON, bounded by depth, items and characters, of each part and of all together; what was cut is named
# with its path.
REPR = 1
# Objects whose text takes too long; that of the next ones is not asked for.
MOST_SLOW = 3
MOST_NODES = 3_000
MOST_CUT = 50
# Characters that a part may take, however small its share: less would tell nothing of it.
LEAST_SHARE = 200
# Characters of a path that is read; those beyond the first plane count twice.
LONGEST_PATH = 1_000


class Tree:
    """Turns a value into JSON and keeps account of what was left out."""

    def __init__(self, most_items, most_text, most_in_all):
        self.most_items, self.most_text = most_items, most_text
        # Characters so far, and how many there may be at the end of the part that is being shown.
        self.spent, self.limit = 0, most_in_all
        self.nodes = self.slow = self.level = 0
        self.left_out = []
        self.above = []
        # Whether what is being shown is within something that no path leads to.
        self.is_beyond = False

    def cut(self):
        """What was left out, the outermost first: what is within may be meant with it."""
        ordered = [one for _, one in sorted(self.left_out, key=lambda pair: pair[0])]
        more = len(ordered) - MOST_CUT
        if more <= 0:
            return ordered
        place = {key: ordered[0][key] for key in ("path", "part") if key in ordered[0]}
        return [*ordered[:MOST_CUT], {**place, "left_out": f"{more} more parts within"}]

    def show(self, value, path, depth, start=0):
        """The value; one that cannot be read loses itself alone."""
        self.level += 1
        try:
            return self.show_any(value, path, depth, start)
        except Exception as error:
            why = f"reading it raised {name_of(type(error))}"
            self.leave(path, "its value", reason=why)
            return self.counted(f"<{name_of(type(value))}: {why}>")
        finally:
            self.level -= 1

    def show_any(self, value, path, depth, start):
        self.nodes += 1
        kind = type(value)
        if kind is str or kind is bytes or kind is bytearray:
            return self.show_text(value, path, start)
        if is_container(value):
            return self.show_container(value, path, depth, start)
        if table_kind(value) is not None:
            self.leave(path, "the table", hint="get_dataframe_info")
            return self.counted(f"<{name_of(kind)}>")
        if is_enum(kind):
            return {"name": self.counted(text(value.name)), "value": self.show(value.value, f"{path}.value", depth - 1)}
        if kind in PLAIN or library(kind) in ("datetime", "decimal", "uuid", "pathlib", "fractions") or is_date(kind):
            return self.counted("nan" if kind is float and value != value else cell(value))
        if is_numpy(value, "ndarray") or is_numpy(value, "generic"):
            return self.show_array(value, path, start)
        return self.show_object(value, path, depth, start)

    def show_part(self, value, path, depth, leads):
        """A part of a value; `leads` where its path can be asked for."""
        outside = self.is_beyond
        self.is_beyond = outside or not leads or path_length(path) > LONGEST_PATH
        try:
            return self.show(value, path, depth)
        finally:
            self.is_beyond = outside

    def counted(self, shown):
        self.spent += len(json.dumps(shown, ensure_ascii=False, default=str))
        return shown

    def room(self):
        return max(LEAST_SHARE, self.limit - self.spent)

    def in_room(self, parts):
        """As many of the parts as there is room for, each with its share of it; what one does not use is for the next."""
        limit = self.limit
        try:
            for done, part in enumerate(parts):
                left = limit - self.spent
                if left <= 0 and done > 0:
                    break
                self.limit = self.spent + max(LEAST_SHARE, left // (len(parts) - done))
                yield part
        finally:
            self.limit = limit

    def leave(self, path, what, **more):
        place = {"path": path}
        if self.is_beyond:
            more.pop("start", None)
            place, more["hint"] = {"part": text(path)}, "no path leads there: use execute_code"
        self.left_out.append((self.level, {**place, "left_out": what, **more}))

    def leave_rest(self, path, word, part):
        start, stop, total = part
        if start >= total > 0:
            there = f"there {'is' if total == 1 else 'are'} {counted(total, word)}"
            return self.leave(path, f"everything: start {start} is beyond the end, {there}")
        more = {"start": stop} if stop < total else {}
        self.leave(path, f"{word}s outside {start}–{stop} of {total}", **more)

    def show_text(self, value, path, start, share=1):
        most = min(self.most_text, int(self.room() * share))
        part = value[start:start + most]
        word = "character" if type(value) is str else "byte"
        if len(part) < len(value):
            self.leave_rest(path, word, (start, start + len(part), len(value)))
        return self.counted(text(part, most) if type(value) is str else repr(bytes(part)))

    def show_container(self, value, path, depth, start):
        if any(one is value for one in self.above):
            return self.counted("<contains itself>")
        total = stored(value).__len__(value)
        if has_own_say(type(value)):
            self.leave(path, "what its own methods say", reason="its class changes how it is counted or gone through")
        if depth <= 0 or self.nodes > MOST_NODES:
            if total:
                self.leave(path, counted(total, "item"))
            return self.counted(f"<{name_of(type(value))}: {counted(total, 'item')}>")
        self.above.append(value)
        try:
            shown = self.show_items(value, path, depth - 1, start)
        finally:
            self.above.pop()
        if len(shown) < total:
            self.leave_rest(path, "item", (start, start + len(shown), total))
        return shown

    def show_items(self, value, path, depth, start):
        kind, base = type(value), stored(value)
        stop = start + self.most_items
        if issubclass(kind, dict):
            some = [pair for at, pair in zip(range(stop), base.items(value)) if at >= start]
            shown = {}
            for key, one in self.in_room(some):
                name = self.counted(unlike(shown, key_text(key), name_of(type(key))))
                step, leads = key_of(key)
                shown[name] = self.show_part(one, f"{path}[{step}]", depth, leads)
            return shown
        some = [one for at, one in zip(range(stop), base.__iter__(value)) if at >= start]
        fields = getattr(kind, "_fields", None)
        if issubclass(kind, tuple) and type(fields) is tuple:
            named = list(zip(fields[start:stop], some))
            return {self.counted(name): self.show_part(one, f"{path}.{name}", depth, True) for name, one in self.in_room(named)}
        numbered = list(enumerate(some, start))
        leads = not issubclass(kind, (set, frozenset))
        place_of = (lambda at: f"{path}[{at}]") if leads else (lambda at: f"item {at} of {path}")
        return [self.show_part(one, place_of(at), depth, leads) for at, one in self.in_room(numbered)]

    def show_array(self, value, path, start):
        if value.ndim == 0:
            return self.counted(numpy_value(value[()] if name_of(type(value)) == "ndarray" else value))
        flat = value.reshape(-1) if value.flags.c_contiguous else value.flat
        some = [self.counted(cell(one)) for one in self.in_room(flat[start:start + self.most_items])]
        if len(some) < value.size:
            self.leave_rest(path, "element", (start, start + len(some), value.size))
        shown = {"shape": list(value.shape), "dtype": str(value.dtype), "values": some}
        if value.dtype.kind in "iuf" and 0 < value.size <= 50_000_000:
            shown.update(min=cell(value.min()), max=cell(value.max()), mean=cell(value.mean()))
        return shown

    def show_object(self, value, path, depth, start):
        kind = type(value)
        shown = {"type": self.counted(full_name(kind))}
        if self.nodes > MOST_NODES:
            self.leave(path, "the object")
            return shown
        shown.update(self.said_by(value, path, start))
        parts = attributes(value)
        if not parts or depth <= 0 or callable(value):
            return shown
        if issubclass(kind, type(sys)) and self.level > 1:
            # Modules hold modules: what is within the inner ones would be all of a library.
            self.leave(path, counted(len(parts), "attribute"))
            return shown
        found = own_attributes(value)
        some = self.in_room(parts[:self.most_items])
        show = lambda name: self.show_part(found[name], f"{path}.{name}", depth - 1, name.isidentifier())
        shown["attributes"] = {self.counted(name): show(name) for name in some}
        rest = parts[len(shown["attributes"]):]
        if rest:
            more = f" and {len(rest) - 20} more" if len(rest) > 20 else ""
            self.leave(path, f"attributes {', '.join(rest[:20])}{more}")
        return shown

    def said_by(self, value, path, start):
        """What an object says of itself: its text and, where it can be called, how."""
        shown = {}
        enough = self.slow >= MOST_SLOW
        ((status, told),) = [("unreached", None)] if enough else each([value], repr, REPR)
        self.slow += status == "slow"
        if status == "ok" and type(told) is str:
            # Half of the room is for its attributes.
            short = told.startswith("<")
            shown["repr"] = self.counted(text(told, 200)) if short else self.show_text(told, path, start, 0.5)
        else:
            self.leave(path, "its text", reason=WHY_NO_TEXT.get(status) or f"repr() raised {name_of(type(told))}")
        if callable(value) and not issubclass(type(value), type) and status != "slow":
            ((status, told),) = each([value], signature_of, REPR)
            shown.update(self.counted(told) if status == "ok" else {})
        return shown


WHY_NO_TEXT = {
    "slow": f"repr() took over {REPR} s",
    "unreached": f"repr() of {MOST_SLOW} others took over {REPR} s",
    "ok": "repr() returned no text",
}


def full_name(kind):
    module = own_text(kind, "__module__")
    return name_of(kind) if module is None else f"{module}.{own_text(kind, '__qualname__')}"


def is_date(kind):
    return library(kind) == "pandas" and has_method(kind, "isoformat")


def signature_of(value):
    try:
        found = {"signature": text(f"{getattr(value, '__name__', '')}{sys.modules['inspect'].signature(value)}", 500)}
    except Exception:
        found = {}
    doc = getattr(value, "__doc__", None)
    return {**found, "doc": text(doc.strip().split("\n")[0], 200)} if type(doc) is str else found


PLAIN = {bool, int, float, complex, type(None)}


def is_container(value):
    kind = type(value)
    return issubclass(kind, (list, tuple, set, frozenset, dict)) or (
        library(kind) == "collections" and name_of(kind) == "deque"
    )


def stored(value):
    """The class of Python's own whose methods tell what a container holds, whatever those of its subclass say."""
    collections = sys.modules["collections"]
    kinds = (list, tuple, set, frozenset, collections.OrderedDict, dict, collections.deque)
    return next(kind for kind in kinds if issubclass(type(value), kind))


def has_own_say(kind):
    """Whether a class of somebody's changes the length, the order or the items of a container."""
    theirs = [base for base in ancestry(kind) if library(base) not in ("builtins", "collections")]
    return any(name in vars(base) for base in theirs for name in ("__len__", "__iter__", "items"))


def key_text(key):
    return text(key, LONGEST_TEXT if type(key) is str else 200)


def unlike(taken, name, kind):
    """JSON has texts as keys only, and long ones are cut: 1 and "1" stay two."""
    another = name if name not in taken else f"{name} ({kind})"
    return another if another not in taken else f"{another} ({len(taken)})"


def key_of(key):
    """A key as it stands in a path, and whether paths can have it."""
    key = key.item() if is_numpy(key, "generic") else key
    if type(key) is str and len(key) <= LONGEST_PATH:
        return json.dumps(key, ensure_ascii=False), True
    if type(key) is int and -LONGEST_INT <= key <= LONGEST_INT:
        return str(key), True
    shown = text(key, 100)
    return shown, type(key) is float and re.fullmatch(r"-?\d+\.\d+", shown) is not None


def path_length(path):
    return len(path) + sum(one > "\uffff" for one in path)
