/** The tools of toolset `variables` on IRkernel. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { KernelClient } from "../harness/kernel_client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import { byColumn } from "../harness/table_result.ts";

Deno.test("variables of an R kernel", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection, { kernel_name: "ir" });
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { session_id: session.id, ...args });
  const table = async (variable_name: string, args: Record<string, unknown> = {}) =>
    byColumn(await call("get_dataframe_info", { variable_name, ...args }));
  const value = (variable_name: string) => call("get_variable", { variable_name });
  await session.run(`
df <- data.frame(id = 1:3, name = c("a", NA, "a"), v = c(0.1 + 0.2, NA, 3), d = as.Date("2024-01-01") + 0:2,
                 f = factor(c("x", "y", "x")), t = as.POSIXct("2024-01-01 10:00:00", tz = "UTC") + 0:2)
my.df <- mtcars
x <- 42L; s <- "hello"; v <- 1:1000; l <- list(a = 1, b = list(c = "deep", 2)); f <- function(a, b) a + b
makeActiveBinding("act", function() stop("no"), globalenv())
length <- function(...) stop("masked")`);

  await t.step("get_variables lists tables first, and evaluates no active binding", async () => {
    const { json } = await call("get_variables");
    assert.deepEqual(json["variables"], [
      { name: "my.df", type: "data.frame", size: "32 rows × 11 cols" },
      { name: "df", type: "data.frame", size: "3 rows × 6 cols" },
      { name: "v", type: "integer", size: "1000 items" },
      { name: "l", type: "list", size: "2 items" },
      { name: "act", type: "active binding", size: "not evaluated" },
      { name: "s", type: "character", value: "hello" },
      { name: "x", type: "integer", value: 42 },
    ]);
    assert.deepEqual(json["left_out"], { functions: 2 });
    assert.equal((await call("get_variables", { limit: 2 })).at("next_cursor"), "2");
  });

  await t.step("get_dataframe_info describes a data.frame", async () => {
    const { json, at } = await table("df", { head_rows: 2 });
    assert.deepEqual(json["shape"], [3, 6]);
    assert.deepEqual(json["dtypes"], {
      ...{ id: "integer", name: "character", v: "numeric", d: "Date", f: "factor", t: "POSIXct/POSIXt" },
    });
    assert.deepEqual(json["head"], [
      { id: 1, name: "a", v: 0.3, d: "2024-01-01", f: "x", t: "2024-01-01T10:00:00+00:00" },
      { id: 2, name: null, v: null, d: "2024-01-02", f: "y", t: "2024-01-01T10:00:01+00:00" },
    ]);
    assert.deepEqual(json["nulls"], { id: 0, name: 1, v: 1, d: 0, f: 0, t: 0 });
    assert.deepEqual(at("describe.name"), { count: 2, unique: 1, top: "a", freq: 2 });
    assert.partialDeepStrictEqual(at("describe.v"), { count: 2, mean: 1.65, min: 0.3, max: 3 });
    assert.deepEqual(at("describe.d"), { count: 3, min: "2024-01-01", max: "2024-01-03" });
    assert.deepEqual((await table("my.df")).at("shape"), [32, 11]);
    assert.equal((await table("l")).at("error"), "not_a_table");
  });

  await t.step("numbers of long tables are those of all rows", async () => {
    await session.run("long <- data.frame(n = rep(c(0, 1), 1e6), s = 'x')\nlong$n[3] <- NA");
    const { at, text } = await table("long");
    assert.equal(at("describe.n.count"), 1_999_999, text);
    assert.ok(Math.abs(Number(at("describe.n.mean")) - 0.5) < 1e-6, text);
    assert.equal(at("describe.s.count"), 100_000);
    assert.equal(at("sampled.of"), 2_000_000);
    await session.run("rm(long)");
  });

  await t.step("get_variable follows R's paths and says what is missing", async () => {
    assert.equal((await value("x")).at("value"), 42);
    assert.deepEqual((await value("l")).at("value"), { a: 1, b: { c: "deep", "[[2]]": 2 } });
    assert.equal((await value("l$b$c")).at("value"), "deep");
    assert.equal((await value('l[["b"]][[2]]')).at("value"), 2);
    assert.deepEqual((await value("df$name")).at("value"), ["a", null, "a"]);
    assert.match((await value("v")).string("cut.0.left_out"), /0–30 of 1000/);
    const missing = await value("l$zz");
    assert.deepEqual([missing.at("error"), missing.at("available")], ["variable_not_found", ["a", "b"]]);
    assert.equal((await value("lx")).at("error"), "variable_not_found");
    assert.equal((await value("system('true')")).at("error"), "invalid_argument");
  });

  await t.step("evaluates no promise", async () => {
    await session.run('delayedAssign("later", { cat("evaluated"); 1 })');
    const listed = await call("get_variables");
    assert.ok(listed.text.includes('{"name":"later","type":"promise","size":"not evaluated"}'), listed.text);
    assert.match((await value("later")).string("message"), /promise that was not evaluated yet/);
    assert.match((await session.run("later")).text, /evaluated/);
    assert.equal((await value("later")).at("value"), 1);
    await session.run("rm(later)");
  });

  await t.step("shows the head of a function, a matrix by rows, and a name in backticks", async () => {
    await session.run("m <- matrix(1:6, 2, dimnames = list(NULL, c('a', 'b', 'c')))\n`odd name` <- 7L");
    assert.deepEqual((await value("f")).at("value"), { type: "function", repr: "function (a, b)" });
    assert.deepEqual((await value("m")).at("value"), {
      ...{ shape: [2, 3], dtype: "integer", columns: ["a", "b", "c"], rows: [[1, 3, 5], [2, 4, 6]] },
    });
    assert.match((await value("odd name")).string("hint"), /backticks/);
    assert.equal((await value("`odd name`")).at("value"), 7);
    await session.run("rm(m, `odd name`)");
  });

  await t.step("shares what a model can read among all parts, and names what did not fit", async () => {
    await session.run(
      "deep <- lapply(1:50, function(i) setNames(as.list(rep(strrep('lorem ', 400), 25)), 1:25))",
    );
    const { text, at, string } = await value("deep");
    assert.ok(text.length < 60_000, String(text.length));
    assert.equal(Object(at("value")).length, 30);
    assert.deepEqual(at("cut.0"), { path: "deep", left_out: "items outside 0–30 of 50", start: 30 });
    assert.match(string("cut.1.left_out"), /^items outside 0–\d+ of 25$/);
    assert.match(string("cut.50.left_out"), /more parts within$/);
    await session.run("rm(deep)");
  });

  await t.step("says where to continue only if there is more", async () => {
    await session.run(
      "long <- strrep('x', 1e5); many <- 1:150; m <- matrix(1:300, 150); none <- NA_character_; one <- list(1)",
    );
    const cut = async (variable_name: string, start: number) =>
      (await call("get_variable", { variable_name, start })).at("cut.0");
    assert.deepEqual(await cut("long", 99_990), {
      path: "long",
      left_out: "characters outside 99990–100000 of 100000",
    });
    assert.deepEqual(await cut("many", 140), { path: "many", left_out: "items outside 140–150 of 150" });
    assert.deepEqual(await cut("m", 140), { path: "m", left_out: "rows outside 140–150 of 150" });
    assert.deepEqual(await cut("many", 0), {
      path: "many",
      left_out: "items outside 0–30 of 150",
      start: 30,
    });
    for (const [name, total] of [["long", "100000 characters"], ["many", "150 items"], ["m", "150 rows"]]) {
      assert.deepEqual(await cut(String(name), 100_000), {
        path: name,
        left_out: `everything: start 100000 is beyond the end, there are ${total}`,
      });
    }
    assert.match(
      String(Object(await cut("one", 3)).left_out),
      /start 3 is beyond the end, there is 1 item$/,
    );
    assert.equal((await value("none")).at("value"), null);
    await session.run("rm(long, many, m, none, one)");
  });

  await t.step("lengths of time have their unit and all their digits", async () => {
    await session.run(
      "span <- as.difftime(c(1, 10.123456789, NA), units = 'days'); spans <- data.frame(s = span)",
    );
    const shown = ["1 days", "10.123456789 days", null];
    assert.deepEqual((await value("span")).at("value"), shown);
    const { at } = await table("spans");
    assert.deepEqual(at("head"), shown.map((s) => ({ s })));
    assert.deepEqual(at("describe.s"), { count: 2, min: "1 days", max: "10.123456789 days" });
    await session.run("rm(span, spans)");
  });

  await t.step("leaves no name and no number of a cell behind", async () => {
    const { text } = await session.run("cat(ls(), sep = ',')");
    assert.match(text, /"act,df,f,l,length,my\.df,s,v,x"/);
    await using person = await KernelClient.open(jupyter, session.kernelId);
    const first = await person.execute("1");
    await call("get_variables");
    const second = await person.execute("2");
    assert.equal(second.reply["execution_count"], Number(first.reply["execution_count"]) + 1);
  });

  await t.step("says what a busy kernel is busy with", async () => {
    const running = await session.handOver("cat('begun\\n')\nSys.sleep(60)", "begun\n");
    const execution_id = running.string("execution_id");
    const refused = await call("get_variables");
    assert.deepEqual([refused.at("error"), refused.at("busy_with.execution_id")], [
      "kernel_busy",
      execution_id,
    ]);
    await connection.call("kernel_interrupt", { execution_id });
    await connection.call("execution_get", { execution_id, wait: 10 });
    await using person = await KernelClient.open(jupyter, session.kernelId);
    await person.execute("x <- 43L");
    assert.equal((await value("x")).at("value"), 43);
  });
});
