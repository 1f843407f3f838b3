# What is drawn in three dimensions, arrows, and shapes without words of their own.


def solid_words(axes):
    """(kind, words) of what stands in axes of three dimensions."""
    names = legend_names(axes)
    found, alike = [], {}
    for one in [*axes.lines, *axes.collections, *axes.patches]:
        if hasattr(one, "levels"):
            found += collection_words(axes, one, names)
            continue
        kind, count, points = solid_points(one)
        if len(points):
            # Every voxel is a surface of its own, and every flat bar a shape.
            alike.setdefault((kind, name_for(one, names) or kind), []).append((count, points))
    for (kind, name), some in alike.items():
        noun = f"{kind.removeprefix('3D ').removesuffix('s')}s"
        count = some[0][0] if len(some) == 1 else f"{len(some)} {noun}"
        words = f"{count}, {place_words(axes, numpy.concatenate([points for _, points in some]))}"
        found.append((kind, words if name == kind else named(name, words)))
    texts = [clean(one.get_text()) for one in axes.texts if clean(one.get_text())]
    return found or ([("labels", ", ".join(texts[:MOST_VALUES]))] if texts else [])


def solid_points(artist):
    """What an artist is, what there is of it, and its points as rows of x, y and z."""
    for field, kind in (("_verts3d", "3D line"), ("_offsets3d", "3D scatter"), ("_vec", "surface")):
        if getattr(artist, field, None) is not None:
            points = rows_of(getattr(artist, field)[:3])
            return kind, f"{len(points)} points", points
    if hasattr(artist, "_segment3d"):
        return "3D shapes", "1 shape", numpy.asarray(artist._segment3d, dtype=float)
    if hasattr(artist, "_segments3d"):
        segments = [numpy.asarray(one, dtype=float) for one in artist._segments3d]
        return "3D lines", f"{len(segments)} lines", numpy.concatenate(segments) if segments else []
    faces = numpy.ma.filled(numpy.ma.asarray(getattr(artist, "_faces", []), dtype=float), float("nan"))
    if faces.ndim != 3:
        return "surface", "", []
    in_plane = bool((numpy.ptp(faces, axis=1) == 0).any(axis=1).all())
    is_bars = in_plane and len(faces) % 6 == 0 and bool(numpy.ptp(faces[..., 2], axis=1).any())
    count = f"{len(faces) // 6} bars" if is_bars else f"{len(faces)} faces"
    return "3D bars" if is_bars else "surface", count, faces.reshape(-1, 3)


def rows_of(coordinates):
    return numpy.stack(numpy.broadcast_arrays(*(numbers(one) for one in coordinates)), axis=1)


def place_words(axes, points):
    """How far points reach, and where they are lowest and highest."""
    points = points[numpy.isfinite(points).all(axis=1)]
    if not len(points):
        return "none of them finite"
    all_axes = (("x", axes.xaxis), ("y", axes.yaxis), ("z", axes.zaxis))
    reach = [
        f"{name} {value_on(axis, column.min())} to {value_on(axis, column.max())}"
        for (name, axis), column in zip(all_axes, points.T)
    ]

    def at(row):
        x, y, z = (value_on(axis, value) for (_, axis), value in zip(all_axes, points[row]))
        return f"{z} at {x}, {y}"

    heights = points[:, 2]
    return f"{', '.join(reach[:2])}, min z {at(heights.argmin())}, max z {at(heights.argmax())}"


def arrow_words(axes, artist, names):
    """Arrows or barbs of a field: how long they are, and where they point."""
    is_barbs = name_of(type(artist)) == "Barbs"
    fields = ("x", "y", "u", "v") if is_barbs else ("X", "Y", "U", "V")
    xs, ys, us, vs = (numbers(getattr(artist, one)) for one in fields)
    lengths = numpy.hypot(us, vs)
    there = numpy.isfinite(lengths)
    kind = "barbs" if is_barbs else "arrows"
    if not there.any():
        return kind, f"{len(lengths)} {kind}"
    long = int(numpy.nanargmax(lengths))
    place = f"{value_on(axes.xaxis, xs[long])}, {value_on(axes.yaxis, ys[long])}"
    mean = f"mean ({shorter(us[there].mean())}, {shorter(vs[there].mean())})"
    reach = f"x {value_on(axes.xaxis, xs.min())} to {value_on(axes.xaxis, xs.max())}, y {value_on(axes.yaxis, ys.min())} to {value_on(axes.yaxis, ys.max())}"
    words = f"{len(lengths)} {kind}, {reach}, lengths {extremes(lengths)}, longest at {place}, {mean}"
    return kind, named(name_for(artist, names), words)


def segment_words(axes, artist, names):
    """Strokes such as streamlines."""
    segments = [one for one in artist.get_segments() if len(one)]
    if not segments:
        return []
    xs, ys = numpy.concatenate(segments).T
    words = point_words(axes, "", xs, ys, False)
    return [("strokes", named(name_for(artist, names), f"{len(segments)} strokes, {words}"))]


def shape_words(axes, names):
    """What else was drawn, if nothing of it is described: its strokes, or the names of its kinds."""
    strokes = [one for one in axes.collections if hasattr(one, "get_segments")]
    words = [part for one in strokes for part in segment_words(axes, one, names)]
    others = [name_of(type(one)) for one in [*axes.patches, *axes.artists, *axes.tables, *axes.collections] if one not in strokes]
    counts = ", ".join(f"{others.count(kind)} {kind}" for kind in dict.fromkeys(others))
    return words or ([("shapes", counts)] if counts else [])
