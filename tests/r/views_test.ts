/** Views of tables on IRkernel. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import { viewsCapability } from "../harness/views_capability.ts";

const range = { kind: "range", low: null, high: null, low_open: false, high_open: false, negate: false };
const text = { kind: "text", number: null, low: null, high: null };

Deno.test("show_table sorts, filters and pages a data.frame in the kernel", async () => {
  await using connection = await connect({
    jupyter: sharedJupyter("collaboration"),
    capabilities: viewsCapability,
  });
  await using session = await openSession(connection, { kernel_name: "ir" });
  await session.run(`
frame <- data.frame(n = 0:5, city = c("Rome", "Oslo", "Kyoto", "Rome", "Lima", NA),
  day = as.Date(c("2024-01-15", "2024-02-01", "2024-02-20", "2024-03-05", NA, "2025-01-01")),
  open = c(TRUE, FALSE, TRUE, FALSE, TRUE, FALSE))
frame$id <- c(1234567890123456789, 1:5)
frame$at <- as.POSIXct("2024-05-05 10:00:00", tz = "Europe/Rome") + 0:5 * 1800.5`);
  const shown = await connection.call("show_table", { session_id: session.id, variable_name: "frame" });
  const handle = shown.string("handle");
  await session.run("frame$city <- 'changed'");
  const read = (query: Record<string, unknown>) =>
    connection.call("view_read", { handle, places: [0], ...query });
  const cases: readonly (readonly [query: Record<string, unknown>, found: readonly number[]])[] = [
    [{ condition: { ...text, text: "RO" } }, [0, 3]],
    [{ condition: { ...text, text: "4", number: 4 } }, [4]],
    [{ condition: { ...text, text: "2024-02", low: "2024-02-01", high: "2024-03-01" } }, [1, 2]],
    [{ condition: { ...text, text: "true" } }, [0, 2, 4]],
    [{ condition: { ...range, place: 0, low: 3, low_open: true } }, [4, 5]],
    [{ condition: { ...range, place: 2, high: "2024-02-10", high_open: true } }, [0, 1]],
    [{ condition: { kind: "equal", place: 1, text: "oslo", negate: true } }, [0, 2, 3, 4]],
    [{ condition: { ...range, place: 4, low: "1234567890123456789", high: "1234567890123456789" } }, [0]],
    [{ condition: { ...text, text: "1234567890123456789", number: "1234567890123456789" } }, [0]],
    [{ condition: { ...range, place: 5, low: "2024-05-05T12:00:00" } }, [4, 5]],
    [{ condition: { ...range, place: 5, low: "2024-05-05T10:30:00.500000", high: "2024-05-05T10:31:00" } }, [
      1,
    ]],
    [{ offset: 20 }, [5]],
    [{ sort: { place: 1, descending: false } }, [2, 4, 1, 0, 3, 5]],
    [{ sort: { place: 0, descending: true }, offset: 1, limit: 2 }, [4, 3]],
  ];
  for (const [query, found] of cases) {
    const page = await read(query);
    assert.deepEqual(page.at("rows"), found.map((one) => [one]), `${JSON.stringify(query)} ${page.text}`);
  }
  const page = await read({ places: [0, 1, 2, 3], limit: 1, outline: true });
  assert.deepEqual(page.at("rows"), [[0, "Rome", "2024-01-15", true]]);
  assert.equal(page.at("outline.columns.2.kind"), "time");
  const profiles = await read({ places: [0, 1], profile: true });
  assert.deepEqual([profiles.at("profiles.0.high"), profiles.at("profiles.1.nulls")], [5, 1]);
  await connection.call("kernel_restart", { session_id: session.id });
  assert.equal((await read({})).at("error"), "variable_not_found");
});

Deno.test("show_table counts NULL in a list column as missing, and gives whole values for a copy", async () => {
  await using connection = await connect({
    jupyter: sharedJupyter("collaboration"),
    capabilities: viewsCapability,
  });
  await using session = await openSession(connection, { kernel_name: "ir" });
  await session.run(`
frame <- data.frame(x = c(0.1 + 0.2, 1 / 3, NA), s = c(strrep("a", 3000), "", NA))
frame$l <- list(1:3, NULL, NA)`);
  const shown = await connection.call("show_table", { session_id: session.id, variable_name: "frame" });
  const read = (query: Record<string, unknown>) =>
    connection.call("view_read", { handle: shown.string("handle"), places: [0, 1, 2], ...query });
  const profiles = await read({ profile: true });
  assert.deepEqual(profiles.list("profiles").map(({ nulls }) => nulls), [1, 1, 2]);
  const page = await read({ exact: true });
  assert.deepEqual(page.at("rows"), [
    ["0.30000000000000004", "a".repeat(3_000), "1:3"],
    ["0.3333333333333333", "", null],
    [null, null, null],
  ]);
  assert.equal((await read({ sort: { place: 2, descending: false } })).at("matching"), 3);
});

Deno.test("show_table shows the row names of a data.frame", async () => {
  await using connection = await connect({
    jupyter: sharedJupyter("collaboration"),
    capabilities: viewsCapability,
  });
  await using session = await openSession(connection, { kernel_name: "ir" });
  await session.run("cars <- mtcars");
  const shown = await connection.call("show_table", { session_id: session.id, variable_name: "cars" });
  const page = await connection.call("view_read", {
    handle: shown.string("handle"),
    places: [0, 1],
    limit: 1,
  });
  assert.deepEqual(page.at("rows"), [["Mazda RX4", 21]]);
});
