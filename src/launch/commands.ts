/**
 * The registry of commands; serving needs no command. A command's module is loaded when it is run, so that serving,
 * which every client waits for, does not load it.
 */

import type { Command, CommandEntry } from "./command.ts";

/** In the order of the help. */
export const commands = {
  setup: {
    summary: "Install Jupyter into its own environment",
    load: async () => (await import("./setup/setup_command.ts")).setupCommand,
  },
  open: {
    summary: "Open the Jupyter in use in the browser",
    load: async () => (await import("./open/open_command.ts")).openCommand,
  },
  doctor: {
    summary: "Check Jupyter and the connection to it",
    load: async () => (await import("./doctor/doctor_command.ts")).doctorCommand,
  },
  install: {
    summary: "Add this program to an MCP client, or remove it",
    load: async () => (await import("./install/install_command.ts")).installCommand,
  },
  upgrade: {
    summary: "Show how to upgrade this program",
    load: async () => (await import("./upgrade_command.ts")).upgradeCommand,
  },
  run: {
    summary: "Run code in a session, and print its output",
    load: async () => (await import("./calls/run_command.ts")).runCommand,
  },
  call: {
    summary: "Call one tool, and print its result",
    load: async () => (await import("./calls/call_command.ts")).callCommand,
  },
  tools: {
    summary: "Show the reference for all tools, or for some",
    load: async () => (await import("./tools/tools_command.ts")).toolsCommand,
  },
  healthcheck: {
    summary: "Check that the local HTTP server responds (for containers)",
    load: async () => (await import("./healthcheck_command.ts")).healthcheckCommand,
  },
  knowledge: {
    summary: "Export or import the knowledge base",
    load: async () => (await import("./knowledge_command.ts")).knowledgeCommand,
  },
  completions: {
    summary: "Print the completion script for a shell",
    load: async (): Promise<Command> =>
      (await import("./completions/completions_command.ts")).completionsCommand(commands),
  },
} satisfies Readonly<Record<string, CommandEntry>>;

export type CommandName = keyof typeof commands;

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}
