/**
 * Every option, declared once: flag, variable, value, default, help, check. `--help` and the README's table
 * are made from the same declarations. `launch/command_line.ts` reads arguments and environment by them,
 * `launch/help.ts` shows them.
 */

import { anyText, checkHost, checkToken, oneOf, wholeNumber } from "./option_checks.ts";
import type { LogFormat, LogLevel } from "./protocol.ts";

/** A mistake on the command line or in the environment: one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The toolsets there are; `default` marks those offered when `--toolsets` is not given. */
export const toolsetNames = [
  { name: "sessions", default: true },
  { name: "execution", default: true },
  { name: "notebooks", default: true },
  { name: "variables", default: true },
  { name: "files", default: true },
  { name: "images", default: true },
  { name: "charts", default: true },
  { name: "knowledge", default: false },
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options of the server, checked and complete. */
export interface Options {
  readonly jupyterUrl: string | undefined;
  readonly jupyterToken: string | undefined;
  readonly tokenFile: string | undefined;
  readonly jupyterPassword: string | undefined;
  readonly passwordFile: string | undefined;
  readonly caCert: string | undefined;
  readonly transport: "stdio" | "http";
  readonly host: string;
  readonly port: number;
  readonly mcpToken: string | undefined;
  readonly stopWith: number | undefined;
  readonly toolsets: readonly string[];
  readonly readOnly: boolean;
  readonly knowledgeDir: string | undefined;
  readonly maxSessions: number;
  readonly maxResultBytes: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly logCode: boolean;
  readonly otelFile: string | undefined;
  readonly compat: "datalayer" | "chartelier" | undefined;
}

export interface Option<T> {
  readonly flag?: string;
  readonly variable?: string;
  /** Name of the value in the help; an option without one is a switch. */
  readonly value?: string;
  /** The values there are, where they are few. */
  readonly choices?: readonly string[];
  readonly group: "Jupyter" | "Transport" | "Tools and limits" | "Log";
  readonly help: string;
  readonly fallback: T;
  /** The default as the help shows it, where it is not simply `fallback`. */
  readonly shown?: string;
  readonly secret?: boolean;
  /** Throws an Error that says what is expected. */
  readonly check: (text: string) => T;
}

const logLevels = ["debug", "info", "warning", "error"] as const;

/** The options of serving, by name. */
export const declared: { readonly [Name in keyof Options]: Option<Options[Name]> } = {
  jupyterUrl: {
    flag: "--jupyter-url",
    variable: "JUPYTER_SERVER_URL",
    value: "<url>",
    group: "Jupyter",
    help: "Jupyter server to use. Without it a running one is found, else one is started",
    fallback: undefined,
    check: anyText,
  },
  jupyterToken: {
    variable: "JUPYTER_TOKEN",
    group: "Jupyter",
    help: "Token of that server. Never a flag: other users could read it in the process list",
    fallback: undefined,
    secret: true,
    check: checkToken,
  },
  tokenFile: {
    flag: "--token-file",
    value: "<path>",
    group: "Jupyter",
    help: "File that holds the token; wins over JUPYTER_TOKEN",
    fallback: undefined,
    check: anyText,
  },
  jupyterPassword: {
    variable: "JUPYTER_PASSWORD",
    group: "Jupyter",
    help: "Password of that server, where it has one instead of a token",
    fallback: undefined,
    secret: true,
    check: anyText,
  },
  passwordFile: {
    flag: "--password-file",
    value: "<path>",
    group: "Jupyter",
    help: "File that holds the password; wins over JUPYTER_PASSWORD",
    fallback: undefined,
    check: anyText,
  },
  caCert: {
    flag: "--ca-cert",
    value: "<path>",
    group: "Jupyter",
    help: "PEM file of a certificate authority to trust for Jupyter over https",
    fallback: undefined,
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
    help: "Address to listen on over http",
    fallback: "127.0.0.1",
    check: checkHost,
  },
  port: {
    flag: "--port",
    variable: "MCP_PORT",
    value: "<number>",
    group: "Transport",
    help: "Port to listen on over http; 0 picks a free one",
    fallback: 3001,
    check: wholeNumber(0, 65_535),
  },
  mcpToken: {
    variable: "MCP_TOKEN",
    group: "Transport",
    help: "Token that clients must send over http. Without it one is made and shown at the start",
    fallback: undefined,
    secret: true,
    check: checkToken,
  },
  stopWith: {
    flag: "--stop-with",
    value: "<pid>",
    group: "Transport",
    help: "Process to end with, such as the one that started this one over http",
    fallback: undefined,
    check: wholeNumber(1, 999_999_999),
  },
  toolsets: {
    flag: "--toolsets",
    value: "<list>",
    group: "Tools and limits",
    help: `Tools to offer, separated by commas: ${
      toolsetNames.map((set) => set.name).join(", ")
    }; also default (all but knowledge) and all`,
    fallback: toolsetNames.filter((set) => set.default).map((set) => set.name),
    shown: "default",
    choices: [...toolsetNames.map((set) => set.name), "default", "all"],
    check: checkToolsets,
  },
  readOnly: {
    flag: "--read-only",
    group: "Tools and limits",
    help: "Offer only the tools that change nothing",
    fallback: false,
    check: () => true,
  },
  knowledgeDir: {
    flag: "--knowledge-dir",
    value: "<path>",
    group: "Tools and limits",
    help: "Folder of the knowledge base, for the toolset knowledge; made if it is not there",
    fallback: undefined,
    shown: "your data folder",
    check: anyText,
  },
  maxSessions: {
    flag: "--max-sessions",
    value: "<number>",
    group: "Tools and limits",
    help: "Most sessions to start, from 1 to 1000",
    fallback: 10,
    check: wholeNumber(1, 1000),
  },
  maxResultBytes: {
    flag: "--max-result-bytes",
    value: "<bytes>",
    group: "Tools and limits",
    help: "Most bytes of one answer, from 10000 to 10000000",
    fallback: 1_000_000,
    check: wholeNumber(10_000, 10_000_000),
  },
  logLevel: {
    flag: "--log-level",
    variable: "LOG_LEVEL",
    value: "<level>",
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
    group: "Log",
    help: "text, or json for one JSON object a line",
    fallback: "text",
    choices: ["text", "json"],
    check: oneOf(["text", "json"]),
  },
  logCode: {
    flag: "--log-code",
    group: "Log",
    help: "Also log the code that is run, and add its beginning to spans",
    fallback: false,
    check: () => true,
  },
  otelFile: {
    flag: "--otel-file",
    variable: "JUPYTER_MCP_OTEL_FILE",
    value: "<path>",
    group: "Log",
    help:
      "File for OpenTelemetry spans, one JSON object a line; no output or token, code only with --log-code",
    fallback: undefined,
    check: anyText,
  },
  compat: {
    flag: "--compat",
    value: "<server>",
    group: "Tools and limits",
    help:
      "Answer in the place of another server: datalayer (its command line: --compat datalayer --help), chartelier",
    fallback: undefined,
    choices: ["datalayer", "chartelier"],
    check: oneOf(["datalayer", "chartelier"]),
  },
};

/** The declarations in the order of the help. */
export const allOptions: readonly Option<unknown>[] = Object.values(declared);

function checkToolsets(text: string): readonly string[] {
  const known: readonly string[] = toolsetNames.map((set) => set.name);
  const wanted = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  if (wanted.length === 0) throw new Error(`expected some of ${[...known, "default", "all"].join(", ")}`);
  const expanded = wanted.flatMap((name) => {
    if (name === "all") return known;
    if (name === "default") return declared.toolsets.fallback;
    if (known.includes(name)) return [name];
    throw new Error(`there is no toolset "${name}", only ${[...known, "default", "all"].join(", ")}`);
  });
  return [...new Set(expanded)];
}
