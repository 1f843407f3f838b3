"""The traits of the extension, for Jupyter's command line and configuration files."""

from traitlets import Bool, Enum, Unicode
from traitlets.config import Configurable

LOCAL = "local"


class JupyterMCPServerExtensionApp(Configurable):
    """The traits of Datalayer's extension under their own names, so that a configuration for it keeps working.

    They apply with ``JupyterMcp.compat = "datalayer"``.
    """

    document_url = Unicode(LOCAL, config=True, help="Jupyter that has the notebooks: local is this one")
    document_token = Unicode("", config=True, help="Token of document_url, unless that is local")
    document_id = Unicode("notebook.ipynb", config=True, help="Notebook that is in use from the start; empty for none")
    code_sandbox_url = Unicode(LOCAL, config=True, help="Jupyter that runs code: local is this one")
    code_sandbox_token = Unicode("", config=True, help="Token of code_sandbox_url, unless that is local")
    code_sandbox_id = Unicode("", config=True, help="Running kernel to use instead of a new one")
    start_new_code_sandbox = Bool(False, config=True, help="Start a kernel before code is run")
    runtime_url = Unicode("", config=True, help="Older name of code_sandbox_url")
    otel_file = Unicode("", config=True, help="File for OpenTelemetry spans")

    def environment(self):
        """The same as variables of the program; an empty one counts as not given."""
        kernels = self.runtime_url or self.code_sandbox_url
        return {
            "DOCUMENT_URL": self.document_url,
            "DOCUMENT_TOKEN": self.document_token,
            "DOCUMENT_ID": self.document_id,
            "CODE_SANDBOX_URL": kernels,
            "CODE_SANDBOX_TOKEN": self.code_sandbox_token,
            "CODE_SANDBOX_ID": self.code_sandbox_id,
            "START_NEW_CODE_SANDBOX": str(self.start_new_code_sandbox),
            # It would win over the token.
            "JUPYTER_PASSWORD": "",
            **({"JUPYTER_MCP_OTEL_FILE": self.otel_file} if self.otel_file else {}),
        }


class JupyterMcp(JupyterMCPServerExtensionApp):
    """How the program is served inside Jupyter."""

    compat = Enum(
        ["", "datalayer"],
        "",
        config=True,
        help="Answer in the place of another server: datalayer, whose traits work here as well",
    )
