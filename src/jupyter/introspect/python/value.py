# One value, bounded by depth, items and characters; what was cut is named with its path.
import base64
import io

REPR = 1
SHOW = 8
# Objects whose text takes too long; that of the next ones is not asked for.
MOST_SLOW = 3
DRAW = 15
MOST_NODES = 3_000
LARGEST_EDGE = 1_568
LARGEST_FIGURE = 5_000_000


class Tree:
    """Turns a value into JSON and keeps account of what was left out."""

    def __init__(self, path, depth, most_items, most_text):
        self.path, self.depth, self.most_items, self.most_text = path, depth, most_items, most_text
        self.nodes = 0
        self.slow = 0
        self.cut = []
        self.above = []

    def show(self, value, path, depth, start=0):
        """The value; one that cannot be read loses itself alone."""
        try:
            return self.show_any(value, path, depth, start)
        except Exception as error:
            why = f"reading it raised {name_of(type(error))}"
            self.leave(path, "its value", reason=why)
            return f"<{name_of(type(value))}: {why}>"

    def show_any(self, value, path, depth, start):
        self.nodes += 1
        kind = type(value)
        if kind is str or kind is bytes or kind is bytearray:
            return self.show_text(value, path, start)
        if is_container(value):
            return self.show_container(value, path, depth, start)
        if table_kind(value) is not None:
            self.leave(path, "the table", hint="get_dataframe_info")
            return f"<{name_of(kind)}>"
        if is_enum(kind):
            return {"name": text(value.name), "value": self.show(value.value, f"{path}.value", depth - 1)}
        if kind in PLAIN or library(kind) in ("datetime", "decimal", "uuid", "pathlib", "fractions") or is_date(kind):
            return "nan" if kind is float and value != value else cell(value)
        if is_numpy(value, "ndarray") or is_numpy(value, "generic"):
            return self.show_array(value, path, start)
        return self.show_object(value, path, depth)

    def leave(self, path, what, **more):
        if len(self.cut) < 50:
            self.cut.append({"path": path, "left_out": what, **more})

    def leave_rest(self, path, what, part):
        start, stop, total = part
        if start >= total > 0:
            return self.leave(path, f"everything: start {start} is beyond the end, there are {total} {what}")
        more = {"start": stop} if stop < total else {}
        self.leave(path, f"{what} outside {start}–{stop} of {total}", **more)

    def show_text(self, value, path, start):
        part = value[start:start + self.most_text]
        what = "characters" if type(value) is str else "bytes"
        if len(part) < len(value):
            self.leave_rest(path, what, (start, start + len(part), len(value)))
        return text(part, self.most_text) if type(value) is str else repr(bytes(part))

    def show_container(self, value, path, depth, start):
        if any(one is value for one in self.above):
            return "<contains itself>"
        total = stored(value).__len__(value)
        if has_own_say(type(value)):
            self.leave(path, "what its own methods say", reason="its class changes how it is counted or gone through")
        if depth <= 0 or self.nodes > MOST_NODES:
            if total:
                self.leave(path, counted(total, "item"))
            return f"<{name_of(type(value))}: {counted(total, 'item')}>"
        self.above.append(value)
        try:
            return self.show_items(value, path, depth - 1, (start, start + self.most_items), total)
        finally:
            self.above.pop()

    def show_items(self, value, path, depth, bounds, total):
        start, stop = bounds
        if start or stop < total:
            self.leave_rest(path, "items", (start, min(stop, total), total))
        kind, base = type(value), stored(value)
        if issubclass(kind, dict):
            some = [pair for at, pair in zip(range(stop), base.items(value)) if at >= start]
            shown = {}
            for key, one in some:
                name = key_text(key)
                # JSON has texts as keys only: 1 and "1" stay two.
                shown[name if name not in shown else f"{name} ({name_of(type(key))})"] = self.show(
                    one, f"{path}[{key_of(key)}]", depth
                )
            return shown
        some = [one for at, one in zip(range(stop), base.__iter__(value)) if at >= start]
        fields = getattr(kind, "_fields", None)
        if issubclass(kind, tuple) and type(fields) is tuple:
            return {name: self.show(one, f"{path}.{name}", depth) for name, one in zip(fields[start:stop], some)}
        return [self.show(one, f"{path}[{start + at}]", depth) for at, one in enumerate(some)]

    def show_array(self, value, path, start):
        if value.ndim == 0:
            return numpy_value(value[()] if name_of(type(value)) == "ndarray" else value)
        flat = value.reshape(-1) if value.flags.c_contiguous else value.flat
        some = flat[start:start + self.most_items]
        if start or len(some) < value.size:
            self.leave_rest(path, "elements", (start, start + len(some), value.size))
        shown = {"shape": list(value.shape), "dtype": str(value.dtype), "values": [cell(one) for one in some]}
        if value.dtype.kind in "iuf" and 0 < value.size <= 50_000_000:
            shown.update(min=cell(value.min()), max=cell(value.max()), mean=cell(value.mean()))
        return shown

    def show_object(self, value, path, depth):
        kind = type(value)
        shown = {"type": full_name(kind)}
        if self.nodes > MOST_NODES:
            self.leave(path, "the object")
            return shown
        enough = self.slow >= MOST_SLOW
        ((status, told),) = [("unreached", None)] if enough else each([value], repr, REPR)
        self.slow += status == "slow"
        if status == "ok" and type(told) is str:
            shown["repr"] = self.show_text(told, path, 0) if not told.startswith("<") else text(told, 200)
        else:
            self.leave(path, "its text", reason=WHY_NO_TEXT.get(status) or f"repr() raised {name_of(type(told))}")
        if callable(value) and not issubclass(kind, type) and status != "slow":
            ((status, told),) = each([value], signature_of, REPR)
            shown.update(told if status == "ok" else {})
        parts = attributes(value)
        if parts and depth > 0 and not callable(value):
            found = own_attributes(value)
            some = parts[:self.most_items]
            shown["attributes"] = {name: self.show(found[name], f"{path}.{name}", depth - 1) for name in some}
            if len(some) < len(parts):
                self.leave(path, f"attributes {', '.join(parts[len(some):][:20])}")
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
    return key if type(key) is str else text(key, 200)


