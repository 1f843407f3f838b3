# Tells matplotlib figures in words: kind, titles, axes, series with their extremes. Figures that were shown are closed
# by then, so they are looked for among the objects that Python still knows; they are read, never drawn.
import gc

MOST_AXES = 6
MOST_SERIES = 8
MOST_POINTS = 200_000
LONGEST = 900
SECONDS = 0.6


def look():
    kind = getattr(sys.modules.get("matplotlib.figure"), "Figure", None)
    if kind is None:
        return {"figures": []}
    wanted = set(args["names"])
    # Older generations first: within each, objects are in the order in which they were made.
    found = [one for age in (2, 1, 0) for one in gc.get_objects(age) if issubclass(type(one), kind)]
    shown = [one for one in found if repr_of(one) in wanted][-args["most"]:]
    told = each(shown, figure_text, SECONDS)
    # One that cannot be read is named as well: its words must not be those of another.
    return {"figures": [
        {"name": repr_of(one), "id": id(one), "text": value if status == "ok" else ""}
        for one, (status, value) in zip(shown, told)
    ]}


def repr_of(figure):
    width, height = figure.bbox.size
    return f"<{name_of(type(figure))} size {width:g}x{height:g} with {len(figure.axes)} Axes>"


def figure_text(figure):
    title = getattr(figure.get_suptitle(), "strip", lambda: "")() if hasattr(figure, "get_suptitle") else ""
    axes = [one for one in figure.axes if not is_colour_bar(one)]
    parts = [text for text in (axes_text(one) for one in axes[:MOST_AXES]) if text]
    if len(axes) > MOST_AXES:
        parts.append(f"and {len(axes) - MOST_AXES} more panels")
    if len(parts) > 1:
        parts = [f"panel {place + 1}: {part}" for place, part in enumerate(parts)]
    text = "\n".join(([f'"{clean(title)}"'] if title else []) + parts)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def is_colour_bar(axes):
    return axes.get_label() == "<colorbar>" or hasattr(axes, "_colorbar")


def axes_text(axes):
    series = all_series(axes)
    if not series and not axes.get_title():
        return ""
    kinds = list(dict.fromkeys(one[0] for one in series)) or ["empty"]
    head = " and ".join(kinds) + (f' "{clean(axes.get_title())}"' if axes.get_title() else "")
    places = [] if kinds == ["pie"] else [axis_text("x", axes.xaxis), axis_text("y", axes.yaxis)]
    words = [one for _, one in series[:MOST_SERIES] if one]
    if len(series) > MOST_SERIES:
        words.append(f"and {len(series) - MOST_SERIES} more")
    return "; ".join([head, *places]) + ("\n" + "; ".join(words) if words else "")


def axis_text(name, axis):
    low, high = sorted(axis.get_view_interval())
    label = clean(axis.get_label_text())
    names = category_names(axis)
    reach = f"{len(names)} categories" if names else f"{value_on(axis, low)} to {value_on(axis, high)}"
    scale = "" if axis.get_scale() == "linear" else f", {axis.get_scale()}"
    return f"{name}{f' {label}' if label else ''} ({reach}{scale})"


def clean(text):
    return re.sub(r"\s+", " ", str(text)).strip()[:80]


def shorter(value):
    value = float(value)
    return f"{value:.4g}" if abs(value) < 1e4 or abs(value) >= 1e9 else f"{value:,.0f}"


def is_dates(axis):
    converter = axis.get_converter() if hasattr(axis, "get_converter") else axis.converter
    dates = sys.modules.get("matplotlib.dates")
    kind = name_of(type(converter)) if converter is not None else ""
    return (dates is not None and "Date" in kind) or kind == "PeriodConverter"


