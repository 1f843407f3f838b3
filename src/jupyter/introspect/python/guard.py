# Runs as the code of a look's request, before its expression is evaluated, and takes back what IPython does for any
# request, even an empty one:
# - callbacks after an execution: matplotlib's would show, and close, the figures of a cell that is still running;
# - output of the person's threads, which follows the latest request whoever sent it: it goes on to their cell;
# - the notes that it keeps of what was executed.
def arm():
    import json
    import linecache
    import sys
    import threading

    shell = __import__("IPython").get_ipython()
    own = threading.get_ident()
    main = threading.main_thread().ident
    last = shell.last_execution_result, shell.last_execution_succeeded
    parent = json.loads(PARENT)
    running = None
    if own != main:
        # The main shell's cell, as the frames that execute it know it.
        frame = sys._current_frames().get(main)
        while frame is not None:
            if frame.f_code.co_name == "execute_request" and "parent" in frame.f_locals:
                parent = frame.f_locals["parent"].get("header") or parent
            elif frame.f_code.co_name == "run_cell_async" and running is None:
                running = frame.f_locals.get("result")
            frame = frame.f_back
    if parent:
        message = {"header": parent, "msg_id": parent.get("msg_id"), "msg_type": parent.get("msg_type")}
        message.update(parent_header={}, metadata={}, content={})
        for place in (sys.stdout, sys.stderr, shell.display_pub, shell.displayhook, shell):
            if "_parent_header_global" in getattr(place, "__dict__", ()):
                place._parent_header_global = message if place is shell else parent

    name = sys._getframe(2).f_code.co_filename
    linecache.cache.pop(name, None)
    getattr(shell.compile, "_filename_map", {}).pop(name, None)

    events = shell.events
    trigger = events.trigger

    def quiet(event, *args, **kwargs):
        if threading.get_ident() != own:
            return trigger(event, *args, **kwargs)
        events.__dict__.pop("trigger", None)
        shell.last_execution_result, shell.last_execution_succeeded = last
        if running is not None and shell.displayhook.exec_result is None:
            shell.displayhook.exec_result = running

    events.trigger = quiet


try:
    arm()
except Exception:
    pass
