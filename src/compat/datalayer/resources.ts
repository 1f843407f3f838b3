/** The resources of the Datalayer API: notebooks in use, their cells and outputs, and the server's capabilities. */

import {
  type CompatContent,
  CompatError,
  type CompatResource,
  type CompatTemplate,
} from "../../compat_api.ts";
import type { Cell, Notebook } from "../../jupyter/nbformat/notebook.ts";
import { textOf } from "../../output/mime_bundles.ts";
import type { Client } from "./client.ts";
import { sourceLines } from "./tables.ts";

const notebookTtl = 5_000;
const outputTtl = 60_000;

export const resources: readonly CompatResource[] = [{
  uri: "capabilities://",
  name: "capabilities_resource",
  description: "What this server does by itself",
  mimeType: "text/plain",
}];

export const templates: readonly CompatTemplate[] = [
  {
    uriTemplate: "notebook://{name}",
    name: "notebook",
    description: "A notebook in use as JSON",
    mimeType: "application/x-ipynb+json",
    audience: ["assistant", "user"],
    ttlMs: notebookTtl,
  },
  {
    uriTemplate: "notebook://{name}/cells/{cell_id}",
    name: "notebook-cell",
    description: "One cell, with its outputs listed",
    mimeType: "application/json",
    audience: ["assistant", "user"],
    ttlMs: notebookTtl,
  },
  {
    uriTemplate: "notebook://{name}/cells/{cell_id}/outputs/{index}",
    name: "notebook-cell-output",
    description: "One output of a cell, under its own type",
    mimeType: "text/plain",
    audience: ["assistant"],
    ttlMs: outputTtl,
  },
];

const address = /^notebook:\/\/([^/]+)(?:\/cells\/([^/]+)(?:\/outputs\/([^/]+))?)?$/;

export async function readResource(client: Client, uri: string): Promise<CompatContent> {
  if (uri.replace(/\/*$/, "") === "capabilities:") {
    return { uri, mimeType: "text/plain", text: JSON.stringify(capabilities, null, 2) };
  }
  const [, name, cellId, index] = address.exec(uri)?.map((part) => decoded(part)) ?? [];
  if (name === undefined) throw new CompatError(`Unknown resource: ${uri}`);
  const notebook = await notebookOf(client, name);
  if (cellId === undefined) {
    return { uri, ...held(notebookTtl), mimeType: "application/x-ipynb+json", text: notebookText(notebook) };
  }
  const place = notebook.cells.findIndex((cell) => cell.id === cellId);
  const cell = notebook.cells[place];
  if (cell === undefined) {
    throw new CompatError(
      `No cell with id '${cellId}' in this notebook. Cell ids are on every cell result; an index is not an id.`,
    );
  }
  if (index === undefined) {
    return { uri, ...held(notebookTtl), mimeType: "application/json", text: cellText({ name, place, cell }) };
  }
  return { uri, ...held(outputTtl), ...outputContent(cell, index) };
}

const capabilities = {
  version: "1",
  capabilities: ["kernel.auto-restart", "kernel.adopt-session"],
  declared: [
    {
      name: "kernel.auto-restart",
      description: "A kernel that is gone is replaced",
      enabled: true,
      source: "default",
    },
    {
      name: "kernel.adopt-session",
      description: "A notebook's own kernel is used",
      enabled: true,
      source: "default",
    },
  ],
};

function held(ttlMs: number) {
  return { meta: { "io.modelcontextprotocol/cache": { ttlMs, cacheScope: "private" } } };
}

async function notebookOf(client: Client, name: string): Promise<Notebook> {
  if (typeof client.notebooks.get(name)?.path !== "string") {
    throw new CompatError(
      `No notebook named '${name}' is in use. Open one with use_notebook, and list what is open with list_notebooks.`,
    );
  }
  const { used, path } = client.pathOf(name);
  return await used.servers.documents.notebooks.use(path, (backend) => backend.read());
}

function notebookText({ cells, metadata, nbformat, nbformat_minor }: Notebook): string {
  const listed = cells.map(({ cell_type, source, metadata, id, execution_count, outputs }, index) => ({
    index,
    cell_type,
    source,
    metadata,
    id: id ?? "",
    execution_count: execution_count ?? null,
    outputs: outputs ?? [],
  }));
  return JSON.stringify({ cells: listed, metadata, nbformat, nbformat_minor }, null, 2);
}

function cellText({ name, place, cell }: { name: string; place: number; cell: Cell }): string {
  const lines = sourceLines(cell.source);
  return JSON.stringify(
    {
      id: cell.id ?? "",
      index: place,
      cell_type: cell.cell_type,
      source: lines.map((line, at) => at < lines.length - 1 ? `${line}\n` : line),
      execution_count: cell.execution_count ?? null,
      outputs: (cell.outputs ?? []).map((output, index) => ({
        index,
        mimeType: mimeOf(output),
        uri: `notebook://${encodeURIComponent(name)}/cells/${cell.id ?? ""}/outputs/${index}`,
      })),
    },
    null,
    2,
  );
}

type AnyOutput = NonNullable<Cell["outputs"]>[number];

function bundleOf(output: AnyOutput): Readonly<Record<string, unknown>> {
  const data: unknown = output["data"];
  return typeof data === "object" && data !== null ? { ...data } : {};
}

/** The richest type: every kernel adds plain text as well. */
function mimeOf(output: AnyOutput): string {
  return Object.keys(bundleOf(output)).find((type) => type !== "text/plain") ?? "text/plain";
}

function outputContent(cell: Cell, index: string) {
  const outputs = cell.outputs ?? [];
  const output = /^\d+$/.test(index) ? outputs[Number(index)] : undefined;
  if (output === undefined) {
    throw new CompatError(`Cell ${cell.id} has ${outputs.length} output(s); there is no ${index}`);
  }
  const mimeType = mimeOf(output);
  const value = bundleOf(output)[mimeType];
  if (/^image\/(?!svg)/.test(mimeType)) return { mimeType, blob: (textOf(value) ?? "").replaceAll("\n", "") };
  if (output.output_type === "stream") return { mimeType, text: textOf(output["text"]) ?? "" };
  if (output.output_type === "error") {
    return { mimeType, text: textOfLines(output["traceback"]).join("\n") || errorLine(output) };
  }
  return { mimeType, text: textOf(value) ?? JSON.stringify(value) ?? "" };
}

/** The text of an error without a traceback. */
function errorLine(output: AnyOutput): string {
  return `${output["ename"] ?? "Error"}: ${output["evalue"] ?? ""}`;
}

function textOfLines(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function decoded(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
