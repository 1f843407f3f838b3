/** `jupyter-mcp knowledge`: exports the knowledge base as Markdown files, and imports others. */

import { AppError } from "../base/errors.ts";
import { plural } from "../base/text.ts";
import { optionTable, UsageError } from "../base/options.ts";
import type { KnowledgeBase } from "../knowledge/knowledge_base.ts";
import type { Progress } from "../knowledge/transfer/record.ts";
import { type Command, splitArguments } from "./command.ts";
import { makeKnowledgeFolder } from "./user_folders.ts";
import { type SetupReport, stderrReport } from "./progress.ts";
import { writeLine } from "./terminal.ts";

const help = `jupyter-mcp knowledge exports and imports the knowledge base. Both can be
repeated at any time: existing items stay as they are, and later changes are
kept.

Usage:
  jupyter-mcp knowledge export <folder>
  jupyter-mcp knowledge import <folder>
  jupyter-mcp knowledge import-shirokuma <file>

export writes every item as a Markdown file; import reads such files, ours or
those of Shirokuma 0.8; import-shirokuma reads its database, shirokuma.db.

Options:
  --knowledge-dir <path>      Folder of the knowledge base
                              [default: in your data folder]

A server may use the knowledge base at the same time. The exit code is 0 on
success and 1 otherwise, even if only a file was left out. Such files are
listed, and so are files without front matter, which are skipped.
`;

interface Work {
  readonly base: KnowledgeBase;
  readonly path: string;
  readonly progress: Progress;
}

interface Result {
  readonly done: string;
  readonly notes?: readonly string[];
  /** How many files were left out. */
  readonly leftOut?: number;
}

interface Action {
  /** What it does, for the line that shows its progress. */
  readonly doing: string;
  /** Whether it works on a base that there is, and makes none. */
  readonly mustExist: boolean;
  /** Gives the line that says what came of it, and notes. */
  readonly run: (work: Work) => Promise<Result>;
}

const actions: Readonly<Record<string, Action>> = {
  export: { doing: "Exporting", mustExist: true, run: runExport },
  import: { doing: "Importing", mustExist: false, run: runImport },
  "import-shirokuma": { doing: "Importing", mustExist: false, run: runShirokuma },
};

export const knowledgeCommand: Command = {
  help,
  flags: [optionTable.knowledgeDir],
  words: Object.keys(actions),
  takesFiles: true,
  run: async (args, machine) => {
    const { words: [name, path], given } = splitArguments(args, {
      command: "knowledge",
      flags: [optionTable.knowledgeDir],
      words: 2,
    });
    const action = name === undefined || !Object.hasOwn(actions, name) ? undefined : actions[name];
    if (action === undefined || path === undefined) throw new UsageError(usage(name, path));
    const { mustExist } = action;
    const folder = makeKnowledgeFolder(machine, given.get("--knowledge-dir"), { readOnly: mustExist });
    try {
      return await perform(action, { folder, path, report: stderrReport() }) === 0 ? 0 : 1;
    } catch (error) {
      const failure = failureText(error, path);
      if (failure === undefined) throw error;
      writeLine(`\njupyter-mcp: ${failure}`);
      return 1;
    }
  },
};

function usage(name: string | undefined, path: string | undefined): string {
  const known = Object.keys(actions).join(", ");
  if (name === undefined) return `Cannot run "knowledge": the action is missing, one of ${known}`;
  if (!Object.hasOwn(actions, name)) return `Unknown command "knowledge ${name}": there are ${known}`;
  const missing = path === undefined ? "its folder or file is missing" : "too many arguments";
  return `Cannot run "knowledge ${name}": ${missing}`;
}

/** Gives how many files were left out. */
async function perform(
  action: Action,
  { folder, path, report }: { readonly folder: string; readonly path: string; readonly report: SetupReport },
): Promise<number> {
  report({ kind: "phase", text: action.doing });
  const { KnowledgeBase } = await import("../knowledge/knowledge_base.ts");
  const base = await KnowledgeBase.open({ folder, mustExist: action.mustExist });
  try {
    const progress: Progress = (done, total) => report({ kind: "progress", text: `${done} of ${total}` });
    const { done, notes = [], leftOut = 0 } = await action.run({ base, path, progress });
    report({ kind: "done", text: done });
    for (const text of notes) report({ kind: "note", text });
    return leftOut;
  } finally {
    base.close();
  }
}

async function runExport({ base, path, progress }: Work) {
  const { exportFolder } = await import("../knowledge/transfer/export_folder.ts");
  const { edited, ...counts } = await exportFolder(base, path, progress);
  const { written, unchanged, removed, unknown, states } = counts;
  const notes = [
    ...edited.map((file) => `${file}: it held edits that the item here does not have; they were overwritten`),
    ...(unknown === 0 ? [] : [unknownText(unknown)]),
  ];
  const lost = edited.length === 0 ? "" : `, ${edited.length} of them over edits`;
  return {
    done:
      `Exported to ${path}: ${written} ${plural(written, "file")} written${lost}, ${unchanged} unchanged, ` +
      `${removed} removed; ${states} ${plural(states, "state")}`,
    notes,
  };
}

function unknownText(count: number): string {
  return count === 1
    ? "1 file in it is of no item here; it was left"
    : `${count} files in it are of no item here; they were left`;
}

async function runImport({ base, path, progress }: Work) {
  const { importFolder } = await import("../knowledge/transfer/import_folder.ts");
  const { notes, leftOut, ...counts } = await importFolder(base, path, progress);
  const lacking = leftOut === 0 ? "" : `; ${leftOut} ${plural(leftOut, "file")} left out`;
  return { done: `${importText(path, counts)}${lacking}`, notes, leftOut };
}

async function runShirokuma({ base, path, progress }: Work) {
  const { importShirokuma } = await import("../knowledge/transfer/import_shirokuma.ts");
  const { notes, ...counts } = await importShirokuma(base, path, progress);
  return { done: importText(path, counts), notes };
}

interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly kept: number;
  readonly relations: number;
  readonly states: number;
}

function importText(path: string, { created, updated, unchanged, kept, relations, states }: Counts): string {
  const newer = kept === 0 ? "" : `, ${kept} kept because of changes here since`;
  return `Imported ${path}: ${created} ${
    plural(created, "item")
  } new, ${updated} updated, ${unchanged} unchanged${newer}; ` +
    `${relations} new ${plural(relations, "relation")}, ${states} new ${plural(states, "state")}`;
}

/** What a person can mend; undefined for a bug. */
function failureText(error: unknown, path: string): string | undefined {
  if (error instanceof AppError) {
    return `${error.message}${error.hint === undefined ? "" : `\n${error.hint}`}`;
  }
  const { NotFound, NotADirectory, PermissionDenied, AlreadyExists } = Deno.errors;
  const isFile =
    [NotFound, NotADirectory, PermissionDenied, AlreadyExists].some((kind) => error instanceof kind) ||
    (error instanceof Error && /os error \d+/.test(error.message));
  return isFile && error instanceof Error ? `Cannot use "${path}": ${error.message}` : undefined;
}
