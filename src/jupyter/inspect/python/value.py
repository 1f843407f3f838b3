# One value: a table as a table, a picture as a picture, a figure as its JSON, anything else as a tree.
import base64
import io

SHOW = 8
DRAW = 15
LARGEST_EDGE = 1_568
LARGEST_FIGURE = 5_000_000


def picture(value):
    """A picture of PIL or matplotlib as PNG; None for anything else."""
    kinds = [(library(base), name_of(base)) for base in ancestry(type(value))]
    if ("PIL", "Image") in kinds:
        return draw_pillow(value)
    if ("matplotlib", "Figure") in kinds or ("matplotlib", "Axes") in kinds:
        return draw_figure(value if ("matplotlib", "Figure") in kinds else value.figure)
    return None


def figure(value):
    """A figure of Plotly or Altair as the JSON that it is, or the size of that if it is too much; None for anything else."""
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
    size = len(shown["json"])
    return shown if size <= LARGEST_FIGURE else {"size": size, "limit": LARGEST_FIGURE}


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


def inspect():
    value = resolve(args["path"])
    told = {"type": name_of(type(value))}
    if table_kind(value) is not None:
        return {"table": describe_table(value)}
    drawn = attempt(lambda: picture(value), DRAW)
    if drawn is not None:
        return {**told, "picture": drawn}
    shown = attempt(lambda: figure(value), DRAW)
    if shown is not None:
        if "json" in shown:
            return {**told, "figure": shown}
        told["large_figure"] = shown
    tree = Tree(args["max_items"], args["max_chars"], args["max_in_all"])
    shown_path = args["shown_path"]
    work = lambda _: tree.show(value, shown_path, args["max_depth"], args["start"])
    ((status, told["value"]),) = each([None], work, SHOW)
    if status != "ok":
        why = f"reading it took over {SHOW} s" if status == "slow" else f"reading it raised {name_of(type(told['value']))}"
        told["value"] = f"<{told['type']}: {why}>"
        tree.leave(shown_path, "its value", reason=why)
    if is_container(value):
        told["size"] = counted(stored(value).__len__(value), "item")
    return {**told, "cut": tree.cut()}