def key_of(key):
    return json.dumps(key, ensure_ascii=False) if type(key) in (str, int, float) else text(key, 100)


def picture(value):
    """A picture of PIL or matplotlib as PNG; None for anything else."""
    kinds = [(library(base), name_of(base)) for base in ancestry(type(value))]
    if ("PIL", "Image") in kinds:
        return draw_pillow(value)
    if ("matplotlib", "Figure") in kinds or ("matplotlib", "Axes") in kinds:
        return draw_figure(value if ("matplotlib", "Figure") in kinds else value.figure)
    return None


def figure(value):
    """A figure of Plotly or Altair as the JSON that it is; None for anything else, and for what has too much."""
    kinds = [(library(base), name_of(base)) for base in ancestry(type(value))]
    try:
        if ("plotly", "BaseFigure") in kinds:
            shown = {"form": "plotly", "json": value.to_json()}
        elif ("altair", "TopLevelMixin") in kinds:
            shown = {"form": "vega-lite", "json": value.to_json(indent=None)}
        else:
            return None
    except Exception:
        # A chart that its own library refuses (too many rows, say) is told as any other value.
        return None
    return shown if len(shown["json"]) <= LARGEST_FIGURE else None


def draw_pillow(value):
    width, height = value.size
    small = value.copy()
    small.thumbnail((LARGEST_EDGE, LARGEST_EDGE))
    if small.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        small = small.convert("RGB")
    file = io.BytesIO()
    small.save(file, format="PNG")
    return {"png": encode(file), "width": width, "height": height, "mode": value.mode}


def draw_figure(value):
    file = io.BytesIO()
    root = value.get_figure() or value
    inches = root.get_size_inches()
    # The figure is drawn as it is saved: pyplot's list of figures and its current one stay as they are. One for print
    # would take minutes in full size.
    root.savefig(file, format="png", dpi=min(root.dpi, LARGEST_EDGE / max(inches)))
    width, height = inches * root.dpi
    return {"png": encode(file), "width": int(width), "height": int(height)}


def encode(file):
    return base64.b64encode(file.getvalue()).decode("ascii")


def look():
    value = resolve(args["path"])
    told = {"type": name_of(type(value))}
    if table_kind(value) is not None:
        return {"table": describe_table(value)}
    drawn = attempt(lambda: picture(value), DRAW)
    if drawn is not None:
        return {**told, "picture": drawn}
    shown = attempt(lambda: figure(value), DRAW)
    if shown is not None:
        return {**told, "figure": shown}
    tree = Tree(args["shown_path"], args["max_depth"], args["max_items"], args["max_chars"])
    shown_path = args["shown_path"]
    work = lambda _: tree.show(value, shown_path, args["max_depth"], args["start"])
    ((status, told["value"]),) = each([None], work, SHOW)
    if status != "ok":
        why = f"reading it took over {SHOW} s" if status == "slow" else f"reading it raised {name_of(type(told['value']))}"
        told["value"] = f"<{told['type']}: {why}>"
        tree.leave(shown_path, "its value", reason=why)
    if is_container(value):
        told["size"] = counted(stored(value).__len__(value), "item")
    return {**told, "cut": list(tree.cut)}
