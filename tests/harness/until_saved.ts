/** Waits until a file is as a server has saved it: text that is on disk may be that of a save which still goes on. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { NotebookRoom } from "../../src/jupyter/rtc/notebook_room.ts";
import type { EnvironmentKind } from "./environment.ts";
import { eventually } from "./eventually.ts";
import type { JupyterServer } from "./jupyter.ts";
import { openRoom } from "./notebook.ts";

/** Resolves when the server has saved something by itself, and knows that it has: else it takes the next for its own. */
export async function untilSaved(
  jupyter: JupyterServer,
  room: NotebookRoom,
  isThat: (text: string) => boolean,
): Promise<void> {
  await eventually(async () => {
    const text = await Deno.readTextFile(join(jupyter.root, room.path));
    const hash = createHash("sha256").update(text).digest("hex");
    return isThat(text) && room.fileHash === hash;
  }, { what: "the server saves by itself" });
}

/** Resolves when the first output of a run, `begun`, is on disk, and its save has ended. */
export async function untilBegun(jupyter: JupyterServer, kind: EnvironmentKind, path: string): Promise<void> {
  const isBegun = (text: string) => text.includes('"begun\\n"');
  if (kind === "plain") {
    const look = async () => isBegun(await Deno.readTextFile(join(jupyter.root, path)));
    await eventually(look, { what: "the first output is on disk" });
  } else {
    await using room = await openRoom(jupyter, path);
    await untilSaved(jupyter, room, isBegun);
  }
}
