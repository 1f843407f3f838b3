import assert from "node:assert/strict";
import { type CommandLine, parseCommandLine } from "../../../src/launch/command_line.ts";
import { helpText, optionsTable } from "../../../src/launch/help.ts";
import {
  allOptions,
  isServerOptions,
  type Options,
  serverOptions,
  UsageError,
} from "../../../src/base/options.ts";

function optionsOf(args: readonly string[], env: Record<string, string> = {}): Options {
  const line = parseCommandLine(args, env);
  assert.equal(line.kind, "serve");
  if (line.kind !== "serve") throw new Error("unreachable");
  return line.options;
}

function mistake(args: readonly string[], env: Record<string, string> = {}): string {
  try {
    parseCommandLine(args, env);
  } catch (error) {
    assert(error instanceof UsageError);
    assert(!error.message.includes("\n"), "one line");
    return error.message;
  }
  throw new Error(`accepted: ${args.join(" ")}`);
}

Deno.test("the server's options reach another process as JSON, all of them", () => {
  const options = serverOptions(optionsOf([]));
  const received: typeof options = JSON.parse(JSON.stringify(options));
  assert.deepEqual(received, options);
  assert.ok(isServerOptions(received));
  const { toolsets: _, ...others } = received;
  assert.ok(!isServerOptions(others));
});

Deno.test("no argument means serving with the defaults", () => {
  assert.deepEqual(optionsOf([]), {
    jupyterUrl: undefined,
    jupyterToken: undefined,
    jupyterRoot: undefined,
    stopWith: undefined,
    tokenFile: undefined,
    jupyterPassword: undefined,
    passwordFile: undefined,
    otelFile: undefined,
    compat: undefined,
    caCert: undefined,
    transport: "stdio",
    host: "127.0.0.1",
    port: 3001,
    mcpToken: undefined,
    toolsets: [
      "sessions",
      "execution",
      "notebooks",
      "variables",
      "files",
      "review",
      "images",
      "charts",
      "views",
    ],
    readOnly: false,
    noJournal: false,
    confirm: "never",
    confirmByModel: false,
    markCells: false,
    knowledgeDir: undefined,
    maxSessions: 10,
    maxResultBytes: 1_000_000,
    maxTextBytes: 30_000,
    noFigureText: false,
    logLevel: "info",
    logFormat: "text",
    logCode: false,
  });
});

Deno.test("a setting that a host has left unfilled counts as not given", () => {
  const { jupyterUrl, jupyterToken } = optionsOf([], {
    JUPYTER_SERVER_URL: "${user_config.jupyter_url}",
    JUPYTER_TOKEN: "${user_config.jupyter_token}",
  });
  assert.deepEqual([jupyterUrl, jupyterToken], [undefined, undefined]);
});

Deno.test("a value follows its flag after a space or an equals sign", () => {
  assert.equal(optionsOf(["--port", "4000"]).port, 4000);
  assert.equal(optionsOf(["--port=4000"]).port, 4000);
  assert.equal(optionsOf(["--jupyter-url=http://h/?token=a=b"]).jupyterUrl, "http://h/?token=a=b");
});

Deno.test("a flag wins over its variable, and an empty variable counts as unset", () => {
  assert.equal(optionsOf(["--port", "4000"], { MCP_PORT: "5000" }).port, 4000);
  assert.equal(optionsOf([], { MCP_PORT: "5000" }).port, 5000);
  assert.equal(optionsOf([], { MCP_PORT: "", JUPYTER_TOKEN: "", LOG_LEVEL: " " }).port, 3001);
});

Deno.test("variables give URL, tokens and log level", () => {
  const options = optionsOf([], {
    JUPYTER_SERVER_URL: "http://h:1/",
    JUPYTER_TOKEN: "abc\n",
    MCP_TOKEN: "def",
    LOG_LEVEL: "DEBUG",
  });
  assert.equal(options.jupyterUrl, "http://h:1/");
  assert.equal(options.jupyterToken, "abc");
  assert.equal(options.mcpToken, "def");
  assert.equal(options.logLevel, "debug");
});

Deno.test("switches take no value", () => {
  const options = optionsOf(["--read-only", "--log-code"]);
  assert(options.readOnly && options.logCode);
  assert.match(mistake(["--read-only=yes"]), /--read-only.*switch/);
});

