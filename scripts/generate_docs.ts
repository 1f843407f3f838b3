/**
 * Generates files from the code: the schema snapshots, `docs/tools.md`, the helps of the commands in `docs/command-line.md`, the list of error codes in `docs/troubleshooting.md`, the
 * scenarios that `docs/conformance.md` excuses, the table of options in `docs/configuration.md`, `manifest.json` and the
 * manifests of plugins.
 *
 *     deno task docs            writes
 *     deno task docs --check    writes nothing; fails and shows the difference where something is out of date
 */

import config from "../deno.json" with { type: "json" };
import { commands } from "../src/launch/commands.ts";
import { optionsTable } from "../src/launch/help.ts";
import { errorTable } from "./docs/error_table.ts";
import { excusedTable } from "./docs/excused_table.ts";
import { lineDiff } from "./docs/line_diff.ts";
import { replaceMarked } from "./docs/markers.ts";
import { listTools } from "./docs/listed_tool.ts";
import { toolReference } from "./docs/tool_reference.ts";
import { bundleManifest } from "./packages/mcpb.ts";
import { pluginManifests } from "./packages/plugins.ts";
import { complain, say } from "./terminal.ts";

const root = new URL("../", import.meta.url);
const snapshots = "tests/snapshots/tools/";
const troubleshooting = "docs/troubleshooting.md";
const conformance = "docs/conformance.md";
const configuration = "docs/configuration.md";
const commandLine = "docs/command-line.md";

/** Expected content by path; `undefined` for a file that must not exist. */
type Wanted = Map<string, string | undefined>;

async function wantedFiles(): Promise<Wanted> {
  const tools = await listTools(root);
  const wanted: Wanted = new Map();
  for (const path of await namesIn(snapshots)) wanted.set(path, undefined);
  for (const tool of tools) wanted.set(`${snapshots}${tool.name}.json`, json(tool.listed));
  // For readers: each bundle gets the one of its platform.
  wanted.set("manifest.json", json(bundleManifest({ version: config.version })));
  for (const [path, manifest] of Object.entries(pluginManifests(config.version))) {
    wanted.set(path, json(manifest));
  }
  wanted.set("docs/tools.md", await formatted(toolReference(tools)));
  wanted.set(configuration, await withTable(configuration, "options", optionsTable()));
  wanted.set(troubleshooting, await withTable(troubleshooting, "errors", errorTable()));
  wanted.set(commandLine, await withTable(commandLine, "commands", await commandHelps()));
  wanted.set(conformance, await withTable(conformance, "excused", excusedTable()));
  return wanted;
}

/** Every command with its help. */
async function commandHelps(): Promise<string> {
  const helps = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) =>
      `### ${name}\n\n\`\`\`text\n${(await load()).help}\`\`\`\n`
    ),
  );
  return helps.join("\n");
}

async function withTable(path: string, name: string, table: string): Promise<string> {
  return await formatted(replaceMarked(await Deno.readTextFile(new URL(path, root)), name, table));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function apply(wanted: Wanted): Promise<void> {
  for (const [path, text] of wanted) {
    if (text === undefined) await Deno.remove(new URL(path, root));
    else await write(path, text);
  }
  say(`wrote ${wanted.size} files`);
}

async function check(wanted: Wanted): Promise<boolean> {
  let upToDate = true;
  for (const [path, text] of wanted) {
    const present = await readIfThere(path);
    if (present === text) continue;
    upToDate = false;
    complain(`\n${path} is out of date\n${lineDiff(present ?? "", text ?? "")}`);
  }
  if (upToDate) say(`${wanted.size} generated files are up to date`);
  else complain("\nrun: deno task docs");
  return upToDate;
}

async function write(path: string, text: string): Promise<void> {
  const url = new URL(path, root);
  await Deno.mkdir(new URL(".", url), { recursive: true });
  await Deno.writeTextFile(url, text);
}

/** As `deno fmt` would leave it, so that the two never disagree. */
async function formatted(markdown: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "-"],
    cwd: root,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(markdown));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("Cannot format Markdown: deno fmt failed");
  return new TextDecoder().decode(stdout);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(new URL(folder, root)));
    return entries.map((entry) => `${folder}${entry.name}`).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(new URL(path, root));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

if (import.meta.main) {
  const wanted = await wantedFiles();
  if (!Deno.args.includes("--check")) await apply(wanted);
  else if (!await check(wanted)) Deno.exit(1);
}
