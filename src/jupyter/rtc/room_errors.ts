/** What it means that a room could not be opened or kept. */

import { AppError } from "../../base/errors.ts";
import { notebookTooLarge } from "../nbformat/parse_notebook.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { HandshakeError } from "../rest/web_socket.ts";
import { SilentRoom } from "./silent_room.ts";
import { ConnectionClosed, DocumentTooLarge, type RoomClose, RoomUnanswered } from "./sync_connection.ts";

/** Jupyter's close codes for a document that it could not load. */
const missing = 4404;
const unreadable = [4400, 4500];
/** The session or the document is not the server's any more, or (before version 4.3) could not be loaded. */
const refused = 1003;

export function isStaleSession(error: unknown): boolean {
  return error instanceof ConnectionClosed && error.close.code === refused &&
    !error.close.reason.includes("initialization_error");
}

/** The error for a room that could not be opened; null if another try may help. */
export function openError(error: unknown, http: JupyterHttp, path: string): AppError | null {
  if (error instanceof StatusError && error.status === 404) return notFound(path);
  // A gateway says 502 while the server behind it starts.
  if (error instanceof StatusError) return error.status >= 500 ? null : error;
  if (error instanceof AppError) return error.code === "jupyter_unreachable" ? null : error;
  if (error instanceof DocumentTooLarge) {
    return notebookTooLarge(path, `${error.items} items are too many for a shared document`, "shared");
  }
  if (error instanceof RoomUnanswered) return new SilentRoom(path);
  if (error instanceof HandshakeError) return handshakeError(error, http, path);
  return error instanceof ConnectionClosed ? closeError(error.close, path) : null;
}

function handshakeError(error: HandshakeError, http: JupyterHttp, path: string): AppError | null {
  if (error.status === 401 || error.status === 403) return http.authFailed();
  return error.status === 404 ? notFound(path) : null;
}

function closeError(close: RoomClose, path: string): AppError | null {
  if (close.code === missing) return notFound(path);
  if (!unreadable.includes(close.code) && close.code !== refused) return null;
  return new AppError("not_a_notebook", `Cannot open notebook "${path}": Jupyter cannot read it`, {
    hint: "Look at the file itself: it may not be JSON, or not be readable for Jupyter",
  });
}

function notFound(path: string): AppError {
  return new AppError("notebook_not_found", `Cannot open notebook "${path}": file does not exist`, {
    hint: "notebook_list shows the notebooks there are; notebook_create makes a new one",
  });
}

/** The error for a document that no page shows any more: what is written there would replace the file under an open page. */
export function noLongerShared(path: string): AppError {
  return new AppError(
    "conflict",
    `Cannot change notebook "${path}": Jupyter was restarted and its pages no longer share documents`,
    { hint: "Call again: the notebook is now used as a file" },
  );
}

/** The error for our changes that never reached the server, or that it could not apply. */
export function lostChanges(path: string): AppError {
  return new AppError(
    "conflict",
    `Cannot keep the last changes to "${path}": the shared document was replaced`,
    {
      hint: "Read the notebook with notebook_get and make the change again where it is missing",
    },
  );
}
