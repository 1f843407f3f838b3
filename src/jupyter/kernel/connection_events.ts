/** What a connection asks of, and tells, the kernel that it belongs to. */

import type { Received } from "./messages.ts";

export interface ConnectionEvents {
  /** A message that no route claimed: other clients' traffic, and the kernel's own statuses. */
  readonly onForeign: (message: Received) => void;
  /** A message of the kernel's widgets, whoever's code it comes from. */
  readonly onComm: (message: Received) => void;
  /** A frame that is no message, or a message whose content nobody can read. */
  readonly onUnreadable: (error: unknown) => void;
  /** The main shell has answered a probe: it has executed all that was asked before. */
  readonly onShellFree: () => void;
  /** Messages were lost while the socket was cut; called before the next one is handed on. */
  readonly onMissed: () => void;
  /** The kernel has dropped output of the request that this message belongs to; called before it is handed on. */
  readonly onDropped: (next: Received) => void;
  /** Whether a socket may be closed, and what comes through it be lost: no run of ours is under way. */
  readonly mayClose: () => boolean;
  /** The open socket has gone without our asking. */
  readonly onLost: () => void;
}
