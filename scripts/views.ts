/**
 * Builds the views: each page with its script and styles in one compressed file, which the program loads on first use.
 *
 *     deno task views
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import plotly from "plotly.js-cartesian-dist-min/plotly-cartesian.min.js" with { type: "bytes" };
import { type ViewName, viewNames } from "../src/base/view_messages.ts";
import { encodeBase85 } from "../src/views/figure/base85.ts";
import { say } from "./terminal.ts";

const sources = fileURLToPath(new URL("../src/views/", import.meta.url));
const built = join(sources, "built");

/** Where the page of a view is built. */
export function viewFile(name: string): string {
  return join(built, `${name}.html.gz`);
}

/** Builds every view. */
export async function buildViews(): Promise<void> {
  await Deno.mkdir(built, { recursive: true });
  for (const name of viewNames) {
    await Deno.writeFile(viewFile(name), gzipSync(await pageOf(name), { level: 9 }));
  }
}

/** Scripts that a page runs when it needs them, by the id of their element. Some clients keep no page of over 1 MiB. */
const libraries: Readonly<Partial<Record<ViewName, () => Promise<Readonly<Record<string, Uint8Array>>>>>> = {
  figure: async () => ({
    plotly,
    vega: new TextEncoder().encode(await bundled(join(sources, "figure/vega_library.ts"))),
  }),
};

async function pageOf(name: ViewName): Promise<string> {
  const styles = await Promise.all(["view.css", `${name}/${name}.css`].map((path) => readText(path)));
  const script = await bundled(join(sources, name, "main.ts"));
  const stored = Object.entries(await libraries[name]?.() ?? {}).map(([id, code]) =>
    `<script type="text/plain" id="${id}">${encodeBase85(gzipSync(code, { level: 9 }))}</script>\n`
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${styles.join("").replaceAll(/\n\s*/g, "\n")}</style>
</head>
<body>
${stored.join("")}<script>${inScript(script)}</script>
</body>
</html>
`;
}

/** A script must not end the element that it is in. */
function inScript(script: string): string {
  return script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--").trim();
}

async function readText(path: string): Promise<string> {
  return await Deno.readTextFile(join(sources, path));
}

/** In a scope of its own: the scripts of a page would overwrite each other's short names. */
async function bundled(path: string): Promise<string> {
  const args = ["bundle", "--quiet", "--platform", "browser", "--minify", path];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`Cannot bundle "${path}": ${new TextDecoder().decode(stderr)}`);
  return `(()=>{"use strict";${new TextDecoder().decode(stdout)}})();`;
}

if (import.meta.main) {
  await buildViews();
  for (const name of viewNames) {
    const { size } = await Deno.stat(viewFile(name));
    say(`built ${name}.html.gz (${(size / 1_000).toFixed(1)} kB)`);
  }
}