Deno.test("toolsets expand default and all, once each", () => {
  assert.deepEqual(optionsOf(["--toolsets", "images, sessions"]).toolsets, ["images", "sessions"]);
  assert.deepEqual(optionsOf(["--toolsets", "images,default"]).toolsets, [
    "images",
    "sessions",
    "execution",
    "notebooks",
    "variables",
    "files",
    "review",
    "charts",
    "views",
  ]);
  assert.deepEqual(optionsOf(["--toolsets", "all"]).toolsets, [
    "sessions",
    "execution",
    "notebooks",
    "variables",
    "files",
    "review",
    "images",
    "charts",
    "views",
    "knowledge",
  ]);
  assert.match(mistake(["--toolsets", "images,charms"]), /no toolset "charms".*sessions/);
});

Deno.test("an unknown flag suggests the nearest and never shows its value", () => {
  assert.equal(
    mistake(["--jupiter-url=secret"]),
    'Unknown option "--jupiter-url": did you mean "--jupyter-url"?',
  );
  assert.match(mistake(["--frobnicate"]), /--help/);
});

Deno.test("a token as a flag is refused with what to use instead", () => {
  const message = mistake(["--jupyter-token", "s3cret"]);
  assert.match(message, /JUPYTER_TOKEN or use --token-file/);
  assert(!message.includes("s3cret"));
  assert.match(mistake(["--mcp-token=s3cret"]), /MCP_TOKEN/);
});

Deno.test("a missing or bad value names the flag, the value and what is expected", () => {
  assert.match(mistake(["--port"]), /--port: its value is missing, as in --port <number>/);
  assert.match(mistake(["--port", "--read-only"]), /--port: its value is missing/);
  assert.equal(
    mistake(["--port", "70000"]),
    'Cannot use --port "70000": expected a whole number from 0 to 65535',
  );
  assert.match(mistake(["--max-sessions", "0"]), /from 1 to 1000/);
  assert.match(mistake(["--max-result-bytes", "1e6"]), /from 10000 to 10000000/);
  assert.match(mistake(["--transport", "sse"]), /stdio or http/);
  assert.match(mistake(["--host", "http://x"]), /host name or an IP address/);
});

Deno.test("a bad variable is named by its own name, a bad secret never quoted", () => {
  assert.match(mistake([], { MCP_PORT: "x" }), /^Cannot use MCP_PORT "x"/);
  assert.equal(
    mistake([], { JUPYTER_TOKEN: "a b" }),
    "Cannot use JUPYTER_TOKEN: expected visible ASCII characters without spaces",
  );
});

Deno.test("an IPv6 host loses its brackets", () => {
  assert.equal(optionsOf(["--host", "[::1]"]).host, "::1");
});

Deno.test("a command comes first and takes what follows", () => {
  const kinds: readonly (readonly [readonly string[], CommandLine])[] = [
    [["setup", "--port", "1"], { kind: "command", name: "setup", args: ["--port", "1"] }],
    [["setup", "--help"], { kind: "help", command: "setup" }],
    [["help"], { kind: "help", command: "serve" }],
    [["help", "doctor"], { kind: "help", command: "doctor" }],
    [["-h"], { kind: "help", command: "serve" }],
    [["--frobnicate", "--help"], { kind: "help", command: "serve" }],
    [["-V"], { kind: "version" }],
  ];
  for (const [args, expected] of kinds) assert.deepEqual(parseCommandLine(args, {}), expected);
  assert.equal(mistake(["setip"]), 'Unknown command "setip": did you mean "setup"?');
  assert.equal(
    mistake(["frobnicate"]),
    'Unknown command "frobnicate": see jupyter-mcp --help',
  );
  assert.equal(
    mistake(["start"]),
    'Unknown command "start": it belongs to Datalayer\'s server, as in jupyter-mcp start --compat datalayer',
  );
  assert.match(mistake(["--read-only", "setup"]), /a command comes first/);
});

Deno.test("help and table show every option, and help keeps to 90 columns", () => {
  const help = helpText();
  const table = optionsTable();
  for (const option of allOptions) {
    const name = option.flag ?? option.variable ?? "";
    assert(help.includes(name), name);
    assert(table.includes(name), name);
  }
  for (const line of help.split("\n")) assert(line.length <= 90, line);
});
