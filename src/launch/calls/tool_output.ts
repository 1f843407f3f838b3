/** Results of tools for people and programs at a terminal: text as it is, images and files saved, and the exit code. */

import { asRecord, tryParseJson } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import type { CallResult } from "../../base/protocol.ts";
import { type Machine, pathsOf } from "../user_folders.ts";

/** An image or a file of a result, on disk. */
export interface SavedFile {
  readonly path: string;
  readonly mime_type: string;
}

/** A result whose images and files have been saved. */
export interface SavedResult {
  readonly isError: boolean;
  /** The text of the result. */
  readonly text: string;
  /** The JSON object that the text is. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly files: readonly SavedFile[];
}

export const exitCodes = { ok: 0, failed: 1, usage: 2, stopped: 130 } as const;

/** Makes the folder of `--save-to` before anything runs, so that no result is lost; throws UsageError. */
export function prepareFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.removeSync(Deno.makeTempFileSync({ dir: folder, prefix: ".jupyter-mcp-" }));
    return folder;
  } catch (error) {
    const state = error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory
      ? "it is not a folder"
      : "files cannot be created there";
    throw new UsageError(`Cannot use --save-to "${folder}": ${state}`);
  }
}

interface SaveOptions {
  readonly machine: Machine;
  /** Where to save; a new folder for temporary files if absent. */
  readonly folder?: string | undefined;
}

/** Saves what is not text. */
export function saveResult(result: CallResult, { machine, folder }: SaveOptions): SavedResult {
  const blocks = result.content.map(asRecord);
  const text = blocks.flatMap((block) => block.type === "text" ? [String(block.text)] : []).join("\n");
  const data = asRecord(tryParseJson(text));
  const uris = (Array.isArray(data.images) ? data.images : []).map((image) =>
    String(asRecord(image).resource_uri)
  );
  const contents = blocks.flatMap((block) => contentOf(block) ?? []);
  if (contents.length === 0) return { isError: result.isError === true, text, data, files: [] };
  const place = folder ?? Deno.makeTempDirSync({ prefix: "jupyter-mcp-" });
  const files = contents.map(({ uri, mimeType, bytes }, index) => {
    const path = pathsOf(machine).resolve(place, fileName(uri ?? uris[index], { mimeType, index }));
    Deno.writeFileSync(path, bytes);
    return { path, mime_type: mimeType };
  });
  return { isError: result.isError === true, text, data, files };
}

interface Content {
  readonly uri?: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

function contentOf(block: Readonly<Record<string, unknown>>): Content | undefined {
  if (block.type === "image") {
    return { mimeType: String(block.mimeType), bytes: Uint8Array.fromBase64(String(block.data)) };
  }
  if (block.type !== "resource") return undefined;
  const { uri, mimeType, text, blob } = asRecord(block.resource);
  const bytes = typeof blob === "string"
    ? Uint8Array.fromBase64(blob)
    : new TextEncoder().encode(typeof text === "string" ? text : "");
  return { uri: String(uri), mimeType: String(mimeType), bytes };
}

/** The last part of its URI, if that is a plain name; the ending is that of what is saved, which may have been drawn. */
function fileName(
  uri: string | undefined,
  { mimeType, index }: { readonly mimeType: string; readonly index: number },
): string {
  const ending = /^(?:image|application|text)\/(?:x-)?([a-z0-9]+)/.exec(mimeType)?.[1] ?? "bin";
  const last = decodeURIComponent(uri?.split("/").at(-1) ?? "");
  if (/^[\w][\w.-]*\.\w+$/.test(last) && !mimeType.startsWith("image/")) return last;
  const stem = /^([\w-]+)\.\w+$/.exec(last)?.[1] ?? `${mimeType.split("/")[0]}-${index + 1}`;
  return `${stem}.${ending === "jpeg" ? "jpg" : ending}`;
}

/** What becomes of the output of code that is still running: no later command can ask for it. */
export function runningText({ recorded }: SavedResult["data"]): string {
  return recorded === true
    ? "the code is still running; its output goes to the notebook"
    : "the code is still running; its output is not kept, because it is not recorded in a notebook";
}

/** The result for a command that ends now: execution_get, which hint and notes name, knows only runs of its process. */
export function withoutFollowUp(saved: SavedResult): SavedResult {
  const { isError, data: { status, notes } } = saved;
  if (isError || (status !== "running" && status !== "timeout")) return saved;
  const others = (Array.isArray(notes) ? notes : []).filter((note) =>
    !String(note).includes("execution_get")
  );
  const data = {
    ...saved.data,
    ...(status === "running" ? { hint: runningText(saved.data) } : {}),
    ...(notes === undefined ? {} : { notes: others }),
  };
  return { ...saved, data, text: JSON.stringify(data) };
}

/** The JSON object that a result begins with. */
export function dataOf({ content: [first] }: CallResult): Readonly<Record<string, unknown>> {
  return asRecord(tryParseJson(String(first?.text)));
}

/** 0 if the tool did it and the code it ran raised nothing, 2 if its arguments are wrong, otherwise 1. */
export function exitCodeOf({ isError, data }: SavedResult): number {
  if (isError) return data.error === "invalid_argument" ? exitCodes.usage : exitCodes.failed;
  return data.success === false ? exitCodes.failed : exitCodes.ok;
}

/** The result as one JSON object: what the tool returned, and the paths of its images and files. */
export function jsonText(saved: SavedResult): string {
  const { isError, text, data, files } = saved;
  const ok = exitCodeOf(saved) === exitCodes.ok;
  const result = Object.keys(data).length === 0 ? { text } : data;
  return `${JSON.stringify({ ok, ...(isError ? result : { result }), files })}\n`;
}
