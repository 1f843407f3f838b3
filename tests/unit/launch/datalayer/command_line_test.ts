import assert from "node:assert/strict";
import { parseDatalayer } from "../../../../src/launch/datalayer/command_line.ts";

const compat = ["--compat", "datalayer"];

function serving(args: readonly string[], env: Record<string, string> = {}) {
  const commandLine = parseDatalayer([...compat, ...args], env);
  assert.ok(commandLine.kind === "serve");
  return commandLine;
}

Deno.test("Datalayer's options and variables are ours under other names", () => {
  const { options, compat: settings } = serving(["start", "--port", "4141"], {
    TRANSPORT: "streamable-http",
    JUPYTER_URL: "http://localhost:8888",
    JUPYTER_TOKEN: "t",
    MCP_TOKEN: "m",
    JUPYTER_MCP_EXECUTION_TIMEOUT: "7",
    DOCUMENT_ID: "a.ipynb",
    PROVIDER: "None",
  });
  assert.partialDeepStrictEqual(options, {
    transport: "http",
    port: 4141,
    host: "127.0.0.1",
    jupyterUrl: "http://localhost:8888",
    jupyterToken: "t",
    mcpToken: "m",
  });
  assert.partialDeepStrictEqual(settings, {
    documentId: "a.ipynb",
    executionTimeout: 7,
    maxExecutionTimeout: 3600,
    startKernel: "on_use",
    sandboxVariant: undefined,
    documents: undefined,
  });
});

Deno.test("the port is Datalayer's, and the names of older versions work", () => {
  const { options, compat: settings } = serving([
    ...["--runtime-url", "http://k:1", "--runtime-token", "kt", "--start-new-runtime", "true"],
    ...["--document-url", "http://d:2", "--document-token", "dt"],
  ]);
  assert.equal(options.port, 4040);
  assert.equal(options.jupyterUrl, "http://k:1");
  assert.equal(options.jupyterToken, "kt");
  assert.equal(settings.startKernel, "at_once");
  assert.deepEqual(settings.documents, { url: "http://d:2/", token: "dt", origin: "given" });
});

Deno.test("local is the Jupyter that the program is part of", () => {
  const jupyter = ["--jupyter-url", "http://j:1"];
  const { options, compat: settings } = serving([
    ...jupyter,
    ...["--document-url", "local", "--code-sandbox-url", "local"],
  ]);
  assert.equal(options.jupyterUrl, "http://j:1");
  assert.partialDeepStrictEqual(settings, { documents: undefined, isInsideJupyter: true });
  assert.equal(serving(jupyter).compat.isInsideJupyter, false);
});

Deno.test("a password wins over a token, as there", () => {
  const { options, compat: settings } = serving([
    ...["--jupyter-token", "t", "--jupyter-password", "p"],
    ...["--code-sandbox-url", "http://k:1", "--document-url", "http://d:2"],
  ]);
  assert.equal(options.jupyterToken, undefined);
  assert.equal(options.jupyterPassword, "p");
  assert.deepEqual(settings.documents, { url: "http://d:2/", token: "", origin: "given", password: "p" });
});

Deno.test("connect and stop speak to a server that runs", () => {
  const given = [
    "--jupyter-mcp-server-url",
    "http://localhost:4141/",
    "--mcp-token",
    "m",
    "--jupyter-url",
    "http://j:1",
  ];
  const connect = parseDatalayer(["connect", ...compat, ...given], {});
  assert.partialDeepStrictEqual(connect, {
    kind: "connect",
    url: "http://localhost:4141",
    token: "m",
    body: { document_provider: "jupyter", code_sandbox_url: "http://j:1", document_url: "http://j:1" },
  });
  assert.partialDeepStrictEqual(parseDatalayer(["stop", ...compat], {}), {
    kind: "stop",
    url: "http://localhost:4040",
  });
});

