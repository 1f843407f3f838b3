# Follows a path such as cfg["a"].b[0], step by step, without running any text as code.
STEP = 0.5
MOST_NEAR = 500


def resolve(path):
    """The value at a path; Refused where there is none."""
    given, hidden = names()
    name = path["name"]
    if name not in given:
        others = [one for one in given if type(one) is str and not one.startswith("_") and one not in hidden]
        raise Refused("not_found", step=0, near=nearest(others, name))
    value = given[name]
    for number_of, step in enumerate(path["steps"], 1):
        value = attempt(lambda: follow(value, step, number_of), STEP)
    return value


def nearest(others, name):
    """Those that begin alike; the caller chooses among them."""
    if len(others) <= MOST_NEAR:
        return others

    def unlike(one):
        alike = 0
        for mine, theirs in zip(one.lower(), name.lower()):
            if mine != theirs:
                break
            alike += 1
        return -alike, abs(len(one) - len(name))

    return sorted(others, key=unlike)[:MOST_NEAR]


def follow(value, step, number_of):
    if "attribute" in step:
        name = step["attribute"]
        try:
            return getattr(value, name)
        except AttributeError:
            near = [*attributes(value), *(one for one in vars(type(value)) if not one.startswith("_"))]
            if isinstance(value, dict):
                near.extend(key for key in value if type(key) is str)
            raise Refused("not_found", step=number_of, near=near[:MOST_NEAR]) from None
    key = step["key"]
    try:
        # A defaultdict would make the key, and that is a trace.
        if isinstance(value, dict) and key not in value:
            raise KeyError
        return value[key]
    except (KeyError, IndexError):
        raise Refused("not_found", step=number_of, near=keys_of(value), length=length_of(value)) from None
    except TypeError:
        raise Refused("not_indexable", step=number_of, type=name_of(type(value))) from None


def attributes(value):
    return [name for name in own_attributes(value) if type(name) is str and not name.startswith("_")]


def own_attributes(value):
    """What an object itself holds, past whatever its class answers."""
    try:
        found = object.__getattribute__(value, "__dict__")
    except Exception:
        return {}
    return found if type(found) is dict else {}


def keys_of(value):
    if isinstance(value, dict):
        return [key if type(key) in (str, int, float, bool) else text(key, 100) for key in list(value)[:MOST_NEAR]]
    columns = getattr(value, "columns", None) if table_kind(value) is not None else None
    return [text(one, 100) for one in list(columns)[:MOST_NEAR]] if columns is not None else []


def length_of(value):
    return len(value) if isinstance(value, (list, tuple, str, bytes)) else None
