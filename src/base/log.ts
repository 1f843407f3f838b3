/**
 * The logger. Writes to stderr only (stdout belongs to MCP), one line per event:
 * `2026-01-31T09:00:00.000Z info tool execute_code ok ms=12`, or the same as a JSON object.
 *
 * No secret given to {@linkcode createLogger} and nothing that looks like a token in a URL is ever written.
 */

import { AppError } from "./errors.ts";

export const logLevels = ["debug", "info", "warning", "error"] as const;
type LogLevel = (typeof logLevels)[number];

export const logFormats = ["text", "json"] as const;
type LogFormat = (typeof logFormats)[number];

const severities: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warning: 2, error: 3 };

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Logger = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>>;

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly format?: LogFormat;
  /** Texts that must never appear, such as tokens. */
  readonly secrets?: readonly string[];
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

/** Creates a logger whose lines contain none of the secrets. */
export function createLogger(options: LoggerOptions): Logger {
  const { level, secrets = [], write = writeToStderr, now = () => new Date() } = options;
  const lineOf = options.format === "json" ? jsonLine : textLine;
  return loggerOf((severity, message, fields) => {
    if (severities[severity] < severities[level]) return;
    const line = lineOf({ time: now().toISOString(), level: severity, message, fields }, secrets);
    try {
      write(`${line}\n`);
    } catch {
      // Stderr is closed, which must not fail the work being logged.
    }
  });
}

/** A logger that writes each line with this function. */
export function loggerOf(write: (level: LogLevel, message: string, fields: LogFields) => void): Logger {
  const at = (level: LogLevel) => (message: string, fields: LogFields = {}) => write(level, message, fields);
  return { debug: at("debug"), info: at("info"), warning: at("warning"), error: at("error") };
}

/** A logger that adds these fields to every line. */
export function withFields(log: Logger, added: LogFields): Logger {
  return loggerOf((level, message, fields) => log[level](message, { ...fields, ...added }));
}

interface Event {
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

function textLine({ time, level, message, fields }: Event, secrets: readonly string[]): string {
  return onOneLine(redact(`${time} ${level} ${message}${fieldText(fields, message)}`, secrets));
}

/** Values are redacted one by one, so that a secret with a quote in it does not break the JSON. */
function jsonLine({ fields, ...event }: Event, secrets: readonly string[]): string {
  const text = JSON.stringify(
    { ...event, ...fields },
    (_, value: unknown) => typeof value === "string" ? redact(value, secrets) : value,
  );
  return text.replace(/\p{Cc}/gu, (character) => `\\u${codeOf(character).padStart(4, "0")}`);
}

/** Replaces secrets, and values of `token=` in URLs, with `[redacted]`; replacements are not searched again. */
export function redact(text: string, secrets: readonly string[]): string {
  return redactor(secrets)(text);
}

/** The same for many texts. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const hidden = new RegExp([inUrls, ...forms(secrets).map(pattern)].join("|"), "g");
  return (text) => text.replace(hidden, "[redacted]");
}

/** Checks whether a text contains one of these secrets, literally or as JSON and URLs encode it. */
export function detector(secrets: readonly string[]): (text: string) => boolean {
  const known = forms(secrets);
  return (text) => known.some((form) => text.includes(form));
}

/** Whether a secret is long enough to be distinguished from ordinary words. */
export function isDistinct(secret: string): boolean {
  return secret.length >= leastDistinct;
}

const inUrls = String.raw`(?<=[?&#](?i:token)=)[^&\s"']+`;

/** Secrets as they appear in text, JSON and URLs; longest first, so that no part of a secret remains. */
function forms(secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => secret !== "")
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length);
}

/** Shorter secrets are parts of common words: redacting them everywhere would garble the log and reveal them by the gaps. */
const leastDistinct = 8;
/** Where a word can begin, including after the escapes of URLs and JSON, which end in letters. */
const wordBegins = String.raw`(?<=^|\W|%[\da-fA-F]{2}|\\[bfnrt]|\\u[\da-fA-F]{4})`;
const wordEnds = String.raw`(?!\w)`;

function pattern(form: string): string {
  const literal = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return isDistinct(form) ? literal : wordBegins + literal + wordEnds;
}

/** Escapes control characters, so that one message cannot look like two. */
function onOneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replace(
    /\p{Cc}/gu,
    (character) => `\\x${codeOf(character).padStart(2, "0")}`,
  );
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

/** Leaves out values that the message itself contains. */
function fieldText(fields: LogFields, message: string): string {
  const words: readonly unknown[] = message.split(" ");
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && !words.includes(value))
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? JSON.stringify(value) : value}`)
    .join("");
}

const encoder = new TextEncoder();

function writeToStderr(line: string): void {
  Deno.stderr.writeSync(encoder.encode(line));
}

/**
 * Unhandled errors are bugs. They are logged with their place in the code, but without the message, which may contain
 * the user's data, and the process continues. This is only a safety net: every promise has an owner.
 */

const mostFrames = 8;

/** Logs unhandled rejections and exceptions of this isolate instead of letting them end it. */
export function logUnhandled(log: Logger): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error(`internal error: unhandled rejection: ${describeErrorOrigin(event.reason)}`);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error(`internal error: unhandled exception: ${describeErrorOrigin(event.error)}`);
  });
}

/** The kind of an error and where it was thrown. */
export function describeErrorOrigin(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const kind = error instanceof AppError ? `${error.name} ${error.code}` : error.name;
  return kind + framesOf(error).slice(0, mostFrames).join("");
}

/** The stack without the message before it, which may contain lines that look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  return stack.slice(stack.indexOf(message) + message.length).split("\n").filter((line) =>
    /^\s+at /.test(line)
  );
}
