# Lengths of time as ISO 8601 has them, whatever library they are of.
def iso_duration(nanoseconds):
    seconds, rest = divmod(abs(nanoseconds), 10**9)
    days, seconds = divmod(seconds, 86_400)
    fraction = f".{rest:09d}".rstrip("0") if rest else ""
    sign = "-" if nanoseconds < 0 else ""
    return f"{sign}P{days}DT{seconds // 3_600}H{seconds // 60 % 60}M{seconds % 60}{fraction}S"


def delta_text(value):
    """Of a timedelta, or one of pandas, which has nanoseconds besides."""
    seconds = value.days * 86_400 + value.seconds
    return iso_duration(seconds * 10**9 + value.microseconds * 1_000 + getattr(value, "nanoseconds", 0))


