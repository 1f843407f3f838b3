import { z } from "zod";
import { sourcesOnly } from "../../jupyter/nbformat/notebook.ts";
import { notebookEntries, resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changesBetween } from "../../jupyter/review/cell_changes.ts";
import { changesSince, undoneIds } from "../../jupyter/review/select_changes.ts";
import { changeText } from "../../output/notebook/change_text.ts";
import { defineTool } from "../../tool.ts";
import { whichNotebook } from "../arguments.ts";

/** Bytes of all diffs together. */
const textBudget = 20_000;

export const notebookChanges = defineTool({
  name: "notebook_changes",
  title: "List changes",
  description:
    "Lists what these tools changed in a notebook, newest first, as diffs, and what others changed since you read it.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    since: z.string().min(1).optional().describe("From this change_id or ISO time on"),
    limit: z.int().min(1).default(20).describe("Maximum number").meta({ hidden: true }),
  }),
  async run({ since, limit, ...target }, { services, signal }) {
    const { notebooks, sessions } = services;
    const path = await resolveNotebookPath(sessions, target, signal);
    const last = notebooks.seenCells.last(path);
    const notebook = await notebooks.use(path, (backend) => backend.read(signal), signal);
    const entries = await notebookEntries(services, path, signal);
    const undone = undoneIds(entries);
    const wanted = since === undefined ? entries : changesSince(entries, since);
    const shown = wanted.slice(-limit).toReversed();
    const budget = Math.floor(textBudget / Math.max(1, shown.length));
    const byOthers = last === undefined ? [] : changesBetween(last, sourcesOnly(notebook));
    return {
      data: {
        notebook_path: path,
        changes: shown.map(({ id, at, tool, changes, undoes, isOpen }) => ({
          change_id: id,
          at,
          tool,
          diff: changeText(changes, budget),
          ...(undoes === undefined ? {} : { undoes }),
          ...(undone.has(id) ? { undone: true } : {}),
          ...(isOpen ? { running: true } : {}),
        })),
        ...(wanted.length > shown.length ? { older: wanted.length - shown.length } : {}),
        ...(byOthers.length === 0 ? {} : { by_others: changeText(byOthers, textBudget / 4) }),
      },
    };
  },
});
