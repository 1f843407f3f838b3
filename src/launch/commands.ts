/**
 * The commands beside serving, which needs no word. A command's module is loaded when it is run: serving, which
 * every client waits for, does not pay for it.
 */

import type { Flag } from "./command.ts";
import type { Machine } from "./user_folders.ts";

export interface Command {
  /** What `--help` after the command prints. */
  readonly help: string;
  /** What can follow it, for completions. */
  readonly flags: readonly Flag[];
  /** What its first word can be, where that is known. */
  readonly words?: readonly string[];
  /** Runs with the arguments after the command's name and gives the exit code; throws UsageError. */
  readonly run: (args: readonly string[], machine: Machine) => Promise<number>;
}

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** In the order of the help. */
export const commands = {
  setup: {
    summary: "Make a Jupyter environment of its own, for machines that have none",
    load: async () => (await import("./setup/setup_command.ts")).setupCommand,
  },
  doctor: {
    summary: "Look over Jupyter and the way to it, and say what to mend",
    load: async () => (await import("./doctor/doctor_command.ts")).doctorCommand,
  },
  install: {
    summary: "Add this program to the configuration of an MCP client",
    load: async () => (await import("./install/install_command.ts")).installCommand,
  },
  tools: {
    summary: "Show the reference of all tools, or of some",
    load: async () => (await import("./tools/tools_command.ts")).toolsCommand,
  },
  healthcheck: {
    summary: "Ask a server over HTTP on this machine whether it is well, as containers do",
    load: async () => (await import("./healthcheck_command.ts")).healthcheckCommand,
  },
  knowledge: {
    summary: "Export the knowledge base, or import into it",
    load: async () => (await import("./knowledge_command.ts")).knowledgeCommand,
  },
  completions: {
    summary: "Print the completions for a shell",
    load: async () => (await import("./completions/completions_command.ts")).completionsCommand,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof commands;

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