def value_on(axis, value):
    """A value as the axis means it: a date, a category, a number."""
    if is_dates(axis):
        try:
            converter = axis.get_converter() if hasattr(axis, "get_converter") else axis.converter
            if name_of(type(converter)) == "PeriodConverter":
                period = sys.modules["pandas"].Period(ordinal=int(value), freq=axis.freq)
                return str(period)
            day = sys.modules["matplotlib.dates"].num2date(value)
            return day.strftime("%Y-%m-%d" if day.hour == day.minute == 0 else "%Y-%m-%d %H:%M")
        except Exception:
            return shorter(value)
    names = category_names(axis)
    if names and abs(value - round(value)) < 1e-6 and 0 <= round(value) < len(names):
        return names[int(round(value))]
    return shorter(value)


def category_names(axis):
    """Names of the places on an axis, if texts were set for them."""
    units = getattr(axis, "units", None)
    mapping = getattr(units, "_mapping", None)
    if mapping:
        return [clean(one) for one in mapping]
    formatter = axis.get_major_formatter()
    if name_of(type(formatter)) not in ("FixedFormatter", "FuncFormatter", "StrCategoryFormatter"):
        return []
    places = list(axis.get_major_locator()())
    names = [clean(formatter(place, at)) for at, place in enumerate(places)]
    if len(places) == 0 or len(places) > 50 or not any(names):
        return []
    return names if all(abs(place - at) < 1e-6 for at, place in enumerate(places)) else []


def all_series(axes):
    """(kind, words) of what is drawn, in the order in which a person would name it."""
    names = legend_names(axes)
    bars = [one for one in axes.containers if name_of(type(one)) == "BarContainer"]
    boxes = box_plot(axes)
    series = [bar_words(axes, one, names) for one in bars if len(one)]
    series += boxes
    if not boxes:
        others = bool(bars or axes.collections)
        series += [line_words(axes, one, names) for one in axes.lines if is_data(axes, one) and not (others and is_mark(one))]
    for one in axes.collections:
        series += collection_words(axes, one, names)
    series += [("image", grid_words(one.get_array())) for one in axes.images]
    series += wedges(axes)
    if not bars:
        series += loose_bars(axes)
    return [one for one in series if one]


def legend_names(axes):
    """Names of the legend by colour, for artists that carry none."""
    legend = axes.get_legend()
    if legend is None:
        return {}
    handles = getattr(legend, "legend_handles", None) or getattr(legend, "legendHandles", [])
    return {colour_of(one): clean(text.get_text()) for one, text in zip(handles, legend.get_texts())}


def colour_of(artist):
    for read in ("get_color", "get_facecolor"):
        try:
            colour = getattr(artist, read)()
            return sys.modules["matplotlib.colors"].to_hex(colour if isinstance(colour, (str, tuple)) else list(colour)[0] if hasattr(colour[0], "__len__") else colour)
        except Exception:
            continue
    return None


def name_for(artist, names, label=None):
    label = artist.get_label() if label is None else label
    if label and not str(label).startswith("_"):
        return clean(label)
    return names.get(colour_of(artist), "")


def is_data(axes, line):
    """Whether a line is in the data's own coordinates, with more than a marker of a legend."""
    return len(line.get_xdata(orig=False)) > 1 and line.get_transform().contains_branch(axes.transData)


def is_mark(line):
    """A stroke at one place, such as an error bar or the middle of a violin, and not a series."""
    xs, ys = numbers(line.get_xdata(orig=False)), numbers(line.get_ydata(orig=False))
    return str(line.get_label()).startswith("_") and (len(set(xs)) < 2 or len(set(ys)) < 2)


def numbers(values):
    numpy = sys.modules["numpy"]
    array = numpy.ma.filled(numpy.ma.asarray(values, dtype=float), float("nan")).ravel()
    return array[:MOST_POINTS]


def line_words(axes, line, names):
    xs, ys = numbers(line.get_xdata(orig=False)), numbers(line.get_ydata(orig=False))
    return "line", point_words(axes, name_for(line, names), xs, ys)