Deno.test("options of which nothing comes are reported, each in a line", () => {
  const { notices } = serving(["--jupyterlab", "true", "--reconnect-interval", "5"], {
    JUPYTER_MCP_CAPABILITIES: "kernel.auto-restart",
    REQUEST_TIMEOUT: "20",
    ALLOWED_JUPYTER_MCP_TOOLS: "None",
  });
  assert.deepEqual(notices.map((line) => line.split(":")[0]), [
    "--jupyterlab has no effect here",
    "--reconnect-interval has no effect here",
    "JUPYTER_MCP_CAPABILITIES has no effect here",
    "REQUEST_TIMEOUT has no effect here",
  ]);
  assert.deepEqual(serving([], { JUPYTER_URL: "http://localhost:8888" }).notices, []);
});

Deno.test("options that cannot be met are refused", () => {
  const refusals = [
    [
      ["--bogus"],
      {},
      /^Unknown option "--bogus" of "start --compat datalayer": see jupyter-mcp start --compat datalayer --help$/,
    ],
    [["--read-only"], {}, /^Cannot use --read-only with --compat datalayer: /],
    [["--confirm", "destructive"], {}, /^Cannot use --confirm with --compat datalayer: /],
    [["--toolsets", "all"], {}, /^Cannot use --toolsets with --compat datalayer: /],
    [[], { JUPYTER_MCP_RESOURCE_GATE_CLASS: "a.B" }, /^Cannot use JUPYTER_MCP_RESOURCE_GATE_CLASS: .*Python/],
    [[], { CODE_SANDBOX_PROXY_TOKEN: "t" }, /^Cannot use CODE_SANDBOX_PROXY_TOKEN: /],
  ] as const;
  for (const [args, env, message] of refusals) assert.throws(() => serving(args, env), { message });
});

Deno.test("the origins of pages that may call are named, and never all of them", () => {
  const over = (origins: string, TRANSPORT = "streamable-http") =>
    serving([], { TRANSPORT, MCP_TOKEN: "m", JUPYTER_MCP_CORS_ORIGINS: origins }).compat.origins;
  assert.deepEqual(over("https://App.example.com:443/, http://10.0.0.2:3000 ,,tauri://localhost"), [
    "https://app.example.com",
    "http://10.0.0.2:3000",
    "tauri://localhost",
  ]);
  assert.deepEqual(over(""), []);
  const refused = ["*", "https://a.example,*", "https://*.example.com", "null", "app.example.com"];
  for (const origins of [...refused, "https://a.example/page", "https://me@a.example", "file:///"]) {
    assert.throws(() => over(origins), /^UsageError: Cannot use JUPYTER_MCP_CORS_ORIGINS "[^"]+": [^\n]+$/);
  }
  assert.deepEqual(over("*", "stdio"), [], "no page calls over stdio");
});

Deno.test("nobody else is let in without a token", () => {
  const open = ["--transport", "streamable-http", "--insecure-mcp-noauth"];
  for (const host of ["127.0.0.1", "localhost", "::1", "[::1]"]) {
    assert.equal(serving([...open, "--host", host]).isOpen, true);
  }
  for (const host of ["0.0.0.0", "::", "192.168.1.5", "example.org", "127.example.org"]) {
    assert.throws(
      () => serving([...open, "--host", host]),
      /--insecure-mcp-noauth with --host .*--mcp-token/,
    );
    assert.throws(() => serving(open, { HOST: host }), /--insecure-mcp-noauth with --host/);
    assert.equal(serving([...open, "--host", host, "--mcp-token", "t"]).options.mcpToken, "t");
  }
});

Deno.test("PORT and HOST of the environment mean nothing over stdio, a flag must be right", () => {
  const env = { PORT: "abc", HOST: "no host at all" };
  const { options } = serving([], env);
  assert.deepEqual([options.port, options.host], [4040, "127.0.0.1"]);
  assert.throws(() => serving(["--port", "abc"]), /Cannot use --port "abc"/);
  const http = ["--transport", "streamable-http", "--mcp-token", "t"];
  assert.throws(() => serving(http, { PORT: "abc" }), /Cannot use --port "abc"/);
  assert.throws(() => serving(http, { HOST: env.HOST }), /Cannot use --host "no host at all"/);
});
