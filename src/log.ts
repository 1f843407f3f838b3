/**
 * The logger. Writes to stderr only (stdout belongs to MCP), one line an event:
 * `2026-01-31T09:00:00.000Z info tool execute_code ok ms=12`.
 *
 * Invariant: no secret given to {@linkcode createLogger} and nothing that looks like a token in a URL
 * ever reaches the sink.
 */

import type { LogLevel } from "./rooms.ts";

const severities: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warning: 2, error: 3 };

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Logger = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>>;

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Texts that must never appear, such as tokens. */
  readonly secrets?: readonly string[];
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

/** Makes a logger whose lines hold none of the secrets. */
export function createLogger(options: LoggerOptions): Logger {
  const { level, secrets = [], write = writeToStderr, now = () => new Date() } = options;
  const log = (severity: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (severities[severity] < severities[level]) return;
    const line = redact(`${now().toISOString()} ${severity} ${message}${fieldText(fields)}`, secrets);
    try {
      write(`${onOneLine(line)}\n`);
    } catch {
      // Nobody reads stderr any more: that must not fail what the line tells of.
    }
  };
  return { debug: log("debug"), info: log("info"), warning: log("warning"), error: log("error") };
}

/** Replaces secrets, and values of `token=` in URLs, by `[redacted]`. */
export function redact(text: string, secrets: readonly string[]): string {
  const clean = text.replace(/([?&#]token=)[^&\s"']+/gi, "$1[redacted]");
  return forms(secrets).reduce((rest, form) => rest.replaceAll(form, "[redacted]"), clean);
}

/** Secrets as they stand in texts, in JSON and in URLs; the longest first, so that no end of one is left. */
function forms(secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => secret !== "")
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length);
}

/** Control characters escaped, so that no message can look like two. */
function onOneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

function fieldText(fields: LogFields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? JSON.stringify(value) : value}`)
    .join("");
}

const encoder = new TextEncoder();

function writeToStderr(line: string): void {
  Deno.stderr.writeSync(encoder.encode(line));
}
