/** A server in a client's configuration, whatever the format of that is. */

import type { Client } from "./clients.ts";
import { jsonServer, withoutJsonServer } from "./json_config.ts";
import { tomlServer, withoutTomlServer } from "./toml_config.ts";

interface Place {
  readonly client: Client;
  readonly name: string;
}

/** The server's entry; undefined if there is none. Throws UsageError if the text cannot be parsed. */
export function configuredServer(text: string, { client: { format, section }, name }: Place): unknown {
  return format === "toml" ? tomlServer(text, { section, name }) : jsonServer(text, { section, name });
}

/** The text without the server. */
export function withoutServer(text: string, { client: { format, section }, name }: Place): string {
  return format === "toml"
    ? withoutTomlServer(text, { section, name })
    : withoutJsonServer(text, { section, name });
}
