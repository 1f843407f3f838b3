/** What to paste into clients so that they start this program. */

import { join } from "node:path";

/** How a client starts the program. */
export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The compiled program if there is one, otherwise the source with this Deno. */
export async function programCommand(root: string): Promise<ProgramCommand> {
  const name = Deno.build.os === "windows" ? "jupyter-mcp.exe" : "jupyter-mcp";
  const binary = join(root, "dist", name);
  if (await isFile(binary)) return { command: binary, args: [] };
  return { command: Deno.execPath(), args: ["run", "--quiet", "--allow-all", join(root, "main.ts")] };
}

/** The line that adds it to Claude Code. */
export function claudeCodeLine({ command, args }: ProgramCommand): string {
  return ["claude mcp add --scope user jupyter --", command, ...args].map(quoted).join(" ");
}

/** `claude_desktop_config.json`, which Cursor's `mcp.json` has the form of. */
export function claudeDesktopConfig({ command, args }: ProgramCommand): string {
  const server = args.length === 0 ? { command } : { command, args };
  return JSON.stringify({ mcpServers: { jupyter: server } }, null, 2);
}

/** Where Claude Desktop keeps its configuration on this platform. */
export function claudeDesktopPath(): string {
  switch (Deno.build.os) {
    case "darwin":
      return "~/Library/Application Support/Claude/claude_desktop_config.json";
    case "windows":
      return "%APPDATA%\\Claude\\claude_desktop_config.json";
    default:
      return "~/.config/Claude/claude_desktop_config.json";
  }
}

function quoted(word: string, index: number): string {
  return index === 0 || /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}
