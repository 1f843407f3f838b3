"""jupyter-mcp inside Jupyter: the program that this package wraps, served at ``<base_url>mcp``.

The program starts with the first request, on a loopback port that only this server knows the token of, and ends with
Jupyter. Whoever reaches it has passed Jupyter's own authentication.

The package depends on nothing; being served inside Jupyter needs the extra ``server``.
"""

__version__ = "@VERSION@"


def _jupyter_server_extension_points():
    return [{"module": "jupyter_live_mcp"}]


def _load_jupyter_server_extension(serverapp):
    if serverapp.jpserver_extensions.get("jupyter_mcp_server"):
        serverapp.log.warning(
            "jupyter-mcp is not served here: jupyter_mcp_server has the same address; to use jupyter-mcp, run "
            "jupyter server extension disable jupyter_mcp_server"
        )
        return
    try:
        from .config import JupyterMcp
        from .handlers import handlers
    except ModuleNotFoundError as error:
        serverapp.log.info(
            "jupyter-mcp is not served here: there is no %s; install jupyter-live-mcp[server]", error.name
        )
        return
    base_url = serverapp.web_app.settings["base_url"]
    serverapp.web_app.add_handlers(".*$", handlers(base_url, serverapp, JupyterMcp(parent=serverapp)))
    serverapp.log.info("jupyter-mcp is at %smcp", base_url)
