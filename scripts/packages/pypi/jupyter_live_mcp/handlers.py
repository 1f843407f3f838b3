"""The addresses of the extension: ``mcp``, passed on to the program, and ``mcp/about``.

In the place of Datalayer's extension also those that it has: ``mcp/healthz``, ``mcp/tools/list``, ``mcp/tools/call``.
"""

import atexit
import os
import secrets
import signal

from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import url_path_join
from jupyter_server_proxy.handlers import SuperviseAndProxyHandler
from simpervisor import atexitasync
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets

from . import __version__
from .program import program


def handlers(base_url, serverapp, config):
    """The handlers to add to Jupyter's web application."""
    state = {}
    arguments = {
        "state": state,
        "jupyter": OwnJupyter(serverapp),
        "secret": secrets.token_urlsafe(32),
        "config": config,
    }
    mcp = url_path_join(base_url, "mcp")
    own = [
        (url_path_join(mcp, "about"), AboutHandler, {"state": state}),
        (mcp + "(/?)", McpHandler, arguments),
    ]
    if config.compat != "datalayer":
        return own
    return [
        *own,
        (url_path_join(mcp, "healthz"), HealthHandler, {"config": config}),
        (mcp + "(/tools/list|/tools/call)", McpHandler, arguments),
    ]


def leave_signals_to_jupyter():
    """Has programs behind the proxy end without handlers that take the place of Jupyter's own.

    With the proxy's handlers, a Jupyter that is told to stop neither ends its kernels nor saves.
    """
    jupyters = signal.getsignal(signal.SIGTERM)
    if atexitasync.signal_handler_set or not callable(jupyters):
        return
    atexitasync.signal_handler_set = True
    atexit.register(end_programs)

    def stop(signum, frame):
        end_programs()
        jupyters(signum, frame)

    signal.signal(signal.SIGTERM, stop)


def end_programs():
    for handler in list(atexitasync._handlers):
        try:
            handler(signal.SIGTERM)
        except Exception:  # It has ended already.
            pass


class AboutHandler(APIHandler):
    """Says that the extension is active, without starting the program."""

    def initialize(self, state):
        self.state = state

    @web.authenticated
    def get(self):
        self.finish({"name": "jupyter-mcp", "version": __version__, "running": "proc" in self.state})


class HealthHandler(APIHandler):
    """Says what Datalayer's extension says of itself, without starting the program."""

    def initialize(self, config):
        self.config_of_extension = config

    @web.authenticated
    def get(self):
        settings = self.config_of_extension.environment()
        self.finish(
            {
                "status": "healthy",
                "context_type": "JUPYTER_SERVER",
                "document_url": settings["DOCUMENT_URL"],
                "code_sandbox_url": settings["CODE_SANDBOX_URL"],
                "extension": "jupyter_mcp_server",
                "version": __version__,
            }
        )


