/** The contract of a resource: something that a client can list, read and complete by URI. */

import type { ListedResource, ResourceContent } from "./reply.ts";
import type { Services } from "./services.ts";

/** A subscriber to one resource, until the signal aborts. */
export interface Watcher {
  /** Called when no later change will be missed. */
  readonly onReady: () => void;
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** RFC 6570, as clients see it. */
  readonly template: string;
  readonly mimeType?: string;
  /** Whether it is listed only to clients that can show views. */
  readonly isForViews?: boolean;
  /** Whether the URI is one of this resource. */
  readonly matches: (uri: string) => boolean;
  readonly list: (services: Services) => readonly ListedResource[];
  /** Throws an AppError if there is no such resource. */
  readonly read: (uri: string, services: Services) => Promise<ResourceContent>;
  /** Reports changes; left out if there are none, or if they are reported to everyone. */
  readonly watch?: (uri: string, services: Services, watcher: Watcher) => Promise<void>;
  /** Values of a template variable that begin with `value`. */
  readonly complete: (
    variable: string,
    value: string,
    services: Services,
  ) => readonly string[] | Promise<readonly string[]>;
}
