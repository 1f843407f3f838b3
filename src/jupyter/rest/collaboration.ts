/** Which extension of a Jupyter server shares documents, and how to get a session for one of them. */

import { z } from "zod";
import { orIfAppError } from "../../base/errors.ts";
import {
  type Collaboration,
  collaborationAmong,
  isSharingDisabled,
  labExtension,
  labPage,
} from "../../base/net/server_extensions.ts";
import { statPath } from "./contents.ts";
import { enabledExtensions, serverStartTime } from "./server_info.ts";
import { type JupyterHttp, StatusError } from "./http.ts";

export type { Collaboration };

/** What opens a room; a document may be continued only while both stay the same. */
export interface DocumentSession {
  readonly fileId: string;
  /** Changes when the server restarts. */
  readonly sessionId: string;
}

const session = z.object({ fileId: z.string(), sessionId: z.string() });
const indexed = z.object({ id: z.string() });

export interface DetectedCollaboration {
  readonly kind: Collaboration;
  /** Whether the server has answered everything that was asked; otherwise another answer may come later. */
  readonly isCertain: boolean;
}

/** Detects which extension shares the documents of the server's pages, with requests that change nothing. */
export async function detectCollaboration(
  http: JupyterHttp,
  signal?: AbortSignal,
): Promise<DetectedCollaboration> {
  const enabled = await enabledExtensions(http, signal);
  const found = enabled === undefined ? await probeCollaboration(http, signal) : collaborationAmong(enabled);
  const mayBeDisabled = found === "jupyter-collaboration" && enabled?.has(labExtension) !== false;
  if (!mayBeDisabled) return { kind: found, isCertain: true };
  const isDisabled = isSharingDisabled(await readLabPage(http, signal));
  return { kind: isDisabled ? "none" : found, isCertain: isDisabled !== undefined };
}

/** JupyterLab's page; empty if it cannot be read, as behind a proxy with a login of its own. */
async function readLabPage(http: JupyterHttp, signal?: AbortSignal): Promise<string> {
  return await http.text([labPage], { headers: { "Accept": "text/html" }, signal }).catch((error) => {
    signal?.throwIfAborted();
    return orIfAppError("")(error);
  });
}

async function probeCollaboration(http: JupyterHttp, signal?: AbortSignal): Promise<Collaboration> {
  // Both addresses accept other methods only: if they exist, a GET is answered with 405, which Jupyter logs.
  if (await exists(http, ["api", "collaboration", "session", "x"], signal)) return "jupyter-collaboration";
  if (await exists(http, ["api", "fileid", "index"], signal)) return "jupyter-server-documents";
  return "none";
}

/** Opens a session for the shared document of a notebook; even a missing file may get one. */
export async function openDocumentSession(
  http: JupyterHttp,
  document: { readonly kind: Exclude<Collaboration, "none">; readonly path: string },
  signal?: AbortSignal,
): Promise<DocumentSession> {
  if (document.kind === "jupyter-collaboration") {
    const segments = document.path.split("/").filter((segment) => segment !== "");
    return await http.json(session, ["api", "collaboration", "session", ...segments], {
      method: "PUT",
      body: { format: "json", type: "notebook" },
      signal,
    });
  }
  // It would give an id to a missing file, and never answer in its room.
  if (await statPath(http, document.path, signal) === null) {
    throw new StatusError(http.target.url, 404, "no such file");
  }
  const query = { path: document.path };
  const { id } = await http.json(indexed, ["api", "fileid", "index"], { method: "POST", query, signal });
  return { fileId: id, sessionId: await serverStartTime(http, signal) };
}

/** The address of a room's WebSocket. */
export function roomAddress(http: JupyterHttp, room: string, sessionId?: string): URL {
  const address = http.address(
    ["api", "collaboration", "room", room],
    sessionId === undefined ? {} : { sessionId },
  );
  // The server does not decode the address: with encoded colons it would be another, empty room.
  address.pathname = address.pathname.replaceAll("%3A", ":");
  return address;
}

async function exists(http: JupyterHttp, path: readonly string[], signal?: AbortSignal): Promise<boolean> {
  try {
    await http.empty(path, { signal });
    return true;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return error.status === 405;
  }
}
