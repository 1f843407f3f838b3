/** The door to Y.js: every file of this folder imports it from here, under the names that its makers use. */

export * as decoding from "lib0/decoding";
export * as encoding from "lib0/encoding";
export * as awarenessProtocol from "y-protocols/awareness";
export * as Y from "yjs";
