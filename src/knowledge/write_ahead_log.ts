/**
 * The write-ahead log beside a database file, looked at without SQLite, which would play it back.
 *
 * Format: https://www.sqlite.org/fileformat2.html#walformat
 */

import { type Link, linkIn, pageStart, placeOfRow, rowLength } from "./lineage.ts";
import { openIfThere, readAt } from "./file_bytes.ts";

export interface Log {
  /** Changes whenever the log begins anew. */
  readonly salt: bigint;
  readonly bytes: number;
  /** The transactions in it that say where they belong. */
  readonly links: readonly Link[];
}

const headerLength = 32;
const frameHeaderLength = 24;
/** As much of a frame as tells whether it is of interest. */
const frameStart = frameHeaderLength + pageStart;
const magic = 0x377f0682;

/** Undefined where there is none, or an empty one. */
export function readLog(path: string): Log | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    return readFrames(file);
  } finally {
    file.close();
  }
}

function readFrames(file: Deno.FsFile): Log | undefined {
  const bytes = file.statSync().size;
  const header = view(readAt(file, 0, headerLength), headerLength);
  // The last bit says in which order the bytes of checksums are.
  if (header === undefined || (header.getUint32(0) & ~1) >>> 0 !== magic) return undefined;
  const pageSize = header.getUint32(8);
  const salt = header.getBigUint64(16);
  const links: Link[] = [];
  for (let at = headerLength; at < bytes; at += frameHeaderLength + pageSize) {
    const frame = view(readAt(file, at, frameStart), frameStart);
    // Behind the end are frames from before it began anew.
    if (frame === undefined || frame.getBigUint64(8) !== salt) break;
    const row = placeOfRow(new DataView(frame.buffer, frameHeaderLength));
    if (row === undefined || row + rowLength > pageSize) continue;
    const link = linkIn(readAt(file, at + frameHeaderLength + row, rowLength));
    if (link !== undefined) links.push(link);
  }
  return { salt, bytes, links };
}

/** Undefined where the file ends before. */
function view(bytes: Uint8Array<ArrayBuffer>, length: number): DataView | undefined {
  return bytes.length < length ? undefined : new DataView(bytes.buffer);
}
