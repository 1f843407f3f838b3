# What the axes of a matplotlib figure show, in words: series with their names, counts and extremes.
numpy = sys.modules.get("numpy")

MOST_SERIES = 8
MOST_POINTS = 20_000_000
MOST_COLOURED = 200_000
MOST_VALUES = 12


def all_series(axes):
    """(kind, words) of what is drawn, in the order in which a person would name it."""
    if hasattr(axes, "zaxis"):
        return solid_words(axes)
    legend = legend_names(axes)
    own = own_names(axes)
    names = {colour: name for colour, name in legend.items() if name not in own}
    bars = [one for one in axes.containers if name_of(type(one)) == "BarContainer" and len(one)]
    series = [bar_words(axes, one, names) for one in bars]
    boxes, strokes = box_plot(axes, names)
    series += boxes
    others = bool(bars or boxes or axes.collections)
    hidden = {id(one) for one in [*error_caps(axes), *strokes]}
    areas, edges = stacked_areas(axes, legend)
    lines = [one for one in axes.lines if id(one) not in hidden and is_data(axes, one)]
    lines = [one for one in lines if not any(is_same(one.get_ydata(), edge) for edge in edges)]
    series += [line_words(axes, one, names) for one in lines if not (others and is_mark(one))]
    series += areas or [
        words for one in axes.collections for words in collection_words(axes, one, names)
    ]
    series += [("image", grid_words(axes, one.get_array(), pixel_places(one))) for one in axes.images]
    series += wedges(axes)
    if not bars:
        series += loose_bars(axes, names)
    levels = [(one, level_of(axes, one)) for one in axes.lines]
    levels = [("reference line", named(name_for(one, names), level)) for one, level in levels if level]
    if series:
        return series + levels
    marks = [line_words(axes, one, names) for one in lines] or shape_words(axes, names)
    texts = [clean(one.get_text()) for one in axes.texts if clean(one.get_text())]
    return marks + levels + ([("labels", ", ".join(texts[:MOST_VALUES]))] if texts else [])


def legend_names(axes):
    """Names of the legend by colour."""
    legend = axes.get_legend() or next(iter(axes.figure.legends), None)
    if legend is None:
        return {}
    handles = getattr(legend, "legend_handles", None) or getattr(legend, "legendHandles", [])
    return {colour_of(one): clean(text.get_text()) for one, text in zip(handles, legend.get_texts())}


def is_same(values, others):
    return len(values) == len(others) and numpy.allclose(values, others)


def own_names(axes):
    """The names that artists with data carry themselves: another one of the same colour is something else."""
    handles, names = axes.get_legend_handles_labels()
    return {clean(name) for handle, name in zip(handles, names) if not is_placeholder(handle)}


def is_placeholder(artist):
    """Whether it is a line without points, which only stands for a name in the legend."""
    return hasattr(artist, "get_xdata") and len(artist.get_xdata(orig=False)) == 0


def colour_of(artist):
    for read in ("get_color", "get_facecolor"):
        try:
            colour = getattr(artist, read)()
            if not isinstance(colour, (str, tuple)) and hasattr(colour[0], "__len__"):
                colour = colour[0]
            return sys.modules["matplotlib.colors"].to_hex(colour)
        except Exception:
            continue
    return None


def name_for(artist, names, label=None):
    label = artist.get_label() if label is None else label
    if label and not str(label).startswith("_"):
        return clean(label)
    return names.get(colour_of(artist), "")


def named(name, words):
    return f"{name}: {words}" if name else words


def is_data(axes, line):
    """Whether a line is in the data's own coordinates, and more than an entry for a legend."""
    return len(line.get_xdata(orig=False)) > 0 and line.get_transform().contains_branch(axes.transData)