class McpHandler(SuperviseAndProxyHandler):
    """Passes MCP requests on to the program, and its answers back as they come."""

    name = "jupyter-mcp"

    def initialize(self, state, jupyter, secret, config):
        super().initialize(state)
        self.jupyter = jupyter
        self.secret = secret
        self.config_of_extension = config

    async def prepare(self, *args, **kwargs):
        await super().prepare(*args, **kwargs)
        # A page of another site must not use the person's cookie. A token proves that it is no such page.
        if not self._finished and not self.check_origin():
            raise web.HTTPError(403, "Requests of another origin need a token")

    def get_cmd(self):
        # Asked for when the program is about to start, which is when Jupyter's own handlers are there.
        leave_signals_to_jupyter()
        options = {"--transport": "http", "--host": "127.0.0.1", "--port": self.port, "--stop-with": os.getpid()}
        if self.is_datalayer():
            options["--compat"] = "datalayer"
        return [self.executable(), *(str(part) for option in options.items() for part in option)]

    def executable(self):
        path = program()
        if path is None:
            raise web.HTTPError(500, "jupyter-mcp: its executable is not installed")
        return path

    def get_env(self):
        env = {"MCP_TOKEN": self.secret, "JUPYTER_TOKEN": self.jupyter.token()}
        if self.is_datalayer():
            return {**env, "JUPYTER_URL": self.jupyter.url(), **self.config_of_extension.environment()}
        return {**env, "JUPYTER_SERVER_URL": self.jupyter.url()}

    def is_datalayer(self):
        return self.config_of_extension.compat == "datalayer"

    def get_timeout(self):
        return 30

    def proxy_request_headers(self):
        headers = self.request.headers.copy()
        # The program knows itself by its loopback address; who may come was decided here.
        for name in ("Origin", "Cookie", "Authorization"):
            headers.pop(name, None)
        headers["Host"] = f"127.0.0.1:{self.port}"
        headers["Authorization"] = f"Bearer {self.secret}"
        return headers

    def get_client_uri(self, protocol, host, port, proxied_path):
        return f"{protocol}://127.0.0.1:{port}" + f"/mcp/{proxied_path.strip('/')}".rstrip("/")

    async def _proxy_buffered(self, host, port, proxied_path, body, client):
        # MCP clients accept JSON and event streams; either must come through at once, however long it takes.
        return await self._proxy_progressive(host, port, proxied_path, body, client)

    async def _proxy_progressive(self, *request):
        try:
            return await super()._proxy_progressive(*request)
        except ConnectionRefusedError:
            # It has crashed, and is started anew. Nothing of the request has reached it, so that it can be sent again.
            if not await self.state["proc"].ready():
                self.set_status(503)
                self.set_header("Retry-After", "5")
                self.write("jupyter-mcp does not start: Jupyter's log may say why")
                return
        except ConnectionResetError:
            if self._headers_written:
                raise
            # It ended with the request in its hands: sent again, it might be carried out twice.
            self.set_status(502)
            self.write("jupyter-mcp ended before it answered: look what came of the request, then send it again")
            return
        return await super()._proxy_progressive(*request)

    def _build_proxy_request(self, host, port, proxied_path, body, **options):
        passed_on = options.get("streaming_callback")

        def pass_on(chunk):
            # The program hears of a client that has gone by its own connection being closed.
            if self.request.connection is None or self.request.connection.stream.closed():
                raise StreamClosedError()
            passed_on(chunk)

        if passed_on is not None:
            options["streaming_callback"] = pass_on
        return super()._build_proxy_request(host, port, proxied_path, body, **options)


class OwnJupyter:
    """This Jupyter, as a program on this machine reaches it."""

    def __init__(self, serverapp):
        self.serverapp = serverapp
        self.door = None

    def url(self):
        app = self.serverapp
        if app.certfile or app.sock:
            # The certificate is for the name that people use, and a Unix socket has no address.
            return f"http://127.0.0.1:{self.door_port()}{app.base_url}"
        host = app.ip if app.ip not in ("", "*", "0.0.0.0", "::") else "127.0.0.1"
        return f"http://{f'[{host}]' if ':' in host else host}:{app.port}{app.base_url}"

    def door_port(self):
        """A plain loopback port to the same application, which asks for the same token there."""
        if self.door is None:
            app = self.serverapp
            limits = {"max_body_size": app.max_body_size, "max_buffer_size": app.max_buffer_size}
            self.door = bind_sockets(0, "127.0.0.1")
            HTTPServer(app.web_app, **limits).add_sockets(self.door)
        return self.door[0].getsockname()[1]

    def token(self):
        """Jupyter's own token, or the one by which a hub lets this server speak for its user."""
        provider = self.serverapp.identity_provider
        token = provider.token or os.environ.get("JUPYTERHUB_API_TOKEN", "")
        if not token and getattr(provider, "hashed_password", ""):
            # A server with a password alone takes no token: this one is known to the program only.
            provider.token = token = secrets.token_urlsafe(32)
        return token
