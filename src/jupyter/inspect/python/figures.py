# Describes matplotlib figures in words. Figures that were shown are closed by then, so they are looked for among the
# objects that Python still knows, and some of them are gone. An image gets the words of a figure only if that figure,
# drawn again, gives the very same image: a figure that is only alike, or was changed since, has other words.
import base64
import functools
import gc
import hashlib
import zlib

MOST_AXES = 6
MOST_FIGURES = 40
LONGEST = 900
SECONDS = 0.6
# Matplotlib gives the parts of every SVG other names, and its date.
NAMES_IN_SVG = re.compile(r"<dc:date>[^<]*|[A-Za-z_][0-9a-f]{10}\b")


def inspect():
    kind = getattr(sys.modules.get("matplotlib.figure"), "Figure", None)
    if kind is None:
        return {"words": [], "seen": []}
    found = [one for one in gc.get_objects() if issubclass(type(one), kind)][:MOST_FIGURES]
    keys = {id(one): key for one, (_, key) in zip(found, each(found, key_of, SECONDS))}
    new = [one for one in found if keys[id(one)] not in args["seen"]]
    deadline = time.monotonic() + args["drawing_seconds"]
    words = []
    for name, images in args["images"].items():
        named = [one for one in found if repr_of(one) == name]
        older = [one for one in reversed(named) if one not in new]
        pairs = matches(images, [one for one in named if one in new], deadline)
        pairs += matches(set(images) - {image for image, _ in pairs}, older, deadline)
        # As many figures as images: of several alike, those that are gone may have had other words.
        shown = [image for image, _ in pairs]
        pairs = [(image, one) for image, one in pairs if shown.count(image) >= images.count(image)]
        texts = each([one for _, one in pairs], figure_text, SECONDS)
        words += unambiguous([(image, value) for (image, _), (status, value) in zip(pairs, texts) if status == "ok"])
    return {"words": words, "seen": [key for key in keys.values() if isinstance(key, str)]}


def key_of(figure):
    """Tells a figure from a later one at the same address."""
    looks = [(one.get_title(), one.viewLim.bounds, len(one.get_children())) for one in figure.axes]
    return f"{id(figure)}-{zlib.crc32(repr((repr_of(figure), looks)).encode())}"


def matches(images, figures, deadline):
    """Pairs of an image and a figure that it shows."""
    if not images:
        return []
    drawn = zip(figures, each(figures, digest_of, args["drawing_seconds"], deadline))
    return [(value, one) for one, (status, value) in drawn if status == "ok" and value in images]


def unambiguous(words):
    """Without images that show several figures which differ in something that is not drawn."""
    texts = {}
    for image, text in words:
        texts.setdefault(image, set()).add(text)
    return [[image, *some] for image, some in texts.items() if len(some) == 1]


def digest_of(figure):
    """The digest of the image of a figure, as IPython sends it."""
    formatters = shell.display_formatter.formatters
    drawn = ((kind, formatters[kind](figure)) for kind in args["kinds"] if kind in formatters)
    kind, image = next((kind, image) for kind, image in drawn if image is not None)
    image = image[0] if isinstance(image, tuple) else image
    sent = "".join(image.split()) if isinstance(image, str) else base64.b64encode(image).decode()
    sent = NAMES_IN_SVG.sub("", sent) if kind == "image/svg+xml" else sent
    return hashlib.sha256(sent.encode()).hexdigest()


def repr_of(figure):
    width, height = figure.bbox.size
    return f"<{name_of(type(figure))} size {width:g}x{height:g} with {len(figure.axes)} Axes>"


def figure_text(figure):
    title = getattr(figure.get_suptitle(), "strip", lambda: "")() if hasattr(figure, "get_suptitle") else ""
    axes = [one for one in figure.axes if not is_colour_bar(one)] or figure.axes
    parts = [text for text in (axes_text(one) for one in axes[:MOST_AXES]) if text]
    if axes and not parts:
        parts = [axes_text(axes[0], True) if len(axes) == 1 else f"{len(axes)} empty panels"]
    elif len(axes) > MOST_AXES:
        parts.append(f"and {len(axes) - MOST_AXES} more panels")
    if len(parts) > 1:
        parts = [f"panel {place + 1}: {part}" for place, part in enumerate(parts)]
    text = "\n".join(([f'"{clean(title)}"'] if title else []) + parts)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def is_colour_bar(axes):
    return axes.get_label() == "<colorbar>" or hasattr(axes, "_colorbar")


def axes_text(axes, is_shown_empty=False):
    series = all_series(axes)
    if not series and not axes.get_title() and not is_shown_empty:
        return ""
    kinds = list(dict.fromkeys(one[0] for one in series)) or ["empty"]
    head = " and ".join(kinds) + (f' "{clean(axes.get_title())}"' if axes.get_title() else "")
    places = [(name, getattr(axes, f"{name}axis", None)) for name in "xyz"] if kinds != ["pie"] else []
    places = [axis_text(name, axis) for name, axis in places if axis is not None]
    words = [one for _, one in series[:MOST_SERIES] if one]
    if len(series) > MOST_SERIES:
        words.append(f"and {len(series) - MOST_SERIES} more{highest_at_end(axes)}")
    return "; ".join([head, *places]) + ("\n" + "; ".join(words) if words else "")


def axis_text(name, axis):
    low, high = sorted(axis.get_view_interval())
    label = clean(axis.get_label_text())
    names = tick_names(axis)
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
    names = [name for place, name in tick_names(axis) if abs(place - value) < 1e-6]
    return names[0] if names else shorter(value)


def name_near(axis, value):
    """The name of the nearest place on an axis with names: bars of groups stand beside it."""
    named = tick_names(axis)
    if not named:
        return value_on(axis, value)
    return min(named, key=lambda one: abs(one[0] - value))[1]


def tick_names(axis):
    """(place, name) of the places on an axis, if texts were set for them."""
    units = getattr(axis, "units", None)
    mapping = getattr(units, "_mapping", None)
    if mapping:
        return [(place, clean(name)) for name, place in mapping.items()]
    formatter = axis.get_major_formatter()
    # Texts that were set are looked up by a partial function; other functions only format numbers, such as "$1M".
    has_texts = isinstance(getattr(formatter, "func", None), functools.partial)
    if not has_texts and name_of(type(formatter)) not in ("FixedFormatter", "StrCategoryFormatter"):
        return []
    places = list(axis.get_major_locator()())
    named = [(place, clean(formatter(place, at))) for at, place in enumerate(places)]
    named = [one for one in named if one[1]]
    is_scale = all(name == shorter(place) for place, name in named)
    return [] if len(places) > 50 or is_scale else named
