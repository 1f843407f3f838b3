/** The formats of clients' configurations, each as the same four functions. */

import type { Changed, Client, ConfiguredServer, Place } from "./clients.ts";
import { jsonServer, jsonSnippet, withJsonServer, withoutJsonServer } from "./json_config.ts";
import { tomlServer, tomlTable, withoutTomlServer, withTomlServer } from "./toml_config.ts";

/** Each throws UsageError if the text cannot be parsed, or not be changed. */
interface ConfigFormat {
  /** The server's entry; undefined if there is none. */
  readonly find: (text: string, place: Place) => unknown;
  readonly add: (text: string, server: ConfiguredServer) => Changed;
  readonly remove: (text: string, place: Place) => string;
  /** What a person adds by hand. */
  readonly snippet: (server: ConfiguredServer) => string;
}

export const configFormats: Readonly<Record<Client["format"], ConfigFormat>> = {
  json: { find: jsonServer, add: withJsonServer, remove: withoutJsonServer, snippet: jsonSnippet },
  toml: { find: tomlServer, add: withTomlServer, remove: withoutTomlServer, snippet: tomlTable },
};
