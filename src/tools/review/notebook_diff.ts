import { z } from "zod";
import { notebookPath } from "../../jupyter/sessions/session_reference.ts";
import { asOnDisk } from "../../jupyter/nbformat/for_disk.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { changesBetween } from "../../jupyter/review/cell_changes.ts";
import { withMatchingIds } from "../../jupyter/review/match_cells.ts";
import { readCheckpoint } from "../../jupyter/notebooks/read_checkpoint.ts";
import { changeText } from "../../output/notebook/change_text.ts";
import { defineTool } from "../../tool.ts";
import { whichNotebook } from "../arguments.ts";

/** Bytes. */
const textBudget = 20_000;

export const notebookDiff = defineTool({
  name: "notebook_diff",
  title: "Compare notebooks",
  description:
    "Compares a notebook with another one, with its checkpoint, or with its file on disk: cells added, deleted, moved " +
    "and edited, sources as diffs, outputs by size.",
  isRare: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    against: z.string().min(1).default("checkpoint").describe(
      'Path of the older one, "checkpoint" or "disk"',
    ),
  }),
  async run({ against, ...target }, { services, signal }) {
    const { notebooks, sessions } = services;
    const path = await resolveNotebookPath(sessions, target, signal);
    const after = await notebooks.use(path, (backend) => backend.read(signal), signal);
    const before = against === "checkpoint"
      ? await readCheckpoint(services, path, signal)
      : against === "disk"
      ? (await notebooks.file(path).read(signal)).notebook
      : await notebooks.use(notebookPath(against), (backend) => backend.read(signal), signal);
    const matched = withMatchingIds(before, after);
    const changes = changesBetween(asOnDisk(matched), asOnDisk(after));
    const counts = Object.groupBy(changes, ({ kind }) => kind);
    return {
      data: {
        notebook_path: path,
        against,
        same: changes.length === 0,
        ...Object.fromEntries(Object.entries(counts).map(([kind, found]) => [kind, found?.length ?? 0])),
        ...(changes.length === 0 ? {} : { diff: changeText(changes, textBudget) }),
      },
    };
  },
});
