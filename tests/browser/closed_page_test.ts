import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import { writeNotebook } from "./write_notebook.ts";

const jupyter = sharedJupyter("collaboration");

/** Ways in which a person's page goes. */
const goings: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "closed": (page) => page.close(),
  "left for another": (page) => page.goto("about:blank"),
  // The navigation never ends: the process of the page is gone.
  "crashed": (page) =>
    Promise.race([page.waitForEvent("crash"), page.goto("chrome://crash").catch(() => {})]),
};

for (const [how, go] of Object.entries(goings)) {
  Deno.test(`a write after the page was ${how} is not said to be seen`, async () => {
    const path = await writeNotebook(jupyter, ["# a note"]);
    await using connection = await connect({ jupyter });
    await using _session = await openSession(connection, { notebook_path: path });
    await using person = await startPerson();
    const { page } = await person.open(jupyter, path);
    const write = async () => {
      const args = { notebook_path: path, cell: 0, source: `# ${crypto.randomUUID()}` };
      const { at, text } = await connection.call("notebook_edit_cell", args);
      return at("visible") ?? text;
    };
    assert.equal(await write(), "live");
    assert.equal(await write(), "live");
    await go(page);
    // The server counts its socket until it hears of the end.
    await eventually(async () => await write() === "no_browser", { what: "the page is known to be gone" });
  });
}