def level_of(axes, line):
    """Where a line runs that goes through the whole axes."""
    if name_of(type(line)) == "AxLine":
        x, y = line.get_xy1()
        slope = line.get_slope()
        slope = "" if slope is None else f" with slope {shorter(slope)}"
        return f"through x {value_on(axes.xaxis, x)}, y {value_on(axes.yaxis, y)}{slope}"
    in_data = line.get_transform().contains_branch_seperately(axes.transData)
    if len(set(in_data)) == 1 or len(line.get_xdata(orig=False)) == 0:
        return ""
    values = points_of(line)[0 if in_data[0] else 1]
    name, axis = ("x", axes.xaxis) if in_data[0] else ("y", axes.yaxis)
    return f"at {name} {value_on(axis, values[0])}" if (values == values[0]).all() else ""


def is_mark(line):
    """A stroke at one place, such as an error bar or the middle of a violin, and not a series."""
    xs, ys = points_of(line)
    at_one_place = bool((xs == xs[0]).all() or (ys == ys[0]).all())
    return str(line.get_label()).startswith("_") and at_one_place


def error_caps(axes):
    kept = [one for one in axes.containers if name_of(type(one)) == "ErrorbarContainer"]
    return [cap for one in kept for cap in one.lines[1]]


def numbers(values):
    array = numpy.ma.filled(numpy.ma.asarray(values, dtype=float), float("nan")).ravel()
    if len(array) > MOST_POINTS:
        raise ValueError("too many points to describe")
    return array


def points_of(line):
    return numbers(line.get_xdata(orig=False)), numbers(line.get_ydata(orig=False))


def line_words(axes, line, names):
    return "line", point_words(axes, name_for(line, names), *points_of(line))


def highest_at_end(axes):
    """Which of many lines ends highest: not all of them are described."""
    names = legend_names(axes)
    ends = [(points_of(one)[1], one) for one in axes.lines if is_data(axes, one) and not is_mark(one)]
    ends = [(ys[-1], name_for(one, names)) for ys, one in ends if ys[-1] == ys[-1]]
    if len(ends) <= MOST_SERIES:
        return ""
    value, name = max(ends, key=lambda one: one[0])
    return f", highest at the end: {name or 'a line'} {value_on(axes.yaxis, value)}"


def point_words(axes, name, xs, ys, ordered=True):
    count = min(len(xs), len(ys))
    xs, ys = xs[:count], ys[:count]
    there = numpy.isfinite(xs) & numpy.isfinite(ys)
    if not there.any():
        return named(name, f"{count} points")
    xs, ys = xs[there], ys[there]
    if len(ys) == 1:
        return named(name, f"1 point, {value_on(axes.yaxis, ys[0])} at {value_on(axes.xaxis, xs[0])}")
    low, high = int(ys.argmin()), int(ys.argmax())
    x, y = (lambda at: value_on(axes.xaxis, xs[at])), (lambda at: value_on(axes.yaxis, ys[at]))
    if not ordered:
        words = f"x {value_on(axes.xaxis, xs.min())} to {value_on(axes.xaxis, xs.max())}, y {y(low)} to {y(high)}"
    else:
        words = f"{y(0)} at {x(0)} to {y(-1)} at {x(-1)}, min {y(low)} at {x(low)}, max {y(high)} at {x(high)}"
    return named(name, f"{len(ys)} points, {words}")


def bar_words(axes, container, names):
    bars = container.patches
    upright = getattr(container, "orientation", "vertical") != "horizontal"
    sizes = [one.get_height() if upright else one.get_width() for one in bars]
    starts = [(one.get_x(), one.get_width()) if upright else (one.get_y(), one.get_height()) for one in bars]
    bases = [one.get_y() if upright else one.get_x() for one in bars]
    axis = axes.xaxis if upright else axes.yaxis
    of_one_colour = len({colour_of(one) for one in bars}) == 1
    name = name_for(bars[0], names if of_one_colour else {}, container.get_label())
    ends = list(zip(starts, starts[1:]))
    joined = len(starts) > 2 and all(abs(one[0] + one[1] - next_[0]) < abs(one[1]) * 1e-3 for one, next_ in ends)
    if joined and not tick_names(axis):
        edges = [one[0] for one in starts] + [sum(starts[-1])]
        return "histogram", named(name, bin_words(axis, edges, sizes))
    labels = [name_near(axis, start + width / 2) for start, width in starts]
    if any(bases) and not stands_on_others(axes, container, upright):
        values = [f"{shorter(base)} to {shorter(base + size)}" for base, size in zip(bases, sizes)]
        return "bars", named(name, ", ".join(f"{label} {value}" for label, value in zip(labels, values[:MOST_VALUES])))
    return ("stacked bars" if any(bases) else "bars"), named(name, values_words(labels, sizes))


