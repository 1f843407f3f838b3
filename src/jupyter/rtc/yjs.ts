/** The door to Y.js: every file of this folder imports it from here, so that it loads in the sandbox too. */

import "./sealed_environment.ts";

export * as decoding from "lib0/decoding";
export * as encoding from "lib0/encoding";
export * as awarenessProtocol from "y-protocols/awareness";
export * as Y from "yjs";
