/** `jupyter-mcp doctor`: checks Jupyter and the connection to it, and says what to fix. */

import { createLogger } from "../../base/log.ts";
import { allOptions, readOptions, UsageError } from "../../base/options.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { type Command, flagLines, splitArguments, suggestion } from "../command.ts";
import { type ClientName, clients, isClientName } from "../install/clients.ts";
import { typedCommand } from "../own_program.ts";
import { stopSignal } from "../processes.ts";
import { type Painter, painter, printText } from "../terminal.ts";
import { discover } from "../jupyter/discover.ts";
import { loopbackBypass } from "../../base/net/loopback.ts";
import { chooseJupyter } from "../jupyter/target.ts";
import type { Machine } from "../user_folders.ts";
import { addressFix, type Check } from "./checks.ts";
import { examineClient } from "./client_checks.ts";
import { examine } from "./examine.ts";

const ownFlags = [
  {
    flag: "--client",
    value: "<name>",
    help:
      "Check this client's entry instead: start its command as the client would, list its tools, ask Jupyter; " +
      Object.keys(clients).join(", "),
    choices: Object.keys(clients),
  },
  {
    flag: "--name",
    value: "<name>",
    help: "Name of the server in the client [default:\u00a0jupyter]",
  },
  {
    flag: "--json",
    help:
      "Print the checks as JSON, for programs; includes checks that were skipped because an earlier one failed",
  },
] as const;

const help = `jupyter-mcp doctor checks the Jupyter that would be used and the connection to
it: address, token or password, version, kernels, WebSockets, collaboration,
browser, clock, proxies, TLS. It does not change anything.

Usage:
  jupyter-mcp doctor [--json] [--jupyter-url <url>] [--token-file <path>]
                     [--password-file <path>] [--ca-cert <path>]
                     [--jupyter-root <path>]
  jupyter-mcp doctor --client <name> [--name <name>] [--json]

Options:
${flagLines(ownFlags)}

The exit code is 0 if no check failed, otherwise 1.
`;

/** The checks report what was found; only warnings add to that, such as a token file that others can read. */
const logger = createLogger({ level: "warning" });

const flags = [
  ...ownFlags,
  ...allOptions.filter(({ group }) => group === "Jupyter"),
];

export const doctorCommand: Command = {
  help,
  flags,
  run: async (args, machine) => {
    const { given } = splitArguments(args, { command: "doctor", flags });
    for (const [name, value] of Object.entries(loopbackBypass(machine.env))) Deno.env.set(name, value);
    const asJson = given.has("--json");
    const paint = painter({ env: machine.env, isTerminal: Deno.stdout.isTerminal() });
    const checks: Check[] = [];
    const client = clientOf(given);
    const stop = new AbortController();
    const found = client === undefined ? findings(given, machine) : examineClient({
      clientId: client,
      name: given.get("--name") ?? "jupyter",
      machine,
      signal: stop.signal,
    });
    if (client !== undefined) stopSignal().then(() => stop.abort());
    for await (const check of found) {
      if (stop.signal.aborted) return 130;
      checks.push(check);
      if (!asJson) printText(checkLines(check, paint));
    }
    const ok = checks.every(({ state }) => state !== "failed");
    const skipped = client === undefined ? skippedChecks(checks) : [];
    const json = () => JSON.stringify({ ok, checks: [...checks, ...skipped] }, null, 2);
    printText(asJson ? `${json()}\n` : `\n${conclusion(checks)}`);
    return ok ? 0 : 1;
  },
};

function clientOf(given: ReadonlyMap<string, string>): ClientName | undefined {
  const name = given.get("--client");
  if (name === undefined || isClientName(name)) return name;
  const known = Object.keys(clients);
  throw new UsageError(`Unknown client "${name}": ${suggestion(name, { known, command: "doctor" })}`);
}

async function* findings(given: ReadonlyMap<string, string>, machine: Machine): AsyncGenerator<Check> {
  const cwd = Deno.cwd();
  let target: JupyterTarget;
  try {
    const options = readOptions(given, machine.env);
    ({ target } = await chooseJupyter({ options, machine, cwd, logger }));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return yield checkOptions(error);
  }
  const running = (await discover({ machine, cwd })).map(({ url }) => url);
  yield* examine(target, { machine, running });
}

/** Formats checks for people: one line each, with the fix below. */

const marks = { ok: "✔", warning: "!", failed: "✘", skipped: "–" } as const;
const colours = { ok: "green", warning: "yellow", failed: "red", skipped: "grey" } as const;

/** The lines of one check. */
export function checkLines({ name, state, found, fix }: Check, paint: Painter): string {
  const line = `${paint(marks[state], colours[state])} ${name.padEnd(15)}${found}\n`;
  return fix === undefined ? line : `${line}  ${" ".repeat(15)}→ ${fix}\n`;
}

/** What was tested, and with which result. */
export function conclusion(checks: readonly Check[]): string {
  const namesOf = (state: Check["state"]) =>
    checks.filter((check) => check.state === state).map(({ name }) => name);
  const failed = namesOf("failed").length;
  if (failed > 0) return `${failed} of ${checks.length} checks failed\n`;
  const results = [
    ["Works", namesOf("ok")],
    ["Warnings", namesOf("warning")],
    ["Not tested", namesOf("skipped")],
  ] as const;
  return results.flatMap(([result, names]) => names.length === 0 ? [] : `${result}: ${names.join(", ")}\n`)
    .join("");
}

/** The checks that were not made, so that programs always find every check in the JSON. */

/** The name of every check that a running server gets. */
const names = [
  "Jupyter",
  "Proxy",
  "Address",
  "TLS",
  "Version",
  "Clock",
  "Token",
  "Kernels",
  "WebSocket",
  "Collaboration",
  "Browser",
  "In Jupyter",
] as const;

export function skippedChecks(made: readonly Check[]): readonly Check[] {
  const failed = made.find(({ state }) => state === "failed");
  const why = failed === undefined ? "no server is running yet" : `${failed.name} failed`;
  const byPassword = made.some(({ name }) => name === "Password");
  return names.filter((name) => !made.some((check) => check.name === name)).map((name) => ({
    name,
    state: "skipped",
    found: name === "Token" && byPassword ? "a password is used instead" : `not checked, because ${why}`,
  }));
}

/** Reports invalid options like any other finding, because that is what doctor is for. */

/** By what the message says cannot be used. */
const cures: readonly (Pick<Check, "name"> & { readonly about: RegExp; readonly fix: string })[] = [
  { about: /^Cannot use (Jupyter URL|--jupyter-url|JUPYTER_SERVER_URL)\b/, name: "Address", fix: addressFix },
  {
    about: /^Cannot use (--token-file|JUPYTER_TOKEN)\b/,
    name: "Token",
    fix: "Give a readable file that contains only the token, or set JUPYTER_TOKEN",
  },
  {
    about: /^Cannot use (--password-file|JUPYTER_PASSWORD)\b/,
    name: "Password",
    fix: "Give a readable file that contains only the password, or set JUPYTER_PASSWORD",
  },
  {
    about: /^Cannot use --ca-cert\b/,
    name: "TLS",
    fix: "Give the file with the certificate of the authority that signed the server's, not its key",
  },
];

const others = {
  name: "Options",
  fix: `Correct or unset it: ${typedCommand()} --help describes each option`,
};

function checkOptions({ message }: UsageError): Check {
  const { name, fix } = cures.find(({ about }) => about.test(message)) ?? others;
  return { name, state: "failed", found: message, fix };
}