def stands_on_others(axes, container, upright):
    """Whether every bar begins where another one ends, as in a stack."""
    others = [bar for one in axes.containers if one is not container for bar in getattr(one, "patches", [])]
    tops = [one.get_y() + one.get_height() if upright else one.get_x() + one.get_width() for one in others]
    bases = [one.get_y() if upright else one.get_x() for one in container.patches]
    return all(base == 0 or any(abs(base - top) <= abs(base) * 1e-6 for top in tops) for base in bases)


def bin_words(axis, edges, sizes):
    top = max(range(len(sizes)), key=lambda at: sizes[at])
    value = lambda at: value_on(axis, edges[at])
    reach = f"{len(sizes)} bins from {value(0)} to {value(-1)}, total {shorter(sum(sizes))}"
    return f"{reach}, highest {shorter(sizes[top])} at {value(top)} to {value(top + 1)}"


def values_words(labels, values):
    if len(values) <= MOST_VALUES:
        return ", ".join(f"{label} {shorter(value)}" for label, value in zip(labels, values))
    low = min(range(len(values)), key=lambda at: values[at])
    high = max(range(len(values)), key=lambda at: values[at])
    return f"{len(values)} bars, min {labels[low]} {shorter(values[low])}, max {labels[high]} {shorter(values[high])}"


def loose_bars(axes, names):
    """Histograms that are drawn as steps."""
    words = []
    for one in axes.patches:
        if name_of(type(one)) == "StepPatch":
            values, edges, _ = one.get_data()
        elif name_of(type(one)) == "Polygon" and len(one.get_xy()) > 8:
            corners = one.get_xy()
            edges = sorted(set(corners[:, 0]))
            values = corners[1 : 2 * len(edges) - 1 : 2, 1]
        else:
            continue
        if len(values) == len(edges) - 1:
            words.append(("histogram", named(name_for(one, names), bin_words(axes.xaxis, list(edges), numbers(values)))))
    return words


def box_plot(axes, names):
    """Boxes, each with the strokes that belong to it; their numbers are in their corners."""
    strokes = [one for one in axes.lines if len(one.get_xdata(orig=False)) == 2]
    patches = [one for one in axes.patches if name_of(type(one)) == "PathPatch"]
    outlines = [one for one in axes.lines if is_closed(one)]
    corners = [(one, *one.get_path().vertices.T) for one in patches] or [(one, *points_of(one)) for one in outlines]
    if not corners or len(strokes) < 5 * len(corners):
        return [], []
    words = [box_words(axes, one, strokes, names) for one in corners[:MOST_VALUES]]
    if not all(words):
        return [], []
    fliers = [one for one in axes.lines if str(one.get_label()).startswith("_") and one.get_linestyle() == "None"]
    return [("box plot", "; ".join(words))], [*strokes, *outlines, *fliers]


def is_closed(line):
    """Whether a line goes around a box: with five corners, or eleven if it has notches."""
    xs, ys = points_of(line)
    return len(xs) in (5, 11) and xs[0] == xs[-1] and ys[0] == ys[-1]


