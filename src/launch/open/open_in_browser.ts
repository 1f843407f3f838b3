/**
 * Opens a link in the person's browser.
 *
 * The link contains a token, and every user of the machine can see the arguments of a process. So the browser is given a
 * file that only this user can read and that leads to the link, as Jupyter itself does.
 */

import { findProgram } from "../jupyter/environment.ts";
import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";

/** Opens the link; false if there is no program for that. */
export async function openInBrowser(link: string, machine: Machine): Promise<boolean> {
  const command = opener(machine);
  if (command === undefined) return false;
  const [program, ...first] = command;
  const args = [...first, writePage(link, machine)];
  const { success } = await new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return success;
}

function opener(machine: Machine): readonly [string, ...string[]] | undefined {
  switch (machine.os) {
    case "darwin":
      return ["open"];
    case "windows":
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default: {
      const program = findProgram("xdg-open", machine);
      // Without a display it would start a browser for terminals, or none.
      const hasDisplay = Boolean(machine.env.DISPLAY || machine.env.WAYLAND_DISPLAY);
      return program === undefined || !hasDisplay ? undefined : [program];
    }
  }
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
