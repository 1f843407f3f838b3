/** `jupyter-mcp open`: shows the person the Jupyter that the program uses, in the browser. */

import { existsSync } from "node:fs";
import { createLogger } from "../../base/log.ts";
import { hubAddress, tokenHint } from "../../base/net/hub_address.ts";
import { loopbackBypass } from "../../base/net/loopback.ts";
import { allOptions, type Options, readOptions } from "../../base/options.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { type Command, flagLines, helpLine, splitArguments } from "../command.ts";
import { logIn, probe } from "../doctor/probe.ts";
import { stopBackground } from "../jupyter/background.ts";
import { realPath } from "../jupyter/discover.ts";
import { ManagedJupyter, rootFolder } from "../jupyter/managed.ts";
import { findJupyter, givenRoot } from "../jupyter/target.ts";
import { stopSignal } from "../processes.ts";
import { printText, writeLine } from "../terminal.ts";
import { type Machine, pathsOf } from "../user_folders.ts";
import { openInBrowser } from "./open_in_browser.ts";

const ownFlags = [
  { flag: "--print", help: "Print the link, which contains the token, instead of opening it" },
  { flag: "--stop", help: "Stop the Jupyter that call or run has started in the background" },
] as const;

const help = `jupyter-mcp open shows the Jupyter that this program uses in the browser: the
one that is running, even if it was started for an assistant. If none is
running, it starts one and keeps it running until you press Ctrl-C. The browser
is the one in BROWSER, or else the system's.

Usage:
  jupyter-mcp open [<notebook>] [--print] [options]
  jupyter-mcp open --stop

Options:
${flagLines(ownFlags)}
${helpLine("--jupyter-url <url>", "Open this server instead; its token in JUPYTER_TOKEN")}
${helpLine("--jupyter-root <path>", "Open or start the Jupyter that serves this folder")}

Examples:
  jupyter-mcp open
  jupyter-mcp open analysis.ipynb
  jupyter-mcp open --print
`;

const flags = [
  ...ownFlags,
  ...allOptions.filter(({ group }) => group === "Jupyter"),
];

export const openCommand: Command = {
  help,
  flags,
  takesFiles: true,
  run: async (args, machine) => {
    const { words: [notebook], given } = splitArguments(args, { command: "open", flags, words: 1 });
    if (given.has("--stop")) return await stop(machine);
    for (const [name, value] of Object.entries(loopbackBypass(machine.env))) Deno.env.set(name, value);
    const cwd = Deno.cwd();
    const options = readOptions(given, machine.env);
    const logger = createLogger({ level: "warning" });
    const show = { notebook, machine, isPrinted: given.has("--print") };
    const found = await findJupyter({ options, machine, cwd, logger, withManaged: true });
    return found === undefined ? await keepOpen({ options, machine, cwd }, show) : await showIn(found, show);
  },
};

async function stop(machine: Machine): Promise<number> {
  const count = await stopBackground(machine);
  writeLine(
    count === 0 ? "No Jupyter is running in the background" : "Stopped the Jupyter in the background",
  );
  return 0;
}

interface Show {
  readonly notebook: string | undefined;
  readonly machine: Machine;
  readonly isPrinted: boolean;
}

interface Place {
  readonly options: Options;
  readonly machine: Machine;
  readonly cwd: string;
}

/** Starts a Jupyter that every program finds, and keeps it until the person stops it. */
async function keepOpen({ options, machine, cwd }: Place, show: Show): Promise<number> {
  const signalled = stopSignal();
  const rootDir = givenRoot(options, machine) ?? await rootFolder(machine, cwd);
  const logger = createLogger({ level: "warning" });
  const jupyter = new ManagedJupyter({ machine, cwd, rootDir, logger, ownership: "found" });
  const answer = await jupyter.ensure();
  if (answer.kind === "jupyter_failed") {
    const { message, hint } = answer.error;
    writeLine(`jupyter-mcp: ${message}${hint === undefined ? "" : `\n${hint}`}`);
    return 1;
  }
  const code = await showIn({ ...jupyter.target, rootDir }, show);
  if (code === 0) {
    writeLine("Press Ctrl-C to stop Jupyter");
    await Promise.race([signalled, jupyter.ended()]);
  }
  await jupyter.stop(3_000);
  return code;
}

/** Prints or opens the page; returns the exit code. */
async function showIn(target: JupyterTarget, { notebook, machine, isPrinted }: Show): Promise<number> {
  const path = notebook === undefined ? undefined : notebookPath(target, { notebook, machine });
  const page = await findPage(target, path);
  if (typeof page !== "string") {
    writeLine(`jupyter-mcp: ${page.problem}`);
    return 1;
  }
  const link = linkTo(target, page);
  const served = target.rootDir === undefined ? "" : `, which serves ${target.rootDir}`;
  if (isPrinted) printText(`${link}\n`);
  else if (await openInBrowser(link, machine)) writeLine(`Opened ${page}${served}`);
  else {
    writeLine("No browser could be opened; open this link yourself:");
    printText(`${link}\n`);
  }
  return 0;
}

/** The path of a notebook below Jupyter's root: one in the current folder, or else as it was given. */
function notebookPath(
  { rootDir }: JupyterTarget,
  { notebook, machine }: { readonly notebook: string; readonly machine: Machine },
): string {
  const { resolve, relative, sep } = pathsOf(machine);
  const named = /\.\w+$/.test(notebook) ? notebook : `${notebook}.ipynb`;
  if (rootDir === undefined || rootDir === "") return named;
  const way = relative(realPath(rootDir), realPath(resolve(named)));
  const isBelow = existsSync(resolve(named)) && !/^\.\.([/\\]|$)|^[a-z]:|^\//i.test(way);
  return isBelow ? way.split(sep).join("/") : named;
}

/** The address of the page without its token, or why it cannot be shown. */
async function findPage(
  target: JupyterTarget,
  path: string | undefined,
): Promise<string | { readonly problem: string }> {
  const login = await logIn(target);
  if (login.kind === "refused") return { problem: `Cannot open ${target.url}: the password was refused` };
  if (login.kind === "silent") return { problem: `Cannot open ${target.url}: ${login.reason}` };
  const encoded = path?.split("/").map(encodeURIComponent).join("/");
  const asked = encoded === undefined ? "api/status" : `api/contents/${encoded}?content=0`;
  const answer = await probe(target, asked, login);
  if (answer.kind === "silent") return { problem: `Cannot open ${target.url}: ${answer.reason}` };
  if (answer.status === 404 && path !== undefined) {
    const place = target.rootDir ?? target.url;
    return { problem: `Cannot open notebook "${path}": it does not exist in ${place}` };
  }
  if (answer.status !== 200) {
    const isRefused = [302, 401, 403].includes(answer.status);
    const state = isRefused
      ? `the token was refused. ${tokenHint(target.url)}`
      : `it answered ${answer.status}`;
    return { problem: `Cannot open ${target.url}: ${state}` };
  }
  if (encoded === undefined) return target.url;
  const lab = await probe(target, "lab", login);
  const hasLab = lab.kind === "answered" && lab.status !== 404;
  return `${target.url}${hasLab ? "lab/tree" : "notebooks"}/${encoded}`;
}

/** On a hub the person is logged in by the hub, which takes no token in an address. */
function linkTo({ url, token }: JupyterTarget, page: string): string {
  if (token === "" || hubAddress(url) !== undefined) return page;
  return `${page}?${new URLSearchParams({ token })}`;
}