def point_words(axes, name, xs, ys, ordered=True):
    numpy = sys.modules["numpy"]
    count = min(len(xs), len(ys))
    xs, ys = xs[:count], ys[:count]
    there = numpy.isfinite(ys)
    if not there.any():
        return f"{name + ': ' if name else ''}{count} points"
    xs, ys = xs[there], ys[there]
    low, high = int(ys.argmin()), int(ys.argmax())
    x, y = (lambda at: value_on(axes.xaxis, xs[at])), (lambda at: value_on(axes.yaxis, ys[at]))
    if not ordered:
        words = f"x {value_on(axes.xaxis, xs.min())} to {value_on(axes.xaxis, xs.max())}, y {y(low)} to {y(high)}"
    else:
        words = f"{y(0)} at {x(0)} to {y(-1)} at {x(-1)}, min {y(low)} at {x(low)}, max {y(high)} at {x(high)}"
    return f"{name + ': ' if name else ''}{len(ys)} points, {words}"


def bar_words(axes, container, names):
    first = container.patches[0]
    upright = getattr(container, "orientation", "vertical") != "horizontal"
    sizes = [one.get_height() if upright else one.get_width() for one in container.patches]
    starts = [(one.get_x(), one.get_width()) if upright else (one.get_y(), one.get_height()) for one in container.patches]
    axis = axes.xaxis if upright else axes.yaxis
    joined = len(starts) > 2 and all(abs(one[0] + one[1] - next_[0]) < abs(one[1]) * 1e-3 for one, next_ in zip(starts, starts[1:]))
    name = name_for(first, names, container.get_label())
    if joined and not category_names(axis):
        top = max(range(len(sizes)), key=lambda at: sizes[at])
        reach = f"{value_on(axis, starts[0][0])} to {value_on(axis, sum(starts[-1]))}"
        peak = f"{value_on(axis, starts[top][0])} to {value_on(axis, sum(starts[top]))}"
        return "histogram", f"{name + ': ' if name else ''}{len(sizes)} bins from {reach}, total {shorter(sum(sizes))}, highest {shorter(sizes[top])} at {peak}"
    return "bars", named_values(name, [value_on(axis, nearest(axis, start + width / 2)) for start, width in starts], sizes)


def nearest(axis, place):
    """Bars of groups stand beside the place that has the name."""
    return round(place) if category_names(axis) else place


def named_values(name, labels, values):
    if len(values) > 12:
        low, high = min(range(len(values)), key=lambda at: values[at]), max(range(len(values)), key=lambda at: values[at])
        words = f"{len(values)} bars, min {labels[low]} {shorter(values[low])}, max {labels[high]} {shorter(values[high])}"
    else:
        words = ", ".join(f"{label} {shorter(value)}" for label, value in zip(labels, values))
    return f"{name + ': ' if name else ''}{words}"


def loose_bars(axes):
    """Bars that belong to no container, such as those of a histogram drawn as steps."""
    words = []
    for one in axes.patches:
        if name_of(type(one)) == "StepPatch":
            values, edges, _ = one.get_data()
            words.append(("histogram", f"{len(values)} bins, total {shorter(numbers(values).sum())}"))
        elif name_of(type(one)) == "Polygon" and len(one.get_xy()) > 8:
            words.append(("histogram", f"outline with {len(one.get_xy())} corners, up to {shorter(one.get_xy()[:, 1].max())}"))
    return words


def box_plot(axes):
    """Boxes, each with five lines of which the median spans it; their numbers are in their corners."""
    boxes = [one for one in axes.patches if name_of(type(one)) == "PathPatch"]
    upright = [one for one in axes.lines if len(one.get_xdata(orig=False)) == 2]
    if boxes and len(upright) >= 5 * len(boxes):
        words = []
        for box in boxes[:12]:
            ys = box.get_path().vertices[:, 1]
            xs = box.get_path().vertices[:, 0]
            words.append(box_words(axes, xs, ys, upright))
        return [("box plot", "; ".join(words))]
    closed = [one for one in axes.lines if len(one.get_xdata(orig=False)) == 5]
    if closed and len(upright) >= 5 * len(closed) and len(closed) + len(upright) >= 0.8 * len(axes.lines):
        words = []
        for box in closed[:12]:
            xs, ys = numbers(box.get_xdata(orig=False)), numbers(box.get_ydata(orig=False))
            words.append(box_words(axes, xs, ys, upright))
        return [("box plot", "; ".join(words))]
    return []


