# Stops one request of the main shell and, but for the few instructions between the look and the signal, no other. While
# it executes, the signal is sent from here: from outside it may come when that request has ended, and hit the next.
# Where it has not begun, its code is taken out as it comes up: Jupyter has no way to take back a request.
import asyncio
import os
import signal

# Past these, the code of a request is running; where it awaits something, past the last.
RUNNERS = {"run_ast_nodes", "run_code"}
# Requests of which it is kept that they are to be dropped, or were.
MOST = 1_000
AWAITING = RUNNERS | {"do_execute"}


def dropped_requests():
    """Requests whose code is to be taken out, and those whose code was; kept by what takes it out."""
    transformers = shell.input_transformers_cleanup
    for transformer in transformers:
        if hasattr(transformer, "jupyter_mcp_requests"):
            return transformer.jupyter_mcp_requests
    requests = {"wanted": set(), "done": set()}

    def take_out(lines, shell=shell, requests=requests):
        try:
            request = shell.kernel.get_parent("shell")["header"]["msg_id"]
        except Exception:
            return lines
        if request in requests["wanted"]:
            requests["wanted"].discard(request)
            requests["done"].add(request)
        # The code of one request is asked for more than once.
        return ["\n"] if request in requests["done"] else lines

    take_out.jupyter_mcp_requests = requests
    transformers.insert(0, take_out)
    return requests


def stacks():
    """What the main thread executes, and what waits in its event loop: frames from the inside out, and where code runs."""
    frame = sys._current_frames().get(threading.main_thread().ident)
    running = []
    while frame is not None:
        running.append(frame)
        frame = frame.f_back
    yield running, RUNNERS
    for task in asyncio.all_tasks(shell.kernel.io_loop.asyncio_loop):
        waiting = []
        coroutine = task.get_coro()
        while coroutine is not None:
            frame = getattr(coroutine, "cr_frame", None)
            if frame is not None:
                waiting.insert(0, frame)
            coroutine = getattr(coroutine, "cr_await", None)
        yield waiting, AWAITING


def stage_of(request):
    """Whether its code is running, or it is at its beginning or its end; None where it is not under way."""
    for stack, runners in stacks():
        names = set()
        for frame in stack:
            names.add(frame.f_code.co_name)
            if frame.f_code.co_name != "execute_request" or "parent" not in frame.f_locals:
                continue
            if frame.f_locals["parent"]["header"]["msg_id"] == request:
                return "code" if names & runners else "edge"
    return None


def interrupt():
    """As Jupyter does it: programs that the code has started hear of it too."""
    own = os.getpid()
    try:
        if os.getpgid(own) == own:
            return os.killpg(own, signal.SIGINT)
    except OSError:
        # Such as where one of those programs belongs to somebody else.
        pass
    os.kill(own, signal.SIGINT)


def stop(request):
    requests = dropped_requests()
    for kept in requests.values():
        if len(kept) > MOST:
            kept.clear()
    if request not in requests["done"]:
        requests["wanted"].add(request)
    stage = stage_of(request)
    if request in requests["done"]:
        return "dropped"
    if stage == "code":
        interrupt()
        requests["wanted"].discard(request)
        return "interrupted"
    return "edge" if stage == "edge" else "absent"


def inspect():
    if shell is None or not hasattr(os, "killpg"):
        raise Refused("unknown")
    try:
        return stop(args["request"])
    except Exception as error:
        # A kernel that is built otherwise is interrupted from outside.
        raise Refused("unknown", type=name_of(type(error)))
