/**
 * Opens a link in the person's browser.
 *
 * The link contains a token, and every user of the machine can see the arguments of a process. So the browser is given a
 * file that only this user can read and that leads to the link, as Jupyter itself does.
 */

import { pathToFileURL } from "node:url";
import { settlesWithin } from "../../base/async.ts";
import { type CommandPrefix, findProgram } from "../jupyter/environment.ts";
import { dataFolder, isFile, type Machine, nonEmpty, pathsOf } from "../user_folders.ts";

/** A browser that is still running after this time has opened the page; milliseconds. */
const openLimitMs = 5_000;

/** Opens the link; false if there is no program for that, or none succeeds. */
export async function openInBrowser(link: string, machine: Machine): Promise<boolean> {
  const openers = openersOf(machine);
  if (openers.length === 0) return false;
  const page = writePage(link, machine);
  for (const opener of openers) if (await succeeds(opener(page))) return true;
  return false;
}

/** The command that shows a page, given by its path. */
type Opener = (page: string) => CommandPrefix;

/** The person's choice, or else the platform's. */
function openersOf(machine: Machine): readonly Opener[] {
  const chosen = nonEmpty(machine.env.BROWSER);
  return chosen === undefined ? platformOpener(machine) : chosenOpeners(chosen, machine);
}

/** The browsers in a list, as Python's `webbrowser` reads it: `%s` stands for the address, which otherwise comes last. */
function chosenOpeners(list: string, machine: Machine): readonly Opener[] {
  return list.split(pathsOf(machine).delimiter).flatMap((entry): readonly Opener[] => {
    const command = entry.replace(/&\s*$/, "").trim();
    const [name = "", ...args] = isFile(command) ? [command] : command.split(/\s+/);
    const program = isFile(name) ? name : findProgram(name, machine);
    if (program === undefined || opensElsewhere.test(program)) return [];
    const all = args.some((arg) => arg.includes("%s")) ? args : [...args, "%s"];
    return [(page) => [program, ...all.map((arg) => arg.replaceAll("%s", pathToFileURL(page).href))]];
  });
}

/** VS Code sets it in remote terminals and containers: it opens addresses on another machine, where our page is not. */
const opensElsewhere = /[/\\]helpers[/\\]browser(\.\w+)?$/;

function platformOpener(machine: Machine): readonly Opener[] {
  switch (machine.os) {
    case "darwin":
      return [(page) => ["open", page]];
    case "windows":
      return [(page) => ["rundll32", "url.dll,FileProtocolHandler", page]];
    default: {
      const program = findProgram("xdg-open", machine);
      // Without a display it would start a browser for terminals, or none.
      const hasDisplay = Boolean(machine.env.DISPLAY || machine.env.WAYLAND_DISPLAY);
      return program === undefined || !hasDisplay ? [] : [(page) => [program, page]];
    }
  }
}

async function succeeds([program, ...args]: CommandPrefix): Promise<boolean> {
  // Detached, so that Ctrl-C does not end the browser.
  const options = { args, stdin: "null", stdout: "null", stderr: "null", detached: true } as const;
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, options).spawn();
  } catch {
    return false; // It is not a program for this machine.
  }
  child.unref();
  let hasFailed = false;
  await settlesWithin(child.status.then(({ success }) => void (hasFailed = !success)), openLimitMs);
  return !hasFailed;
}

/** Writes a page that leads to the link; returns its path. */
function writePage(link: string, machine: Machine): string {
  const folder = dataFolder(machine);
  Deno.mkdirSync(folder, { recursive: true });
  const path = pathsOf(machine).join(folder, "open.html");
  const escaped = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const page = `<!DOCTYPE html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${escaped}">
<title>Opening Jupyter</title>
<p><a href="${escaped}">Open Jupyter</a></p>
`;
  Deno.writeTextFileSync(path, page, { mode: 0o600 });
  return path;
}