def box_words(axes, box, strokes, names):
    """A box by its corners, with the strokes that touch it; empty if there are none."""
    artist, xs, ys = box
    for axis, along, across, swap in ((axes.xaxis, ys, xs, False), (axes.yaxis, xs, ys, True)):
        middle, width = (across.min() + across.max()) / 2, across.max() - across.min()
        # Notches may reach beyond the quartiles.
        low, high = sorted((along[0], along[5 if len(along) > 10 else 2]))
        # The caps, which may lie on the box, come before the median.
        ends, medians = [], []
        for one in strokes:
            at, value = points_of(one)[::-1] if swap else points_of(one)
            if abs(at - middle).max() < width * 1e-3 and (abs(value - low).min() == 0 or abs(value - high).min() == 0):
                ends += list(value)
            elif value[0] == value[1] and low <= value[0] <= high and abs(at.mean() - middle) < width * 1e-3:
                medians.append(value[0])
        if len(ends) < 4 or not medians:
            continue
        colour = names.get(colour_of(artist), "") if name_of(type(artist)) == "PathPatch" else ""
        place = " ".join(one for one in (name_near(axis, middle), colour) if one)
        reach = f"whiskers {shorter(min(ends))} to {shorter(max(ends))}"
        return f"{place}: median {shorter(medians[-1])}, quartiles {shorter(low)} to {shorter(high)}, {reach}"
    return ""


def collection_words(axes, one, names):
    kind = name_of(type(one))
    if kind == "PathCollection":
        return scatter_words(axes, one, names)
    if kind in ("Quiver", "Barbs"):
        return [arrow_words(axes, one, names)]
    if kind in ("QuadMesh", "PolyQuadMesh"):
        corners = one.get_coordinates() if hasattr(one, "get_coordinates") else one._coordinates
        centres = (corners[:-1, :-1] + corners[1:, 1:]) / 2
        return [("heat map", grid_words(axes, one.get_array(), lambda row, column: centres[row, column]))]
    if hasattr(one, "levels"):
        levels = one.levels
        return [("contours", f"{len(levels)} levels from {shorter(levels[0])} to {shorter(levels[-1])}")]
    if kind in ("PolyCollection", "FillBetweenPolyCollection"):
        return [] if len(one.get_paths()) == 0 else [area_words(axes, one, names)]
    return []


def scatter_words(axes, one, names):
    points = one.get_offsets()
    if len(points) == 0:
        return []
    describe = lambda name, at: point_words(axes, name, numbers(points[at, 0]), numbers(points[at, 1]), False)
    groups = colour_groups(one, names)
    if groups:
        return [("scatter", describe(name, at)) for name, at in groups]
    colours = one.get_array()
    has_values = colours is not None and len(colours) > 1
    more = f", coloured by values {extremes(colours)}" if has_values else ""
    return [("scatter", describe(name_for(one, names), slice(None)) + more)]


def extremes(values):
    flat = numbers(values)
    there = flat[numpy.isfinite(flat)]
    return f"{shorter(there.min())} to {shorter(there.max())}" if there.size else "none"


def area_words(axes, one, names):
    values = one.get_array()
    if values is not None and len(values) == len(one.get_offsets()) > 1:
        top = one.get_offsets()[int(numbers(values).argmax())]
        place = f"x {value_on(axes.xaxis, top[0])}, y {value_on(axes.yaxis, top[1])}"
        return "hexagons", f"{len(values)} bins, values {extremes(values)}, highest at {place}"
    if values is not None and len(values) == len(one.get_paths()) > 1:
        return "coloured areas", f"{len(values)} areas, values {extremes(values)}"
    corners = numpy.concatenate([path.vertices for path in one.get_paths()])
    for axis, other, across, along in ((axes.xaxis, axes.yaxis, 0, 1), (axes.yaxis, axes.xaxis, 1, 0)):
        places, widths, middles = widths_of(corners[:, along], corners[:, across])
        if len(places) > 5 and numpy.ptp(middles) < 1e-6 * max(1e-9, widths.max()):
            reach = f"from {value_on(other, places[0])} to {value_on(other, places[-1])}"
            return "violin", f"{name_near(axis, middles[0])}: {reach}, widest at {value_on(other, places[widths.argmax()])}"
    places, widths, middles = widths_of(corners[:, 0], corners[:, 1])
    band = lambda at: f"{shorter(middles[at] - widths[at] / 2)} to {shorter(middles[at] + widths[at] / 2)}"
    ends = f"{band(0)} at {value_on(axes.xaxis, places[0])}, {band(-1)} at {value_on(axes.xaxis, places[-1])}"
    return "area", named(name_for(one, names), f"from {ends}")


