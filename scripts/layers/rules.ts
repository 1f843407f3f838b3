/** The architecture as data. A path ending in `/` stands for everything below it. */

export interface Layer {
  readonly name: string;
  readonly paths: readonly string[];
  /** Names of the layers it may import, besides itself. */
  readonly imports: readonly string[];
  /** The files may import each other; `false` for layers of independent parts. */
  readonly together: boolean;
  /** What it imports from elsewhere must be `import type`. */
  readonly typesOnly?: boolean;
}

const base = ["base"];
const domain = ["jupyter", "files", "charts", "knowledge", "images"];
const contract = [...base, ...domain, "tool"];
const serving = [...contract, "render"];

/** Who may import whom, from the top down. A file in no layer is a violation. */
export const layers: readonly Layer[] = [
  { name: "launcher", paths: ["main.ts"], imports: [...base, "launch"], together: true },
  {
    name: "server",
    paths: [
      "src/server.ts",
      "src/app.ts",
      "src/services.ts",
      "src/observation.ts",
      "src/heir.ts",
      "src/outlive.ts",
      "src/sealed_environment.ts",
      "src/datalayer_program.ts",
      "src/chartelier_program.ts",
    ],
    imports: [...serving, "tools", "resources", "prompts", "mcp", "compat"],
    together: true,
  },
  { name: "renderer", paths: ["src/renderer.ts"], imports: [...base, "files", "render"], together: true },
  { name: "launch", paths: ["src/launch/"], imports: [...base, "knowledge"], together: true },
  {
    name: "mcp",
    paths: ["src/mcp/"],
    imports: [...serving, "tools", "resources", "prompts"],
    together: true,
  },
  { name: "compat", paths: ["src/compat/"], imports: [...serving, "tools"], together: true },
  { name: "tools", paths: ["src/tools/"], imports: serving, together: false },
  { name: "resources", paths: ["src/resources/"], imports: serving, together: true },
  { name: "prompts", paths: ["src/prompts/"], imports: serving, together: true },
  { name: "render", paths: ["src/render/"], imports: contract, together: true },
  {
    name: "tool",
    paths: ["src/tool.ts", "src/tool_arguments.ts", "src/resource.ts", "src/prompt.ts", "src/face.ts"],
    imports: [...base, ...domain],
    together: true,
    typesOnly: true,
  },
  { name: "jupyter", paths: ["src/jupyter/"], imports: base, together: true },
  { name: "files", paths: ["src/files/"], imports: base, together: true },
  { name: "charts", paths: ["src/charts/"], imports: [...base, "files"], together: true },
  { name: "knowledge", paths: ["src/knowledge/"], imports: base, together: true },
  { name: "images", paths: ["src/images.ts"], imports: base, together: true },
  {
    name: "base",
    paths: [
      "src/options.ts",
      "src/option_checks.ts",
      "src/log.ts",
      "src/loopback.ts",
      "src/errors.ts",
      "src/near_names.ts",
      "src/plural.ts",
      "src/python_numbers.ts",
      "src/rooms.ts",
      "src/frames.ts",
      "src/secrets.ts",
      "src/spans.ts",
      "src/trace_context.ts",
      "src/unhandled.ts",
      "src/metrics.ts",
      "src/pinned_fetch.ts",
      "src/login_session.ts",
      "src/hub_address.ts",
    ],
    imports: [],
    together: true,
  },
];

/** Files that may import every other file of their layer although it is not `together`: a folder's door. */
export const doors = /^src\/tools\/([^/]+\/)?mod\.ts$/;

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
    what: "drawing (vega, resvg, photon)",
    pattern: /^(npm:)?(vega|vega-lite|@resvg\/.*|@cf-wasm\/.*)(\/|@|$)/,
    allowed: ["src/charts/", "src/render/", "src/renderer.ts", "tests/"],
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
    // The bundler puts a value that is used once in the place of its name, and nothing disposes of it then.
    what: "`using` (it is lost in the bundle: close in a `finally`)",
    pattern: /(^|[;{}]\s*|\n\s*)(await\s+)?using\s+\w+\s*=/,
    allowed: ["scripts/", "tests/"],
  },
  { what: "console", pattern: /(?<![.\w"'`-])console\s*\./, allowed: ["scripts/", "tests/"] },
];

export const forbiddenNames = /(^|\/)(utils?|helpers?|common|index)(\.ts|\/)/;

/** The first limit that fits a path holds. */
export const lengthLimits: readonly { readonly pattern: RegExp; readonly lines: number }[] = [
  { pattern: /^src\/tools\/[^/]+\/[^/]+\.ts$/, lines: 80 },
  { pattern: /\.ts$/, lines: 700 },
];
