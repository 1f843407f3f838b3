# Runs as the code of an inspection's request, before its expression is evaluated, and undoes the side effects that
# IPython gives every request, even an empty one:
# - callbacks after an execution: matplotlib's would show, and close, the figures of a cell that is still running. They
#   can be suppressed only by code of the same request. Callbacks before an execution (pre_execute) have already run
#   by then; IPython itself has only one;
# - output of the person's threads, which belongs to the latest request no matter who sent it: it is routed back to the
#   person's cell;
# - the record of what was executed last.
import contextvars
import json
import linecache
import sys
import threading


def main_cell(shell):
    """The message, the sender and the result of the cell that the main shell runs, as its frames know them."""
    message = sender = result = None
    frame = sys._current_frames().get(threading.main_thread().ident)
    while frame is not None:
        if frame.f_code.co_name == "execute_request" and "parent" in frame.f_locals:
            message, sender = frame.f_locals["parent"], frame.f_locals["ident"]
        elif frame.f_code.co_name == "run_cell_async" and result is None:
            result = frame.f_locals.get("result")
        frame = frame.f_back
    return message, sender, result


def give_back_output(shell, message, sender):
    """Routes output that belongs to no request back to the person's request."""
    for place in (sys.stdout, sys.stderr, shell.display_pub, shell.displayhook, shell):
        if "_parent_header_global" in getattr(place, "__dict__", ()):
            place._parent_header_global = message if place is shell else message["header"]
    if sender is not None:
        context = contextvars.copy_context()
        context.run(shell.kernel._shell_parent.set, message)
        context.run(shell.kernel._shell_parent_ident.set, sender)
        shell.kernel._shell_context = context


def give_back_text(shell, header):
    """Routes back what threads have printed since this request arrived."""
    own = shell.kernel.get_parent("shell")["header"]["msg_id"]
    for stream in (sys.stdout, sys.stderr):
        with stream._buffer_lock:
            for key in [key for key in stream._buffers if dict(key).get("msg_id") == own]:
                text = stream._buffers.pop(key).getvalue()
                stream._buffers[frozenset(header.items())].write(text)


def forget_source(shell, name):
    linecache.cache.pop(name, None)
    getattr(shell.compile, "_filename_map", {}).pop(name, None)


def quieten(shell, result):
    """Suppresses the callbacks after this request, and keeps the record of the last execution as it was."""
    own = threading.get_ident()
    last = shell.last_execution_result, shell.last_execution_succeeded
    events = shell.events
    trigger = events.trigger

    def quiet(event, *args, **kwargs):
        if threading.get_ident() != own:
            return trigger(event, *args, **kwargs)
        events.__dict__.pop("trigger", None)
        shell.last_execution_result, shell.last_execution_succeeded = last
        if result is not None and shell.displayhook.exec_result is None:
            shell.displayhook.exec_result = result

    events.trigger = quiet


def attempt(work, *args):
    # A kernel that is built otherwise must still answer.
    try:
        return work(*args)
    except Exception:
        return None


def arm(source_name):
    shell = __import__("IPython").get_ipython()
    is_beside = threading.get_ident() != threading.main_thread().ident
    message, sender, result = is_beside and attempt(main_cell, shell) or (None, None, None)
    attempt(quieten, shell, result)
    attempt(forget_source, shell, source_name)
    header = json.loads(PARENT)
    if message is None and header is not None:
        message = {"header": header, "msg_id": header.get("msg_id"), "msg_type": header.get("msg_type")}
        message.update(parent_header={}, metadata={}, content={})
    if message is not None:
        attempt(give_back_output, shell, message, sender)
        attempt(give_back_text, shell, message["header"])


attempt(arm, sys._getframe(1).f_code.co_filename)
