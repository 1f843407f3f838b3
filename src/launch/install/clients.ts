/** The supported MCP clients: where their configuration file is and how it describes a server. */

import { homeFolder, type Machine, nonEmpty, pathsOf, roamingFolder } from "../user_folders.ts";

/** How to start this program, as a client's configuration holds it. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where a client's configuration holds a server. */
export interface Place {
  /** The key above the server's name. */
  readonly section: string;
  readonly name: string;
}

/** A server as a client's configuration holds it. */
export interface ConfiguredServer extends Place {
  readonly entry: ServerEntry;
  /** Further keys that the client needs. */
  readonly extra?: Readonly<Record<string, string | number>>;
}

/** A configuration with our server in it. */
export interface Changed {
  readonly text: string;
  /** The keys that the user had added to an earlier entry, which are kept. */
  readonly kept: readonly string[];
}

export interface Client {
  readonly title: string;
  readonly format: "json" | "toml";
  /** The key above the server's name. */
  readonly section: string;
  /** Further keys that the client needs besides command and arguments. */
  readonly extra: Readonly<Record<string, string | number>>;
  /** What the user has to do for the client to load the change. */
  readonly next: string;
  readonly path: (machine: Machine) => string;
  /** References to variables in its configuration: groups `name` and `fallback`, or `home` for the home folder. */
  readonly references?: RegExp;
  /** Values that it asks the person for when it starts a server: group `name`. */
  readonly inputs?: RegExp;
  /** The key of an entry, and the value with which the client does not start it. */
  readonly off?: readonly [key: string, value: boolean];
  /** The keys in its file that lead to the names of servers that it does not start. */
  readonly excluded?: readonly [section: string, key: string];
  /** Where it keeps servers for the folder that a person works in, which come before all others. */
  readonly projects?: Projects;
}

/** The servers of projects, in the section of the client's other servers. */
export interface Projects {
  /** The file in a project's folder that it shares with others. */
  readonly file: string;
  /** What the client's own file says about projects; absent if whether a folder is trusted cannot be known. */
  readonly own?: {
    /** The key that holds a record for each project's folder. */
    readonly records: string;
    /** The key in such a record that is true if the person trusts what the folder contains. */
    readonly trusted: string;
    /** The key in such a record that lists servers which are not started. */
    readonly disabled: string;
  };
  /** The person's settings in a project's folder, and the key that lists servers of `file` which are not started. */
  readonly settings?: { readonly file: string; readonly disabled: string };
}

/** `${NAME}` or `${NAME:-fallback}`. */
const inBraces = /\$\{(?<name>\w+)(?::-(?<fallback>[^}]*))?\}/g;
/** `${env:NAME}`, and `${userHome}`. */
const withPrefix = /\$\{(?:env:(?<name>\w+)|(?<home>userHome))\}/g;

/** What most clients have in common. */
const usual = { format: "json", section: "mcpServers", extra: {} } as const;

export const clients = {
  "claude-desktop": {
    title: "Claude Desktop",
    ...usual,
    next: "Quit Claude Desktop and open it again",
    path: inAppData("Claude", "claude_desktop_config.json"),
  },
  "claude-code": {
    title: "Claude Code",
    ...usual,
    extra: { type: "stdio" },
    next: "Start a new session; /mcp shows the server",
    path: (machine) => {
      const folder = nonEmpty(machine.env.CLAUDE_CONFIG_DIR) ?? homeFolder(machine);
      return pathsOf(machine).join(folder, ".claude.json");
    },
    references: inBraces,
    projects: {
      file: ".mcp.json",
      own: { records: "projects", trusted: "hasTrustDialogAccepted", disabled: "disabledMcpServers" },
      settings: { file: ".claude/settings.local.json", disabled: "disabledMcpjsonServers" },
    },
  },
  cursor: {
    title: "Cursor",
    ...usual,
    next: "Switch the server on in Cursor's settings, under MCP",
    path: inHome(".cursor", "mcp.json"),
    references: withPrefix,
    off: ["disabled", true],
    projects: { file: ".cursor/mcp.json" },
  },
  vscode: {
    title: "Visual Studio Code",
    ...usual,
    section: "servers",
    extra: { type: "stdio" },
    next: 'Run "MCP: List Servers" from the command palette and start it',
    path: inAppData("Code", "User", "mcp.json"),
    references: withPrefix,
    inputs: /\$\{input:(?<name>[^}]+)\}/g,
    projects: { file: ".vscode/mcp.json" },
  },
  codex: {
    title: "Codex",
    format: "toml",
    section: "mcp_servers",
    // Codex gives up on a call after 60 seconds otherwise.
    extra: { tool_timeout_sec: 600 },
    next: "Start Codex again; /mcp shows the server",
    off: ["enabled", false],
    path: (machine) => {
      const { join } = pathsOf(machine);
      return join(nonEmpty(machine.env.CODEX_HOME) ?? join(homeFolder(machine), ".codex"), "config.toml");
    },
  },
  gemini: {
    title: "Gemini CLI",
    ...usual,
    next: "Start Gemini CLI again; /mcp shows the server",
    path: inHome(".gemini", "settings.json"),
    excluded: ["mcp", "excluded"],
    references: new RegExp(`${inBraces.source}|\\$(?<bare>\\w+)`, "g"),
  },
  windsurf: {
    title: "Windsurf",
    ...usual,
    next: "Refresh the list of MCP servers in Windsurf's settings, under Cascade",
    path: inHome(".codeium", "windsurf", "mcp_config.json"),
    references: withPrefix,
    off: ["disabled", true],
  },
  "lm-studio": {
    title: "LM Studio",
    ...usual,
    next: "Switch the server on in LM Studio, under Program",
    path: inHome(".lmstudio", "mcp.json"),
  },
  zed: {
    title: "Zed",
    ...usual,
    section: "context_servers",
    off: ["enabled", false],
    next: "Zed loads it at once; the settings of its agent panel show the server",
    path: (machine) => {
      const { join } = pathsOf(machine);
      return machine.os === "windows"
        ? join(roamingFolder(machine), "Zed", "settings.json")
        : join(configFolder(machine), "zed", "settings.json");
    },
  },
} as const satisfies Readonly<Record<string, Client>>;

export type ClientName = keyof typeof clients;

export function isClientName(name: string): name is ClientName {
  return Object.hasOwn(clients, name);
}

function inHome(...parts: readonly string[]): Client["path"] {
  return (machine) => pathsOf(machine).join(homeFolder(machine), ...parts);
}

function inAppData(...parts: readonly string[]): Client["path"] {
  return (machine) => pathsOf(machine).join(appData(machine), ...parts);
}

/** The folder where desktop programs keep a user's settings. */
function appData(machine: Machine): string {
  const { join } = pathsOf(machine);
  const home = homeFolder(machine);
  switch (machine.os) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "windows":
      return roamingFolder(machine);
    default:
      return configFolder(machine);
  }
}

/** The folder where programs of the terminal keep a user's settings, other than on Windows. */
function configFolder(machine: Machine): string {
  return nonEmpty(machine.env.XDG_CONFIG_HOME) ?? pathsOf(machine).join(homeFolder(machine), ".config");
}