def widths_of(places, values):
    """The places in order, with the width and the middle of the shape at each."""
    distinct, where = numpy.unique(places, return_inverse=True)
    low, high = numpy.full(len(distinct), numpy.inf), numpy.full(len(distinct), -numpy.inf)
    numpy.minimum.at(low, where.ravel(), values)
    numpy.maximum.at(high, where.ravel(), values)
    return distinct, high - low, (high + low) / 2


def stacked_areas(axes, names):
    """
    Areas of which each begins where the one before ends, by their own size, and where they end; none if they are not all
    like that.
    """
    if len(axes.collections) < 2 or any("PolyCollection" not in name_of(type(one)) for one in axes.collections):
        return [], []
    words, edges = [], []
    for one in axes.collections:
        if len(one.get_paths()) != 1:
            return [], []
        places, sizes, middles = widths_of(*one.get_paths()[0].vertices.T)
        starts = middles - sizes / 2
        if edges and (len(edges[-1]) != len(sizes) or not numpy.allclose(starts, edges[-1])):
            return [], []
        edges.append(middles + sizes / 2)
        words.append(("stacked areas", point_words(axes, name_for(one, names), places, sizes)))
    return words, edges


def colour_groups(collection, names):
    """Places of the points of each name in the legend, if every point has a colour of its own."""
    colours = collection.get_facecolors()
    if len(names) < 2 or len(colours) != len(collection.get_offsets()) or len(colours) > MOST_COLOURED:
        return []
    distinct, places = numpy.unique(colours, axis=0, return_inverse=True)
    if len(distinct) > MOST_SERIES:
        return []
    to_hex = sys.modules["matplotlib.colors"].to_hex
    found = [(names.get(to_hex(tuple(colour)), ""), numpy.flatnonzero(places.ravel() == at)) for at, colour in enumerate(distinct)]
    order = list(names.values())
    return sorted((one for one in found if one[0]), key=lambda one: order.index(one[0]))


def pixel_places(image):
    """Where the middle of a pixel is on the axes."""
    rows, columns = image.get_array().shape[:2]
    left, right, bottom, top = image.get_extent()
    if image.origin == "upper":
        bottom, top = top, bottom
    return lambda row, column: (
        left + (column + 0.5) * (right - left) / columns,
        bottom + (row + 0.5) * (top - bottom) / rows,
    )


def grid_words(axes, values, place_of):
    grid = numpy.ma.asarray(values)
    if grid.ndim == 3:
        return f"{grid.shape[1]}×{grid.shape[0]} pixels"
    if grid.ndim != 2:
        return f"{grid.size} values, {extremes(grid)}"
    shape = f"{grid.shape[1]}×{grid.shape[0]} values"
    full = numpy.ma.filled(grid.astype(float), numpy.nan)
    if not numpy.isfinite(full).any():
        return shape

    def value_at(at):
        row, column = numpy.unravel_index(at, full.shape)
        x, y = place_of(row, column)
        return f"{shorter(full[row, column])} at {name_near(axes.xaxis, x)}, {name_near(axes.yaxis, y)}"

    return f"{shape}, min {value_at(numpy.nanargmin(full))}, max {value_at(numpy.nanargmax(full))}"


def wedges(axes):
    found = [one for one in axes.patches if name_of(type(one)) == "Wedge"]
    if not found:
        return []
    words = [f"{clean(one.get_label()) or at + 1} {abs(one.theta2 - one.theta1) / 3.6:.1f}%" for at, one in enumerate(found[:MOST_VALUES])]
    return [("pie", ", ".join(words))]