def box_words(axes, xs, ys, strokes):
    """A box by its corners, with the stroke that spans it."""
    middle = [numbers(one.get_ydata(orig=False))[0] for one in strokes if abs(numbers(one.get_xdata(orig=False)) - [xs.min(), xs.max()]).max() < 1e-3]
    between = [one for one in middle if ys.min() <= one <= ys.max()]
    median = f", median {shorter(between[0])}" if between else ""
    return f"{box_name(axes, (xs.min() + xs.max()) / 2)}: quartiles {shorter(ys.min())} to {shorter(ys.max())}{median}"


def box_name(axes, place):
    places = list(axes.xaxis.get_major_locator()())
    formatter = axes.xaxis.get_major_formatter()
    near = [at for at, one in enumerate(places) if abs(one - place) < 0.5]
    name = clean(formatter(places[near[0]], near[0])) if near else ""
    return name or shorter(place)


def collection_words(axes, one, names):
    kind = name_of(type(one))
    if kind == "PathCollection":
        points = one.get_offsets()
        if len(points) == 0:
            return []
        groups = colour_groups(one, names)
        if groups:
            return [("scatter", point_words(axes, name, numbers(points[at, 0]), numbers(points[at, 1]), False)) for name, at in groups]
        name = name_for(one, names)
        colours = one.get_array()
        more = "" if colours is None or len(colours) < 2 else f", coloured by values {shorter(numbers(colours).min())} to {shorter(numbers(colours).max())}"
        return [("scatter", point_words(axes, name, numbers(points[:, 0]), numbers(points[:, 1]), False) + more)]
    if kind == "QuadMesh":
        return [("heat map", grid_words(one.get_array()))]
    if kind in ("QuadContourSet", "TriContourSet"):
        levels = one.levels
        return [("contours", f"{len(levels)} levels from {shorter(levels[0])} to {shorter(levels[-1])}")]
    if kind in ("PolyCollection", "FillBetweenPolyCollection"):
        ys = [path.vertices[:, 1] for path in one.get_paths()]
        if not ys:
            return []
        name = name_for(one, names)
        low, high = min(float(part.min()) for part in ys), max(float(part.max()) for part in ys)
        return [("area", f"{name + ': ' if name else ''}from {shorter(low)} to {shorter(high)}")]
    return []


def colour_groups(collection, names):
    """Places of the points of each name in the legend, if every point has a colour of its own."""
    numpy = sys.modules["numpy"]
    colours = collection.get_facecolors()
    if len(names) < 2 or len(colours) != len(collection.get_offsets()) or len(colours) > MOST_POINTS:
        return []
    distinct, places = numpy.unique(colours, axis=0, return_inverse=True)
    if len(distinct) > MOST_SERIES:
        return []
    to_hex = sys.modules["matplotlib.colors"].to_hex
    found = [(names.get(to_hex(tuple(colour)), ""), numpy.flatnonzero(places.ravel() == at)) for at, colour in enumerate(distinct)]
    order = list(names.values())
    return sorted((one for one in found if one[0]), key=lambda one: order.index(one[0]))


def grid_words(values):
    numpy = sys.modules["numpy"]
    grid = numpy.ma.asarray(values)
    if grid.ndim == 3:
        return f"{grid.shape[1]}×{grid.shape[0]} pixels"
    flat = numbers(grid)
    there = flat[numpy.isfinite(flat)]
    shape = "×".join(str(one) for one in reversed(grid.shape)) if grid.ndim == 2 else f"{grid.size}"
    return f"{shape} values, {shorter(there.min())} to {shorter(there.max())}" if there.size else f"{shape} values"


def wedges(axes):
    found = [one for one in axes.patches if name_of(type(one)) == "Wedge"]
    if not found:
        return []
    words = [f"{clean(one.get_label()) or at + 1} {abs(one.theta2 - one.theta1) / 3.6:.1f}%" for at, one in enumerate(found[:12])]
    return [("pie", ", ".join(words))]
