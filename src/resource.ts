/** The contract of a resource: something a client can list, read and complete by URI. */

import type { Services } from "./tool.ts";

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  /** Bytes, before base64. */
  readonly size?: number;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly body: { readonly kind: "text"; readonly text: string } | {
    readonly kind: "bytes";
    readonly bytes: Uint8Array;
  };
}

/** Somebody who wants to hear of changes of one resource, until the signal comes. */
export interface Watcher {
  /** Is called when no later change will be missed. */
  readonly begun: () => void;
  readonly tell: () => void;
  readonly signal: AbortSignal;
}

export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** RFC 6570, as clients see it. */
  readonly template: string;
  readonly mimeType?: string;
  /** Whether this resource answers for the URI. */
  readonly matches: (uri: string) => boolean;
  readonly list: (services: Services) => readonly ListedResource[];
  /** Reads it; throws an AppError where it is not there. */
  readonly read: (uri: string, services: Services) => Promise<ResourceContent>;
  /** Tells of changes; left out where there are none, or where they are told of without being asked. */
  readonly watch?: (uri: string, services: Services, watcher: Watcher) => Promise<void>;
  /** Values of a template variable that begin with `value`. */
  readonly complete: (
    variable: string,
    value: string,
    services: Services,
  ) => readonly string[] | Promise<readonly string[]>;
}
