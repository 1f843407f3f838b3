/** A transport that serves, and how to tell its clients of changes. */
export interface TransportHandle {
  /** Tells clients that the list of resources has changed. */
  resourcesChanged(): void;
  /** Tells clients that care about this resource that it has changed. */
  resourceUpdated(uri: string): void;
  close(): Promise<void>;
}
