/** Re-exports Yjs and its protocols under their usual names; the only file that imports them. */

export * as decoding from "lib0/decoding";
export * as encoding from "lib0/encoding";
export * as awarenessProtocol from "y-protocols/awareness";
export * as Y from "yjs";
