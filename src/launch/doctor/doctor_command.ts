/** `jupyter-mcp doctor`: looks over Jupyter and the way to it, and says what to mend. */

import { createLogger } from "../../base/log.ts";
import { allOptions, UsageError } from "../../base/options.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { splitArguments } from "../command.ts";
import { readOptions } from "../command_line.ts";
import { painter } from "../colour.ts";
import type { Command } from "../commands.ts";
import { discover } from "../jupyter/discover.ts";
import { loopbackBypass } from "../loopback_proxy.ts";
import { printText } from "../terminal.ts";
import { chooseJupyter } from "../jupyter/target.ts";
import type { Machine } from "../user_folders.ts";
import type { Check } from "./check.ts";
import { examine } from "./examine.ts";
import { skippedChecks } from "./left_out.ts";
import { checkOptions } from "./option_check.ts";
import { checkLines, conclusion } from "./report.ts";

const help = `jupyter-mcp doctor looks over the Jupyter that would be used and the way to it: address,
token or password, version, kernels, WebSockets, collaboration, browser, clock, proxies, TLS.
It changes nothing.

Usage:
  jupyter-mcp doctor [--json] [--jupyter-url <url>] [--token-file <path>]
                     [--password-file <path>] [--ca-cert <path>]

Options:
  --json                      Print the checks as JSON, for programs; those that an earlier
                              one kept from being made are there too, as skipped

The exit code is 0 where nothing failed, else 1.
`;

/** The checks say what was found; only a warning, as of a token file that others can read, is news. */
const logger = createLogger({ level: "warning" });

const taken = ["--jupyter-url", "--token-file", "--password-file", "--ca-cert"];

const flags = [
  { flag: "--json", help: "Print the checks as JSON, for programs" },
  ...allOptions.filter(({ flag }) => flag !== undefined && taken.includes(flag)),
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
    for await (const check of findings(given, machine)) {
      checks.push(check);
      if (!asJson) printText(checkLines(check, paint));
    }
    const ok = checks.every(({ state }) => state !== "failed");
    const json = () => JSON.stringify({ ok, checks: [...checks, ...skippedChecks(checks)] }, null, 2);
    printText(asJson ? `${json()}\n` : `\n${conclusion(checks)}`);
    return ok ? 0 : 1;
  },
};

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
