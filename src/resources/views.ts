/**
 * The pages of views (MCP Apps), which clients show beside the answer of a tool. `deno task views` builds them; each is
 * loaded when it is first read.
 */

import { AppError } from "../base/errors.ts";
import { isViewName, viewMimeType as mimeType, type ViewName } from "../base/view_messages.ts";
import type { Resource } from "../resource.ts";

/** Any version gets the page that there is: clients may remember an old URI. */
const pattern = /^ui:\/\/jupyter-mcp\/[^/]+\/(\w+)\.html$/;

type LoadPage = () => Promise<{ readonly default: Uint8Array<ArrayBuffer> }>;

const pages: Readonly<Record<ViewName, LoadPage>> = {
  figure: () => import("../views/built/figure.html.gz", { with: { type: "bytes" } }),
  run: () => import("../views/built/run.html.gz", { with: { type: "bytes" } }),
  table: () => import("../views/built/table.html.gz", { with: { type: "bytes" } }),
};

export const views: Resource = {
  name: "views",
  title: "Views",
  description: "Pages that show tables, figures and runs to the person",
  template: "ui://jupyter-mcp/{version}/{view}.html",
  mimeType,
  isForViews: true,
  matches: (uri) => pattern.test(uri),
  // Tools name the view that belongs to them.
  list: () => [],
  async read(uri) {
    const [, name = ""] = pattern.exec(uri) ?? [];
    if (!isViewName(name)) throw new AppError("file_not_found", `Cannot read view "${name}": there is none`);
    const text = await decompressed((await pages[name]()).default);
    // No domain is declared: the page needs no network, and gets none.
    const meta = { ui: { prefersBorder: true, permissions: { clipboardWrite: {} } } };
    return { uri, mimeType, body: { kind: "text", text }, meta };
  },
  complete: () => [],
};

async function decompressed(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}
