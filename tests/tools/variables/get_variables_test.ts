import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import type { ToolResult } from "../../harness/tool_result.ts";

const listed = z.array(z.looseObject({ name: z.string(), type: z.string() }));

function byName(result: ToolResult) {
  return new Map(listed.parse(result.at("variables")).map((entry) => [entry.name, entry]));
}

Deno.test("get_variables", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  const get = (args: Record<string, unknown> = {}) =>
    connection.call("get_variables", { session_id: session.id, ...args });

  await t.step("finds nothing in a fresh kernel, not even what IPython has put there", async () => {
    assert.deepEqual((await get()).json, { variables: [] });
    assert.deepEqual((await get({ all: true })).json, { variables: [] });
  });

  await session.run(`
import math, collections, datetime, decimal
import numpy as np, pandas as pd
df = pd.DataFrame(np.zeros((1000, 5)), columns=list("abcde"))
small = pd.DataFrame({"a": [1]})
x = 42
noisy = 0.1 + 0.2
nothing, yes, text, nan = None, True, "hello", float("nan")
huge = 10**30
when, price = datetime.date(2024, 1, 2), decimal.Decimal("1.10")
image = np.zeros((500, 300))
numbers = list(range(1000))
blob = b"x" * 1_200_000
story = "word " * 1000
class LinearRegression: pass
model = LinearRegression()
def helper(): pass
_secret = 1
`);

  await t.step("has the form of the specification: name, type, and size or value", async () => {
    const found = byName(await get());
    assert.deepEqual(found.get("df"), { name: "df", type: "DataFrame", size: "1000 rows × 5 cols" });
    assert.deepEqual(found.get("x"), { name: "x", type: "int", value: 42 });
    assert.deepEqual(Object.keys(found.get("model") ?? {}), ["name", "type", "size"]);
    assert.equal(found.get("model")?.type, "LinearRegression");
  });

  await t.step("says values and sizes as people do", async () => {
    const found = byName(await get());
    const values = ["noisy", "nothing", "yes", "text", "nan", "huge", "when", "price"];
    assert.deepEqual(values.map((name) => found.get(name)?.["value"]), [
      ...[0.3, null, true, "hello", "nan", "1000000000000000000000000000000", "2024-01-02", "1.10"],
    ]);
    const sizes = ["small", "image", "numbers", "blob", "story"];
    assert.deepEqual(sizes.map((name) => found.get(name)?.["size"]), [
      ...["1 row × 1 col", "500 × 300, 1.2 MB", "1000 items", "1.2 MB", "5000 characters"],
    ]);
  });

  await t.step("puts tables first, then what is big, then scalars by name", async () => {
    const names = [...byName(await get()).keys()];
    assert.deepEqual(names.slice(0, 6), ["df", "small", "blob", "image", "numbers", "story"]);
    assert.deepEqual(names.slice(-3), ["when", "x", "yes"]);
  });

  await t.step("leaves modules, functions, classes and _names out, and says so, unless asked", async () => {
    const result = await get();
    assert.deepEqual(result.at("left_out"), { modules: 6, classes: 1, functions: 1, underscored: 1 });
    const names = byName(result);
    for (const name of ["math", "helper", "LinearRegression", "_secret"]) {
      assert.equal(names.has(name), false);
    }
    const all = await get({ all: true });
    for (const name of ["math", "helper", "LinearRegression", "_secret", "x"]) {
      assert.ok(byName(all).has(name), name);
    }
    for (const name of ["In", "Out", "_i", "_", "exit", "get_ipython"]) {
      assert.equal(byName(all).has(name), false, name);
    }
    assert.equal(all.at("left_out"), undefined);
  });

  await t.step("pages by cursor", async () => {
    const names: string[] = [];
    let cursor: unknown;
    do {
      const page = await get({ limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      names.push(...byName(page).keys());
      cursor = page.at("next_cursor");
    } while (cursor !== undefined);
    const whole = await get();
    assert.deepEqual(names, [...byName(whole).keys()]);
    assert.equal(whole.at("variables.length"), names.length);
    assert.deepEqual((await get({ cursor: "1000" })).at("variables"), []);
    assert.equal((await get({ cursor: "x" })).at("error"), "invalid_argument");
  });

  await t.step("pages very many, and finds the near misses among them", async () => {
    await session.run('for number in range(20_000): globals()[f"many{number}"] = [number]');
    const page = await get({ limit: 2, cursor: "15000" });
    assert.equal(byName(page).size, 2, page.text);
    assert.ok(Number(page.at("total")) > 20_000);
    const missing = await connection.call("get_variable", {
      session_id: session.id,
      variable_name: "many1999x",
    });
    assert.match(missing.string("available.0"), /^many1999\d?$/, missing.text);
    await session.run('for number in range(20_000): del globals()[f"many{number}"]\ndel number');
  });

  await t.step("survives objects whose length raises, loops or takes long, and says which", async () => {
    await session.run(`
import time
class Raises:
    def __len__(self): raise ValueError("no")
class Loops:
    def __len__(self):
        while True: pass
class Sleeps:
    def __len__(self):
        time.sleep(30)
class Exits:
    def __len__(self): raise SystemExit
class Prints:
    def __len__(self):
        print("overheard"); return 7
class Liar:
    @property
    def __class__(self): raise RuntimeError
raises, loops, sleeps, exits, prints, liar = Raises(), Loops(), Sleeps(), Exits(), Prints(), Liar()
`);
    const found = byName(await get());
    assert.match(String(found.get("raises")?.["note"]), /raised ValueError/);
    assert.match(String(found.get("loops")?.["note"]), /took over 0\.1 s/);
    assert.match(String(found.get("sleeps")?.["note"]), /took over 0\.1 s/);
    assert.match(String(found.get("exits")?.["note"]), /raised SystemExit/);
    assert.equal(found.get("prints")?.["size"], "7 items");
    assert.equal(found.get("liar")?.type, "Liar");
    assert.deepEqual(found.get("x"), { name: "x", type: "int", value: 42 });
    const after = await session.run("x + 1");
    assert.deepEqual([after.at("result"), after.at("stdout")], ["43", ""]);
  });

  await t.step(
    "shows members of enumerations, numbers that Python does not write, and text without colours",
    async () => {
      await session.run(`
import enum
class Colour(enum.Enum):
    RED = 1
class Level(enum.IntEnum):
    LOW = 1
class Secretive(type):
    def __getattribute__(cls, name): raise RuntimeError
class Closed(metaclass=Secretive): pass
red, low, long_one, closed, coloured = Colour.RED, Level.LOW, 10**5000, Closed(), "\\x1b[31mred\\x1b[0m"
`);
      const found = byName(await get());
      assert.deepEqual(found.get("red"), { name: "red", type: "Colour", value: "Colour.RED (1)" });
      assert.deepEqual(found.get("low"), { name: "low", type: "Level", value: "Level.LOW (1)" });
      assert.equal(found.get("long_one")?.["value"], "int of 16610 bits");
      assert.equal(found.get("coloured")?.["value"], "red");
      assert.equal(found.get("closed")?.type, "Closed");
    },
  );

  await t.step(
    "says that the variables are gone after the kernel's death, as does a look at one of them",
    async () => {
      assert.equal((await session.run("import os\nos._exit(1)")).at("status"), "kernel_died");
      const list = await get();
      assert.equal(list.at("variables.length"), 0);
      assert.match(list.string("note"), /died.*: all variables, imports and definitions are gone/);
      const one = await connection.call("get_variable", { session_id: session.id, variable_name: "x" });
      assert.equal(one.at("error"), "variable_not_found");
      assert.match(one.string("hint"), /are gone/);
      await session.run("y = 1");
      assert.equal((await get()).json["note"], undefined);
    },
  );

  await t.step("stands on no name of the person's, not even that of imports", async () => {
    await session.run("x = 42\n__import__ = exec = compile = None");
    assert.equal(byName(await get()).get("x")?.["value"], 42);
    await session.run("del __import__, exec, compile");
  });

  await t.step("answers session_not_found for a session that is not there", async () => {
    const { json } = await connection.call("get_variables", { session_id: "nobody" });
    assert.equal(json["error"], "session_not_found");
  });
});
