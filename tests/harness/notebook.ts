/** Notebooks of a test: put on the server's disk as they are, and looked at there and in their room. */

import { join } from "node:path";
import { z } from "zod";
import { JupyterHttp } from "../../src/jupyter/rest/http.ts";
import { detectCollaboration } from "../../src/jupyter/rest/collaboration.ts";
import { NotebookRoom } from "../../src/jupyter/rtc/notebook_room.ts";
import { eventually } from "./eventually.ts";
import type { JupyterServer } from "./jupyter.ts";

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);
const diskCell = z.looseObject({
  id: z.string().optional(),
  cell_type: z.string(),
  source: text,
  outputs: z.array(z.looseObject({ output_type: z.string() })).optional(),
});
const diskNotebook = z.looseObject({
  nbformat_minor: z.number(),
  metadata: z.record(z.string(), z.unknown()),
  cells: z.array(diskCell),
});

export type DiskNotebook = z.infer<typeof diskNotebook>;
export type NewCell = Readonly<Record<string, unknown>>;

/** A name that no other test has; `begin` may hold folders. */
export function freshPath(begin = "nb"): string {
  return `${begin}-${crypto.randomUUID()}.ipynb`;
}

export function code(id: string, source: string, more: NewCell = {}): NewCell {
  return { id, cell_type: "code", source, metadata: {}, outputs: [], execution_count: null, ...more };
}

export function markdown(id: string, source: string, more: NewCell = {}): NewCell {
  return { id, cell_type: "markdown", source, metadata: {}, ...more };
}

export function raw(id: string, source: string): NewCell {
  return { id, cell_type: "raw", source, metadata: {} };
}

/** A notebook of format 4.5. */
export function notebookOf(cells: readonly NewCell[], more: NewCell = {}): NewCell {
  return { cells, metadata: {}, nbformat: 4, nbformat_minor: 5, ...more };
}

/** Writes a file to the server's disk; anything but a text as JSON. Returns its path for Jupyter. */
export async function putFile(
  server: JupyterServer,
  content: unknown,
  path: string = freshPath(),
): Promise<string> {
  const file = join(server.root, path);
  await Deno.mkdir(join(file, ".."), { recursive: true });
  await Deno.writeTextFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** A new notebook with these cells. */
export function putCells(
  server: JupyterServer,
  cells: readonly NewCell[],
  path: string = freshPath(),
): Promise<string> {
  return putFile(server, notebookOf(cells), path);
}

/** What the file holds now. */
export async function onDisk(server: JupyterServer, path: string): Promise<DiskNotebook> {
  // Jupyter writes in place: for a moment there is only a part.
  const whole = () => Deno.readTextFile(join(server.root, path)).then(parseJson);
  return diskNotebook.parse(await eventually(whole, { what: `"${path}" holds JSON`, limit: 5_000 }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function sourcesOnDisk(server: JupyterServer, path: string): Promise<string[]> {
  return (await onDisk(server, path)).cells.map(({ source }) => source);
}

/** All text that the cell of this id has printed, in the file. */
export async function printedOnDisk(server: JupyterServer, path: string, id: string): Promise<string> {
  return printed((await onDisk(server, path)).cells.find((cell) => cell.id === id));
}

/** All text that a cell has printed. */
export function printed(cell: { readonly outputs?: unknown } | undefined): string {
  const streams = z.array(z.looseObject({ text: text.optional() })).catch([]).parse(cell?.outputs);
  return streams.map((output) => output.text ?? "").join("");
}

/** The notebook's shared document, entered beside our program: what a browser would see. */
export async function openRoom(server: JupyterServer, path: string): Promise<NotebookRoom> {
  const { url, token } = server;
  const http = new JupyterHttp({ target: { url, token, origin: "given" } });
  const { kind } = await detectCollaboration(http);
  if (kind === "none") throw new Error("the server has no shared documents");
  return await NotebookRoom.open(http, path, { kind });
}

/** Takes the right to write a file away until disposal, from the superuser too. */
export async function makeReadOnly(server: JupyterServer, path: string): Promise<AsyncDisposable> {
  const file = join(server.root, path);
  const set = async (isReadOnly: boolean) => {
    if (Deno.uid() !== 0) return await Deno.chmod(file, isReadOnly ? 0o444 : 0o644);
    const { success } = await new Deno.Command("chattr", { args: [isReadOnly ? "+i" : "-i", file] }).output();
    if (!success) throw new Error(`Cannot make "${file}" read-only: chattr refused`);
  };
  await set(true);
  return { [Symbol.asyncDispose]: () => set(false) };
}
