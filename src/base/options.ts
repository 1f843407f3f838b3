/**
 * The options table. A new option is one entry in {@linkcode optionTable}; the command line, the environment, the
 * settings that the server receives, `--help`, the table in the docs and the shell completions all follow from it.
 *
 * 1. A flag takes precedence over its environment variable. An empty variable counts as unset, and so does one that holds
 *    the name of a setting which a host has left unfilled.
 * 2. No error message contains a secret.
 */

import { messageOf } from "./errors.ts";
import { logFormats, logLevels } from "./log.ts";

/** A mistake on the command line or in the environment: reported in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * All toolsets; `default` marks those that are offered without `--toolsets`, `tokens` says what the descriptions of
 * all of its tools cost a model, at four bytes each.
 */
export const toolsetNames = [
  { name: "sessions", default: true, tokens: 750 },
  { name: "execution", default: true, tokens: 550 },
  { name: "notebooks", default: true, tokens: 1900 },
  { name: "variables", default: true, tokens: 750 },
  { name: "files", default: true, tokens: 550 },
  { name: "review", default: true, tokens: 750 },
  { name: "images", default: true, tokens: 150 },
  { name: "charts", default: true, tokens: 700 },
  { name: "views", default: true, tokens: 1250 },
  { name: "knowledge", default: false, tokens: 2700 },
] as const;

/** When the person is asked. */
export const confirmPolicies = ["never", "destructive", "writes"] as const;

