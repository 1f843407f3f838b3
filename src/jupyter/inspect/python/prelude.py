# Runs before every inspection. It provides `args`, `names()`, `each()` and `attempt()`, calls the `inspect()` of the
# inspection and returns its reply as JSON.
#
# Whatever may run a person's code (len, repr, a property) goes through each() or attempt(): a thread of its own with a
# time limit. What loops in Python is stopped there; what hangs in C is left behind and ends by itself. The shell's own
# thread never waits for it.
import json
import re
import sys
import threading
import time

# Halves of pairs, such as Python makes of file names that are no UTF-8: the kernel could not send them.
HALVES = re.compile("[\ud800-\udfff]")

args = json.loads(ARGS)
shell = None
try:
    shell = sys.modules["IPython"].get_ipython()
except Exception:
    pass


class Abandoned(BaseException):
    pass


class Refused(Exception):
    """An inspection that ends with a reason: kind is for the program, the rest for the reader."""

    def __init__(self, kind, **details):
        super().__init__(kind)
        self.kind = kind
        self.details = details


class Answer:
    def __init__(self, text):
        self.text = text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text}


def name_of(kind):
    """A class's name, past whatever its own class answers."""
    return type.__dict__["__name__"].__get__(kind)


def names():
    """The person's names, and those that IPython has put beside them."""
    if shell is None:
        return dict(vars(sys.modules["__main__"])), {}
    hidden = {name: value for name, value in dict(shell.user_ns_hidden).items()}
    return dict(shell.user_ns), hidden


class Worker:
    """Works through items in a thread of its own."""

    def __init__(self, items, work):
        self.items = items
        self.work = work
        self.results = []
        self.since = time.monotonic()
        self.over = False
        self.lock = threading.Lock()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.run, name="jupyter-mcp inspection", daemon=True)
        self.thread.pydev_do_not_trace = self.thread.is_pydev_daemon_thread = True
        self.thread.start()

    def run(self):
        hushed.add(threading.get_ident())
        try:
            hush_displays()
            for item in self.items:
                self.since = time.monotonic()
                try:
                    result = ("ok", self.work(item))
                except Abandoned:
                    raise
                except BaseException as error:
                    result = ("failed", error)
                self.results.append(result)
        except Abandoned:
            pass
        finally:
            try:
                with self.lock:
                    self.over = True
                self.done.set()
            except Abandoned:
                self.over = True
                self.done.set()

    def abandon(self):
        with self.lock:
            if self.over:
                return
            ctypes = sys.modules.get("ctypes")
            if ctypes is not None:
                end = ctypes.pythonapi["PyThreadState_SetAsyncExc"]
                end(ctypes.c_ulong(self.thread.ident), ctypes.py_object(Abandoned))


hushed = set()
# Workers that hang: they still need what is defined here.
left = []


def hush_displays():
    try:
        shell.display_pub.register_hook(lambda message: None)
    except Exception:
        pass


def each(items, work, seconds, deadline=None):
    """[(status, value or error)] of work(item): "ok", "failed", "slow" over the limit, "unreached" at the deadline."""
    items = list(items)
    results = []
    while len(results) < len(items):
        worker = Worker(items[len(results):], work)
        while not worker.done.wait(0.02):
            now = time.monotonic()
            if now - worker.since > seconds or (deadline is not None and now > deadline):
                break
        results.extend(list(worker.results))
        if len(results) == len(items):
            break
        worker.abandon()
        left.append(worker)
        results.append(("slow", None))
        if deadline is not None and time.monotonic() > deadline:
            results.extend([("unreached", None)] * (len(items) - len(results)))
    return results


def attempt(work, seconds):
    """What work() returns within the limit; Refused otherwise."""
    ((status, value),) = each([None], lambda _: work(), seconds)
    if status == "ok":
        return value
    if status == "slow":
        raise Refused("slow", seconds=seconds)
    if isinstance(value, Refused):
        raise value
    raise Refused("raised", type=name_of(type(value)))


def hush():
    """Keeps what those threads print from everybody; returns the way to end that."""
    undo = []
    for stream in (sys.stdout, sys.stderr):
        try:
            before = vars(stream).get("write")
            write = quiet(stream.write)
            stream.write = write
            undo.append((stream, write, before))
        except Exception:
            continue

    def end():
        for stream, write, before in undo:
            if vars(stream).get("write") is not write:
                continue
            if before is None:
                del stream.write
            else:
                stream.write = before

    return end


def quiet(write):
    def written(text, *more, **named):
        return len(text) if threading.get_ident() in hushed else write(text, *more, **named)

    return written


def last_line(error):
    trace = error.__traceback__
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_lineno


def answer():
    speak = hush()
    try:
        reply = {"ok": inspect()}
    except Refused as refusal:
        reply = {"refused": refusal.kind, "details": refusal.details}
    except Exception as error:
        reply = {"failed": name_of(type(error)), "line": last_line(error)}
    finally:
        speak()
    written = json.dumps(reply, ensure_ascii=False, default=lambda value: name_of(type(value)))
    return Answer(HALVES.sub(lambda found: f"\\\\u{ord(found[0]):04x}", written))
