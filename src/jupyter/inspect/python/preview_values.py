# Values of tables in files as JSON has them, and the types of columns that say none.
import datetime
import decimal
import math
import struct

longest_text = 200
most_items = 20


def value_dtype(values):
    present = [value for value in values if not is_missing(value)]
    kinds = {type(value) for value in present}
    if not present:
        return "null" if values else "string"
    if kinds == {bool}:
        return "bool"
    if kinds == {int}:
        return "int64" if len(present) == len(values) else "float64"
    if kinds <= {int, float}:
        return "float64"
    if kinds <= {datetime.datetime, datetime.date}:
        return "datetime64[us]"
    if kinds == {datetime.time}:
        return "time"
    if kinds == {datetime.timedelta}:
        return "duration"
    if kinds == {str}:
        return "string"
    if kinds <= {list, tuple}:
        return "list"
    return "struct" if kinds == {dict} else "mixed"


def short_name(label):
    """One character more than is shown, so that it is seen to be cut: a file without line ends may be one name."""
    return str(label)[:longest_text + 1]


def is_missing(value):
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ in ("NaTType", "NAType")


def without_noise(value):
    """The number that was meant where only its last bits differ; others stay as they are."""
    near = float(f"{value:.15g}")
    return near if near == float(f"{value:.12g}") else value


FLOATS = {"float": "f", "halffloat": "e"}


def in_its_type(value, kind):
    """Numbers of 32 and 16 bits as the shortest ones that are the same in so many, also in lists."""
    if isinstance(value, list) and hasattr(kind, "value_type"):
        return [in_its_type(one, kind.value_type) for one in value]
    form = FLOATS.get(str(kind))
    if form is None or value is None or not math.isfinite(value):
        return value
    value = float(value)
    shortest = (float(f"{value:.{digits}g}") for digits in range(3, 10))
    return next((near for near in shortest if struct.unpack(form, struct.pack(form, near))[0] == value), value)


def plain(value, depth=0):
    if is_missing(value):
        return None
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= 2**53 - 1 else str(value)
    if isinstance(value, float):
        return without_noise(value) if math.isfinite(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, str):
        return value if len(value) <= longest_text else value[:longest_text] + "…"
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return delta_text(value)
    if isinstance(value, decimal.Decimal):
        near = float(value)
        return near if decimal.Decimal(repr(near)) == value else str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"<{len(value)} byte{'' if len(value) == 1 else 's'}>"
    if depth >= 4:
        return "…"
    if isinstance(value, dict):
        return {str(key): plain(item, depth + 1) for key, item in list(value.items())[:most_items]}
    if isinstance(value, (list, tuple)):
        shown = [plain(item, depth + 1) for item in value[:most_items]]
        return shown + [f"… {len(value) - most_items} more"] if len(value) > most_items else shown
    if hasattr(value, "item"):
        return plain(value.item(), depth + 1)
    return str(value)[:longest_text]