/** Whether these are the toolsets that are offered without `--toolsets`. */
export function isDefaultSelection(toolsets: readonly string[]): boolean {
  const usual = toolsetNames.filter((set) => set.default).map((set) => set.name);
  return toolsets.length === usual.length && usual.every((name) => toolsets.includes(name));
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Option {
  readonly flag?: string;
  readonly variable?: string;
  /** Placeholder for the value in the help; an option without one is a switch. */
  readonly value?: string;
  /** The allowed values, if there are few. */
  readonly choices?: readonly string[];
  readonly group: "Jupyter" | "Transport" | "Tools and limits" | "Log";
  readonly help: string;
  readonly fallback: unknown;
  /** The default as the help shows it, if it is not simply `fallback`. */
  readonly shown?: string;
  readonly secret?: boolean;
  /** Whether the server receives the value as one of its settings. */
  readonly server?: true;
  /** Parses the value; throws an Error that says what is expected. */
  readonly check: (text: string) => unknown;
}

/** In the order of the help. */
export const optionTable = {
  jupyterUrl: {
    flag: "--jupyter-url",
    variable: "JUPYTER_SERVER_URL",
    value: "<url>",
    group: "Jupyter",
    help: "Jupyter server to use. If not given, a running server is discovered, or else one is started",
    fallback: undefined,
    check: anyText,
  },
  jupyterToken: {
    variable: "JUPYTER_TOKEN",
    group: "Jupyter",
    help:
      "Token of that server. Not available as a flag, because other users could see it in the process list",
    fallback: undefined,
    secret: true,
    check: checkToken,
  },
  tokenFile: {
    flag: "--token-file",
    value: "<path>",
    group: "Jupyter",
    help: "File that contains the token; takes precedence over JUPYTER_TOKEN",
    fallback: undefined,
    check: anyText,
  },
  jupyterPassword: {
    variable: "JUPYTER_PASSWORD",
    group: "Jupyter",
    help: "Password of that server, if it uses one instead of a token",
    fallback: undefined,
    secret: true,
    check: anyText,
  },
  passwordFile: {
    flag: "--password-file",
    value: "<path>",
    group: "Jupyter",
    help: "File that contains the password; takes precedence over JUPYTER_PASSWORD",
    fallback: undefined,
    check: anyText,
  },
  caCert: {
    flag: "--ca-cert",
    value: "<path>",
    group: "Jupyter",
    help: "PEM file of a certificate authority to trust when connecting to Jupyter over https",
    fallback: undefined,
    check: anyText,
  },
  jupyterRoot: {
    flag: "--jupyter-root",
    value: "<path>",
    group: "Jupyter",
    help: "Folder that Jupyter serves: use a running server with this root folder, or else start one",
    fallback: undefined,
    shown: "the current folder",
    check: anyText,
  },
  transport: {
    flag: "--transport",
    value: "<kind>",
    group: "Transport",
    help: "stdio, or http for Streamable HTTP at /mcp",
    fallback: "stdio",
    choices: ["stdio", "http"],
    check: oneOf(["stdio", "http"]),
  },
  host: {
    flag: "--host",
    value: "<address>",
    group: "Transport",
    help: "Address to listen on with --transport http",
    fallback: "127.0.0.1",
    check: checkHost,
  },
  port: {
    flag: "--port",
    variable: "MCP_PORT",
    value: "<number>",
    group: "Transport",
    help: "Port to listen on with --transport http; 0 picks a free port",
    fallback: 3001,
    check: wholeNumber(0, 65_535),
  },
  mcpToken: {
    variable: "MCP_TOKEN",
    group: "Transport",
    help: "Token that HTTP clients must send. If not set, one is generated and printed at startup",
    fallback: undefined,
    secret: true,
    check: checkToken,
  },
  stopWith: {
    flag: "--stop-with",
    value: "<pid>",
    group: "Transport",
    help: "Exit when this process exits, for example the one that started jupyter-mcp over http",
    fallback: undefined,
    check: wholeNumber(1, 999_999_999),
  },
  toolsets: {
    flag: "--toolsets",
    value: "<list>",
    server: true,
    group: "Tools and limits",
    help: `Comma-separated list of toolsets to offer: ${
      toolsetNames.map(({ name, tokens }) => `${name}\u00a0(${tokens}\u00a0tokens)`).join(", ")
    }; or default (about 5000 tokens: all except knowledge; rarely used tools work but are not listed) or all`,
    fallback: toolsetNames.filter((set) => set.default).map((set) => set.name),
    shown: "default",
    choices: [...toolsetNames.map((set) => set.name), "default", "all"],
    check: checkToolsets,
  },
  readOnly: {
    flag: "--read-only",
    server: true,
    group: "Tools and limits",
    help: "Offer only tools that do not change anything",
    fallback: false,
    check: () => true,
  },
  knowledgeDir: {
    flag: "--knowledge-dir",
    value: "<path>",
    group: "Tools and limits",
    help: "Folder of the knowledge base (toolset knowledge); created if it does not exist",
    fallback: undefined,
    shown: "your data folder",
    check: anyText,
  },
  confirm: {
    flag: "--confirm",
    value: "<when>",
    server: true,
    group: "Tools and limits",
    help:
      "Ask the person before calls that destroy something (destructive), before all changes (writes), or never",
    fallback: "never",
    choices: confirmPolicies,
    check: oneOf(confirmPolicies),
  },
  confirmByModel: {
    flag: "--confirm-by-model",
    server: true,
    group: "Tools and limits",
    help: "With --confirm, let clients that cannot ask the person repeat a call with confirm: true",
    fallback: false,
    check: () => true,
  },
  markCells: {
    flag: "--mark-cells",
    server: true,
    group: "Tools and limits",
    help: "Put who wrote it and when into the metadata of every cell that the assistant writes",
    fallback: false,
    check: () => true,
  },
  noJournal: {
    flag: "--no-journal",
    group: "Tools and limits",
    help: "Keep the changes of notebooks in memory only, so that they cannot be undone after a restart",
    fallback: false,
    check: () => true,
  },
  maxSessions: {
    flag: "--max-sessions",
    value: "<number>",
    server: true,
    group: "Tools and limits",
    help: "Maximum number of sessions to start, from 1 to 1000",
    fallback: 10,
    check: wholeNumber(1, 1000),
  },
  maxResultBytes: {
    flag: "--max-result-bytes",
    value: "<bytes>",
    server: true,
    group: "Tools and limits",
    help: "Maximum response size in bytes, from 10000 to 10000000",
    fallback: 1_000_000,
    check: wholeNumber(10_000, 10_000_000),
  },
  maxTextBytes: {
    flag: "--max-text-bytes",
    value: "<bytes>",
    server: true,
    group: "Tools and limits",
    help: "Maximum text of a response unless the call asks for more, from 2000 to 10000000",
    fallback: 30_000,
    check: wholeNumber(2_000, 10_000_000),
  },
  noFigureText: {
    flag: "--no-figure-text",
    server: true,
    group: "Tools and limits",
    help: "Do not look at matplotlib figures in the kernel to describe them in words",
    fallback: false,
    check: () => true,
  },
  logLevel: {
    flag: "--log-level",
    variable: "LOG_LEVEL",
    value: "<level>",
    server: true,
    group: "Log",
    help: "debug, info, warning or error; the log goes to stderr",
    fallback: "info",
    choices: logLevels,
    check: (text) => oneOf(logLevels)(text.toLowerCase()),
  },
  logFormat: {
    flag: "--log-format",
    variable: "LOG_FORMAT",
    value: "<format>",
    server: true,
    group: "Log",
    help: "text, or json for one JSON object per line",
    fallback: "text",
    choices: logFormats,
    check: oneOf(logFormats),
  },
  logCode: {
    flag: "--log-code",
    server: true,
    group: "Log",
    help: "Also log the code that is executed, and add its beginning to spans",
    fallback: false,
    check: () => true,
  },
  otelFile: {
    flag: "--otel-file",
    variable: "JUPYTER_MCP_OTEL_FILE",
    value: "<path>",
    group: "Log",
    help:
      "File for OpenTelemetry spans, one JSON object per line; never contains output or tokens, and code only with --log-code",
    fallback: undefined,
    check: anyText,
  },
  compat: {
    flag: "--compat",
    value: "<server>",
    group: "Tools and limits",
    help:
      "Act as a drop-in replacement for another server: datalayer (see --compat datalayer --help) or chartelier",
    fallback: undefined,
    choices: ["datalayer", "chartelier"],
    check: oneOf(["datalayer", "chartelier"]),
  },
} as const satisfies Readonly<Record<string, Option>>;

type OptionTable = typeof optionTable;

/** The parsed options: one property for each entry of the table. */
export type Options = {
  readonly [Name in keyof OptionTable]:
    | ReturnType<OptionTable[Name]["check"]>
    | (OptionTable[Name]["fallback"] extends undefined ? undefined : never);
};

/** The options that the server receives as settings. */
export type ServerOptions = Pick<
  Options,
  { [Name in keyof OptionTable]: OptionTable[Name] extends { readonly server: true } ? Name : never }[
    keyof OptionTable
  ]
>;

/** The table's entries, in order. */
export const allOptions: readonly Option[] = Object.values(optionTable);

/** Parses the options from the given flags and environment variables; throws {@linkcode UsageError}. */
export function readOptions(given: ReadonlyMap<string, string>, env: Environment): Options {
  const options: Partial<Options> = Object.fromEntries(
    Object.entries(optionTable).map(([name, option]) => [name, readOption(option, { given, env })]),
  );
  if (!hasEvery<Options>(options, Object.keys(optionTable))) {
    throw new Error("Cannot read options: one is missing");
  }
  return options;
}

function readOption(
  { flag, variable, fallback, secret, check }: Option,
  { given, env }: { readonly given: ReadonlyMap<string, string>; readonly env: Environment },
): unknown {
  const flagged = flag === undefined ? undefined : given.get(flag);
  const text = flagged ?? (variable === undefined ? "" : filledIn(env[variable]));
  if (flagged === undefined && text === "") return fallback;
  try {
    return check(text);
  } catch (error) {
    const name = flagged === undefined ? variable : flag;
    throw new UsageError(`Cannot use ${name}${secret ? "" : ` "${text}"`}: ${messageOf(error)}`);
  }
}

/** A host of MCPB bundles may leave the name of a setting in its place if the person gave no value. */
function filledIn(value = ""): string {
  const text = value.trim();
  return /^\$\{user_config\.\w+\}$/.test(text) ? "" : text;
}

/** The options that the server receives as settings. */
export function serverOptions(options: ServerOptions): ServerOptions {
  const picked = Object.fromEntries(Object.entries(options).filter(([name]) => serverNames.includes(name)));
  if (!isServerOptions(picked)) throw new Error("Cannot pick options: one is missing");
  return picked;
}

const serverNames = Object.entries(optionTable).flatMap(([name, option]) => "server" in option ? [name] : []);

/** Whether these are the options that another process of this program has received as settings. */
export function isServerOptions(value: object): value is ServerOptions {
  return hasEvery<ServerOptions>(value, serverNames);
}

function hasEvery<T extends object>(values: Partial<T>, names: readonly string[]): values is T {
  return names.every((name) => Object.hasOwn(values, name));
}

function checkToolsets(text: string): readonly string[] {
  const known: readonly string[] = toolsetNames.map((set) => set.name);
  const wanted = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  if (wanted.length === 0) throw new Error(`expected some of ${[...known, "default", "all"].join(", ")}`);
  const expanded = wanted.flatMap((name) => {
    if (name === "all") return known;
    if (name === "default") return optionTable.toolsets.fallback;
    if (known.includes(name)) return [name];
    throw new Error(`there is no toolset "${name}", only ${[...known, "default", "all"].join(", ")}`);
  });
  return [...new Set(expanded)];
}

/** Accepts a token that fits into an HTTP header; strips the line end that files and shells add. */
export function checkToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error("expected visible ASCII characters without spaces");
  return token;
}

function anyText(text: string): string {
  return text;
}

function oneOf<const T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new Error(`expected ${values.join(" or ")}`);
    return value;
  };
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) {
      throw new Error(`expected a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

/** Accepts a host name or an IP address; IPv6 addresses may be in brackets. */
function checkHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, "$1");
  const looksLikeAddress = /^[\d.]+$/.test(host);
  const isAddress = /^(\d{1,3}\.){3}\d{1,3}$/.test(host) &&
    host.split(".").every((part) => Number(part) < 256);
  const isName = /^([\w.-]+|[\da-fA-F:.]*:[\da-fA-F:.]*)$/.test(host);
  if (!isName || (looksLikeAddress && !isAddress)) throw new Error("expected a host name or an IP address");
  return host;
}
