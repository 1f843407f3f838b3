import assert from "node:assert/strict";
import type { KernelConnection } from "../../../../src/jupyter/kernel/connection.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { Widgets } from "../../../../src/jupyter/kernel/widgets.ts";
import { CellWidgets } from "../../../../src/jupyter/notebooks/cell_writer.ts";

type Connection = Pick<KernelConnection, "request" | "reply" | "forget">;

const view = {
  output_type: "display_data" as const,
  data: { "application/vnd.jupyter.widget-view+json": { model_id: "a" } },
  metadata: {},
};

/** A connection to a kernel that has no widgets, or that does not answer. */
function connectionOf(answers: boolean): Connection {
  const reply: Received = {
    channel: "shell",
    header: { msg_id: "reply", msg_type: "comm_info_reply" },
    parent: {},
    content: () => ({ status: "ok", comms: {} }),
  };
  return {
    request: (_, route) => {
      if (answers) queueMicrotask(() => route(reply));
      return "request";
    },
    reply: () => undefined,
    forget: () => undefined,
  };
}

Deno.test("CellWidgets says where the kernel does not tell of a widget in time, and not of one that is closed", async () => {
  for (const answers of [true, false]) {
    const notes: string[] = [];
    const widgets = new Widgets(() => connectionOf(answers), answers ? 60_000 : 1);
    const execution = { widgets, note: (text: string) => void notes.push(text) };
    await new CellWidgets({ backend: { kind: "file" }, cellId: "x", execution }).save([view]);
    assert.equal(notes.length, answers ? 0 : 1, notes.join());
  }
});
