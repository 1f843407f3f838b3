/** Which extension of a Jupyter server shares documents, and how to get a session for one of them. */

import { z } from "zod";
import { type Collaboration, collaborationAmong } from "../../base/net/server_extensions.ts";
import { statPath } from "./contents.ts";
import { enabledExtensions, serverStartTime } from "./server_info.ts";
import { type JupyterHttp, StatusError } from "./http.ts";

export type { Collaboration };

/** What opens a room; a doc may be continued only while both stay the same. */
export interface DocumentSession {
  readonly fileId: string;
  /** Changes when the server is started anew. */
  readonly sessionId: string;
}

const session = z.object({ fileId: z.string(), sessionId: z.string() });
const indexed = z.object({ id: z.string() });

/** Finds out which extension the server has, by requests that change nothing. */
export async function detectCollaboration(http: JupyterHttp, signal?: AbortSignal): Promise<Collaboration> {
  const enabled = await enabledExtensions(http, signal);
  if (enabled !== undefined) return collaborationAmong(enabled);
  // Both addresses take other methods only, so if they exist a GET is refused with 405, which Jupyter logs.
  if (await exists(http, ["api", "collaboration", "session", "x"], signal)) return "jupyter-collaboration";
  if (await exists(http, ["api", "fileid", "index"], signal)) return "jupyter-server-documents";
  return "none";
}

/** Asks for the shared document of a notebook. A file that is missing may still get a session. */
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
  // This one would give an id to a file that is not there, and never answer in its room.
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
  // The server looks at the address as it is written: with its colons encoded it would be another, empty room.
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
