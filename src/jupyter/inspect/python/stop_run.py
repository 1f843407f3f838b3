# Stops one request of the main shell and no other, except in the few instructions between the check and the signal. If
# the request is running, the signal is sent from inside the kernel: from outside, it could arrive after the request has
# ended and interrupt the next one. If it has not begun, its code is removed when it is about to run, because Jupyter
# cannot cancel a queued request.
import asyncio
import os
import signal

# Past these, the code of a request is running; where it awaits something, past the last.
RUNNERS = {"run_ast_nodes", "run_code"}
# How many request ids are remembered as dropped or to be dropped.
MOST = 1_000
AWAITING = RUNNERS | {"do_execute"}


def dropped_requests():
    """Ids of requests whose code is to be removed, and of those whose code was; kept by the transformer that does it."""
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
    """Whether its code is running, or it is just beginning or ending; None if it is not running."""
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
