/** The view of a table, in real Chromium under the official AppBridge, with a real kernel behind it. */

import assert from "node:assert/strict";
import { openViewTest } from "../harness/view_host.ts";

const shops = `
import pandas as pd, numpy as np
rng = np.random.default_rng(3)
shops = pd.DataFrame({
    "city": np.array(["Rome", "Oslo", "Kyoto", "Lima"])[np.arange(200) % 4],
    "sales": rng.normal(500, 120, 200).round(2),
    "visitors": rng.integers(20, 900, 200),
    "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(200), unit="D"),
    "open": np.arange(200) % 3 > 0,
})
shops.loc[4, "sales"] = np.nan`;

Deno.test("the view of a table", async (t) => {
  await using test = await openViewTest({ code: shops });
  const { connection, session, host } = test;
  const show = (variable_name: string, options = {}) =>
    host.show("show_table", { session_id: session.id, variable_name }, options);
  const view = await show("shops");
  const { frame } = view;

  await t.step("shows shape, types, missing values and the first rows", async () => {
    await view.untilText("1–10 of 200 rows");
    await view.untilText("200 rows × 5 columns · DataFrame");
    await view.untilText("float64 · 1 missing");
    const rows = await view.rows();
    assert.equal(rows.length, 10);
    assert.deepEqual(rows.map(([city]) => city).slice(0, 4), ["Rome", "Oslo", "Kyoto", "Lima"]);
    assert.equal(rows[4]?.[1], "—");
    assert.equal(rows[0]?.[3], "2024-01-01");
    assert.equal(await frame.locator("th svg").count(), 5);
    assert.equal(await frame.locator("tbody .bar").count(), 19);
  });

  await t.step("sorts by a header, three times around, and says so to screen readers", async () => {
    const header = frame.getByRole("columnheader", { name: /^sales/ });
    const sort = header.getByRole("button");
    await sort.press("Enter");
    await frame.locator('th[aria-sort="ascending"]').waitFor();
    await frame.locator('table[aria-busy="false"]').waitFor();
    const up = (await view.rows()).map((row) => Number(row[1]));
    assert.deepEqual(up, up.toSorted((a, b) => a - b));
    await sort.click();
    await frame.locator('th[aria-sort="descending"]').waitFor();
    await frame.locator('table[aria-busy="false"]').waitFor();
    const down = (await view.rows()).map((row) => Number(row[1]));
    assert.deepEqual(down, down.toSorted((a, b) => b - a));
    assert.ok(
      await sort.evaluate((button) => button === button.ownerDocument.activeElement),
      "focus is kept",
    );
    await sort.click();
    await frame.locator("tbody tr").first().getByText("Rome").waitFor();
  });

  await t.step("filters by text, by comparison and by date", async () => {
    const box = frame.getByRole("searchbox", { name: "Filter rows" });
    const cases: readonly (readonly [typed: string, position: string])[] = [
      ["kyo", "1–10 of 50 matching rows"],
      ["city = rome", "1–10 of 50 matching rows"],
      ["day < 2024-01-05", "1–4 of 4 matching rows"],
      ["2024-02", "1–10 of 29 matching rows"],
      ["nowhere", "0 matching rows"],
    ];
    for (const [typed, position] of cases) {
      await box.fill(typed);
      await view.untilText(position);
    }
    await view.untilText("No row matches the filter.");
    await box.fill("nope > 3");
    await view.untilText('No column "nope": "nope > 3" is searched as text');
    await box.fill("city = rome");
    await view.untilText("1–10 of 50 matching rows");
    await box.fill("");
    // Before the filter's answer: not a row of the 50.
    await frame.getByRole("spinbutton", { name: "Go to row" }).fill("150");
    await frame.getByRole("spinbutton", { name: "Go to row" }).press("Enter");
    await view.untilText("150–159 of 200 rows");
    await frame.getByRole("region", { name: "Table shops" }).press("Home");
    await view.untilText("1–10 of 200 rows");
  });

  await t.step("pages by buttons, keys and row number", async () => {
    await frame.getByRole("button", { name: "Next" }).click();
    await view.untilText("11–20 of 200 rows");
    const region = frame.getByRole("region", { name: "Table shops" });
    await region.press("End");
    await view.untilText("191–200 of 200 rows");
    assert.ok(await frame.getByRole("button", { name: "Next" }).isDisabled());
    await region.press("PageUp");
    await view.untilText("181–190 of 200 rows");
    await frame.getByRole("spinbutton", { name: "Go to row" }).fill("100");
    await frame.getByRole("spinbutton", { name: "Go to row" }).press("Enter");
    await view.untilText("100–109 of 200 rows");
    await region.press("Home");
    await view.untilText("1–10 of 200 rows");
  });

  await t.step("shows the columns that are chosen", async () => {
    await frame.getByRole("button", { name: "Columns" }).click();
    await frame.getByRole("checkbox", { name: "visitors" }).uncheck();
    await frame.getByRole("columnheader", { name: /^visitors/ }).waitFor({ state: "detached" });
    await frame.locator('table[aria-busy="false"]').waitFor();
    assert.equal((await view.rows())[0]?.length, 4);
    await frame.getByRole("checkbox", { name: "visitors" }).check();
    await frame.getByRole("columnheader", { name: /^visitors/ }).locator("svg").waitFor();
    await frame.getByRole("checkbox", { name: "visitors" }).press("Escape");
    await frame.getByRole("checkbox", { name: "visitors" }).waitFor({ state: "hidden" });
  });

  await t.step("copies the matching rows as CSV", async () => {
    await host.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await frame.getByRole("searchbox", { name: "Filter rows" }).fill("day < 2024-01-03");
    await view.untilText("1–2 of 2 matching rows");
    await frame.getByRole("button", { name: "Copy CSV" }).click();
    await view.untilText("Copied 2 matching rows");
    await view.untilText("1–2 of 2 matching rows");
    const copied = String(await host.page.evaluate("navigator.clipboard.readText()"));
    assert.match(copied, /^city,sales,visitors,day,open\r\nRome,[\d.]+,\d+,2024-01-01,false\r\nOslo,/);
    await frame.getByRole("button", { name: "Columns" }).click();
    await frame.getByRole("checkbox", { name: "sales" }).uncheck();
    await frame.getByRole("columnheader", { name: /^sales/ }).waitFor({ state: "detached" });
    await frame.getByRole("button", { name: "Copy CSV" }).click();
    await view.untilText("Copied 2 matching rows, 4 of 5 columns");
    await frame.getByRole("checkbox", { name: "sales" }).check();
    await frame.getByRole("button", { name: "Columns" }).click();
    await frame.getByRole("searchbox", { name: "Filter rows" }).fill("");
    await view.untilText("1–10 of 200 rows");
  });

  await t.step("copies whole values, and says what a copy lacks", async () => {
    await session.run(
      "whole = pd.DataFrame({'x': [0.1 + 0.2], 's': ['a' * 3_000]}); vast = pd.DataFrame({'s': ['b' * 200_000] + ['c'] * 1_500})",
    );
    const copied = async (name: string, words: string) => {
      const view = await show(name);
      await view.frame.getByRole("button", { name: "Copy CSV" }).click();
      await view.untilText(words);
      return String(await host.page.evaluate("navigator.clipboard.readText()"));
    };
    assert.equal(
      await copied("whole", "Copied 1 row"),
      `x,s\r\n0.30000000000000004,${"a".repeat(3_000)}\r\n`,
    );
    const vast = await copied("vast", "Copied the first 1,000 of 1,501 rows, long values shortened");
    assert.equal(vast.split("\r\n").length, 1_002);
    await show("shops");
    await view.untilText("1–10 of 200 rows");
  });

  await t.step("follows the theme and its variables", async () => {
    const colour = () =>
      frame.locator("html").evaluate((page) =>
        page.ownerDocument.defaultView?.getComputedStyle(page).backgroundColor
      );
    assert.equal(await colour(), "rgb(255, 255, 255)");
    await host.change({ theme: "dark" });
    await frame.locator('html[data-theme="dark"]').waitFor();
    assert.equal(await colour(), "rgb(31, 31, 30)");
    await host.change({
      styles: { variables: { "--color-background-primary": "light-dark(#fff, #102030)" } },
    });
    await frame.locator('html[style*="--color-background-primary"]').waitFor();
    assert.equal(await colour(), "rgb(16, 32, 48)");
  });

  await t.step("shows more rows in fullscreen", async () => {
    await frame.getByRole("button", { name: "Fullscreen" }).click();
    await view.untilText("1–50 of 200 rows");
    await frame.getByRole("button", { name: "Exit fullscreen" }).click();
    await view.untilText("1–10 of 200 rows");
  });

  await t.step("shows the snapshot, whatever becomes of the variable", async () => {
    await session.run("shops['city'] = 'gone'; del shops");
    await frame.getByRole("button", { name: "Next" }).click();
    await view.untilText("11–20 of 200 rows");
    assert.equal((await view.rows())[0]?.[0], "Kyoto");
  });

  await t.step("shows hostile and odd content as text", async () => {
    await session.run(`
odd = pd.DataFrame({
    "<img src=x onerror=alert(1)>": ["<script>document.title='owned'</script>", "x" * 1_000_000, None, "a\\nb"],
    "nested": [[1, [2, {"a": None}]], {"k": "v"}, [], None],
    "n": [float("nan"), float("inf"), -0.1, 1e300],
    "id": [2**63 - 1, 1_234_567_890_123_456, 0, -1],
    "x": [139.691711, 1 / 3, 0.1 + 0.2, 1e-9],
    "when": pd.to_datetime(["2024-01-01 10:00", None, "1900-01-01", "2100-12-31"], format="ISO8601").tz_localize("Asia/Tokyo"),
})`);
    const view = await show("odd");
    await view.untilText("1–4 of 4 rows");
    const rows = await view.rows();
    assert.equal(rows[0]?.[0], "<script>document.title='owned'</script>");
    assert.match(rows[1]?.[0] ?? "", /^x{500}… \(1000000 characters\)$/);
    assert.deepEqual(rows.map((row) => row[1]), ['[1,[2,{"a":null}]]', '{"k":"v"}', "[]", "—"]);
    assert.deepEqual(rows.map((row) => row[2]), ["—", "inf", "-0.1", "1e+300"]);
    assert.deepEqual(rows.map((row) => row[3]), ["9223372036854775807", "1234567890123456", "0", "-1"]);
    assert.deepEqual(rows.map((row) => row[4]), ["139.691711", "0.333333", "0.3", "1e-9"]);
    assert.equal(await view.frame.getByTitle("0.30000000000000004").textContent(), "0.3");
    assert.deepEqual(rows.map((row) => row[5])[1], "—");
    await view.frame.getByRole("button", { name: "<img src=x onerror=alert(1)>" }).waitFor();
    assert.equal(await view.frame.locator("img").count(), 0);
  });

  await t.step("has words for an empty table, one without columns, and a failed call", async () => {
    await session.run("empty = pd.DataFrame({'a': []}); nothing = pd.DataFrame()");
    await (await show("empty")).untilText("This table has no rows.");
    await (await show("nothing")).untilText("nothing has no columns.");
    await (await show("missing")).untilText(/"missing"/);
  });

  await t.step("says how many columns are shown, and why no more", async () => {
    await session.run("wide = pd.DataFrame(np.zeros((2, 300)), columns=[f'c{n}' for n in range(300)])");
    const view = await show("wide");
    await view.untilText("2 rows × 20 of 300 columns · DataFrame");
    await view.frame.getByRole("button", { name: "Columns" }).click();
    await view.frame.getByRole("button", { name: "None" }).click();
    await view.untilText("No column is chosen.");
    await view.frame.getByRole("button", { name: "First 200" }).click();
    await view.untilText("At most 200 columns can be shown at once.");
    await view.untilText("2 rows × 200 of 300 columns · DataFrame");
    await view.frame.getByRole("searchbox", { name: "Find a column" }).fill("c299");
    await view.frame.getByRole("checkbox", { name: "c299" }).click();
    await view.untilText(/untick another one/);
  });

  await t.step("keeps filter, order and page when a failed call is tried again", async () => {
    await session.run("long = pd.DataFrame({'n': range(60)})");
    const view = await show("long");
    await view.untilText("1–10 of 60 rows");
    await view.frame.getByRole("searchbox", { name: "Filter rows" }).fill("n < 50");
    await view.untilText("1–10 of 50 matching rows");
    await view.frame.getByRole("button", { name: "n", exact: true }).click();
    await view.frame.locator('th[aria-sort="ascending"]').waitFor();
    await host.page.route("**/rpc", (route) => route.fulfill({ json: { error: "the line is cut" } }));
    await view.frame.getByRole("button", { name: "Next" }).click();
    await view.untilText(/the line is cut/);
    await host.page.unroute("**/rpc");
    await view.frame.getByRole("button", { name: "Try again" }).click();
    await view.untilText("11–20 of 50 matching rows");
    await view.frame.locator('th[aria-sort="ascending"]').waitFor();
  });

  await t.step("keeps the rows when the kernel is too busy to answer", async () => {
    const view = await show("long");
    await view.untilText("1–10 of 60 rows");
    const busy = { error: "kernel_busy", message: "Cannot inspect the kernel: it has been running" };
    const content = [{ type: "text", text: JSON.stringify(busy) }];
    await host.page.route(
      "**/rpc",
      (route) => route.fulfill({ json: { result: { content, isError: true } } }),
    );
    await view.frame.getByRole("button", { name: "Next" }).click();
    await view.untilText(/it has been running\. The rows from before are still shown\./);
    assert.equal((await view.rows()).length, 10);
    await view.untilText("1–10 of 60 rows");
    await host.page.unroute("**/rpc");
    await view.frame.getByRole("button", { name: "Try again" }).click();
    await view.untilText("11–20 of 60 rows");
  });

  await t.step("sorts while the kernel is busy", async () => {
    await session.run("pair = pd.DataFrame({'n': [2, 1]})");
    const view = await show("pair");
    await view.untilText("1–2 of 2 rows");
    const stopped = await session.handOver("import time\nprint('busy')\ntime.sleep(600)", "busy");
    // A busy kernel still answers, from a subshell.
    await view.frame.getByRole("button", { name: "n", exact: true }).click();
    await view.frame.locator('th[aria-sort="ascending"]').waitFor();
    await view.frame.locator('table[aria-busy="false"]').waitFor();
    assert.deepEqual(await view.rows(), [["1"], ["2"]]);
    await connection.call("kernel_interrupt", { execution_id: stopped.string("execution_id") });
  });

  await t.step("says that it was cancelled, and answers the host that removes it", async () => {
    const view = await show("odd", { isPending: true });
    await view.untilText("Loading…");
    await host.cancel();
    await view.untilText("Cancelled: nothing was shown.");
    await host.teardown();
  });

  await t.step("says that the kernel was restarted", async () => {
    const view = await show("odd");
    await view.untilText("1–4 of 4 rows");
    await connection.call("kernel_restart", { session_id: session.id });
    await view.frame.getByRole("columnheader", { name: /^n/ }).last().getByRole("button").click();
    await view.untilText(/the kernel was restarted/);
  });
});
