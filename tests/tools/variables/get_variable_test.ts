import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("get_variable", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("plain") });
  await using session = await openSession(connection);
  const ask = (variable_name: string, args: Record<string, unknown> = {}) =>
    connection.call("get_variable", { session_id: session.id, variable_name, ...args });
  const get = async (variable_name: string, args: Record<string, unknown> = {}) => {
    const result = await ask(variable_name, args);
    assert.ok(!result.isError, result.text);
    return result;
  };
  const setUp = async (code: string) => {
    const result = await session.run(code, { timeout: 60 });
    assert.equal(result.at("success"), true, result.text);
  };

  await t.step("shows scalars as JSON", async () => {
    await setUp(
      "import datetime\nx, y, z, n, b = 42, 0.1 + 0.2, 'text', None, 2**70\nhalf = '\\ud800 half'\nd = datetime.datetime(2024, 1, 2)",
    );
    const values = await Promise.all(
      ["x", "y", "z", "n", "b", "d"].map(async (name) => (await get(name)).at("value")),
    );
    assert.deepEqual(values, [42, 0.3, "text", null, "1180591620717411303424", "2024-01-02T00:00:00"]);
    assert.equal((await get("half")).at("value"), "\\ud800 half");
    assert.deepEqual((await get("x")).json, { variable_name: "x", type: "int", value: 42 });
  });

  await t.step("shows halves of pairs as escapes, wherever they are, and takes those in paths", async () => {
    await setUp("names = {'caf\\udce9.txt': 1}\nglobals()['odd\\ud800'] = 1");
    assert.deepEqual((await get("names")).at("value"), { "caf\\udce9.txt": 1 });
    assert.equal((await get('names["caf\\udce9.txt"]')).at("value"), 1);
    const missing = await ask('names["x"]');
    assert.deepEqual(missing.at("available"), ["caf\\udce9.txt"], missing.text);
    const listed = await connection.call("get_variables", { session_id: session.id });
    assert.ok(listed.text.includes("odd\\\\ud800"), listed.text);
    await setUp("del globals()['odd\\ud800']");
  });

  await t.step("shows what a container holds, whatever its own methods say or do", async () => {
    await setUp(`
import collections, time
class Raising(list):
    def __len__(self): raise RuntimeError
class Huge(dict):
    def __len__(self): return 10**30
class Endless(tuple):
    def __iter__(self): time.sleep(60)
class Sleepy:
    def __init__(self): self.a = 1
    def __getattribute__(self, name): time.sleep(60)
    def __repr__(self): return "sleepy"
raising, huge, endless, sleepy = Raising([1, 2]), Huge(a=1), Endless((1, 2)), Sleepy()
moved = collections.OrderedDict(a=1, b=2); moved.move_to_end("a")`);
    const raising = await get("raising");
    assert.deepEqual([raising.at("type"), raising.at("value"), raising.at("size")], [
      "Raising",
      [1, 2],
      "2 items",
    ]);
    assert.equal(raising.at("cut.0.left_out"), "what its own methods say");
    assert.deepEqual((await get("huge")).at("value"), { a: 1 });
    assert.deepEqual((await get("endless")).at("value"), [1, 2]);
    assert.deepEqual((await get("sleepy")).at("value.attributes"), { a: 1 });
    assert.deepEqual(Object.keys(Object((await get("moved")).at("value"))), ["b", "a"]);
  });

  await t.step("tells the rest if objects take too long to say what they are", async () => {
    await setUp(`
class Slow:
    def __repr__(self): time.sleep(60)
slow = [*(Slow() for _ in range(20)), "end"]`);
    const slow = await get("slow");
    assert.equal(slow.at("value.20"), "end");
    assert.equal(slow.at("cut.0.reason"), "repr() took over 1 s");
  });

  await t.step("follows a path of keys, places and attributes", async () => {
    await setUp(`
class Box:
    def __init__(self): self.b = [10, 20, 30]
    @property
    def doubled(self): return [2 * one for one in self.b]
cfg = {"a": Box(), 5: "five", "it's": {"ключ": 1}}`);
    assert.equal((await get('cfg["a"].b[0]')).at("value"), 10);
    assert.equal((await get("cfg['a'].b[-1]")).at("value"), 30);
    assert.equal((await get("cfg[5]")).at("value"), "five");
    assert.equal((await get(`cfg["it's"]["ключ"]`)).at("value"), 1);
    assert.deepEqual((await get('cfg["a"].doubled')).at("value"), [20, 40, 60]);
    assert.deepEqual((await get('cfg["a"]')).at("value.attributes.b"), [10, 20, 30]);
  });

  await t.step(
    "bounds depth, items and characters, names what it cut, and continues from there",
    async () => {
      await setUp("deep = {'a': {'b': {'c': {'d': 1}}}}\nnumbers = list(range(100))\nstory = 'ab' * 5000");
      const deep = await get("deep", { max_depth: 2 });
      assert.deepEqual(deep.at("value"), { a: { b: "<dict: 1 item>" } });
      assert.deepEqual(deep.at("cut.0"), { path: 'deep["a"]["b"]', left_out: "1 item" });
      assert.deepEqual((await get('deep["a"]["b"]')).at("value"), { c: { d: 1 } });
      const some = await get("numbers", { max_items: 3 });
      assert.deepEqual([some.at("value"), some.at("size"), some.at("truncated")], [
        [0, 1, 2],
        "100 items",
        true,
      ]);
      const next = Number(some.at("cut.0.start"));
      assert.deepEqual((await get("numbers", { max_items: 3, start: next })).at("value"), [3, 4, 5]);
      const story = await get("story", { max_chars: 10, start: 9_995 });
      assert.equal(story.at("value"), "babab");
      assert.match(story.string("cut.0.left_out"), /of 10000/);
      await setUp("blob = bytes(range(256)) * 20");
      const blob = await get("blob", { max_chars: 10 });
      assert.deepEqual([blob.at("value"), blob.at("truncated"), blob.at("cut.0")], [
        String.raw`b'\x00\x01\x02\x03\x04\x05\x06\x07\x08\t'`,
        true,
        { path: "blob", left_out: "bytes outside 0–10 of 5120", start: 10 },
      ]);
    },
  );

  await t.step("shows arrays, sets, named tuples, functions and objects", async () => {
    await setUp(`
import numpy as np, collections
array = np.arange(6, dtype="int16").reshape(2, 3)
chosen = {1}
point = collections.namedtuple("Point", "x y")(1, 2)
def area(width, height=1):
    """Of a rectangle."""
own = []; own.append(own)`);
    assert.deepEqual((await get("array")).at("value"), {
      ...{ shape: [2, 3], dtype: "int16", values: [0, 1, 2, 3, 4, 5], min: 0, max: 5, mean: 2.5 },
    });
    assert.deepEqual((await get("chosen")).at("value"), [1]);
    assert.deepEqual((await get("point")).at("value"), { x: 1, y: 2 });
    assert.partialDeepStrictEqual((await get("area")).at("value"), {
      ...{ signature: "area(width, height=1)", doc: "Of a rectangle." },
    });
    assert.deepEqual((await get("own")).at("value"), ["<contains itself>"]);
  });

  await t.step("shows a table as get_dataframe_info does", async () => {
    await setUp("import pandas as pd\ntable = pd.DataFrame({'a': [1, 2]})");
    const { variable_name, ...shown } = (await get("table")).json;
    assert.equal(variable_name, "table");
    const info = await connection.call("get_dataframe_info", { session_id: session.id, variable_name });
    assert.deepEqual(shown, info.json);
  });

  await t.step("shows pictures of PIL and matplotlib, and leaves pyplot as it is", async () => {
    await setUp(`
import matplotlib; matplotlib.use("agg")
import matplotlib.pyplot as plt
from PIL import Image
picture = Image.new("RGB", (3000, 100), "red")
figure, axes = plt.subplots(figsize=(4, 3), dpi=100)
poster = plt.figure(figsize=(60, 40), dpi=300)
kept = plt.figure()
numbers_before = plt.get_fignums(), plt.gcf().number`);
    const picture = await get("picture");
    assert.deepEqual([picture.at("width"), picture.at("height"), picture.at("mode")], [3000, 100, "RGB"]);
    assert.equal(picture.images.length, 1);
    assert.equal(picture.images[0]?.mimeType, "image/png");
    assert.match(picture.string("notes.0"), /^It is shown at 1568×52 pixels/);
    const figure = await get("figure");
    assert.deepEqual([figure.at("type"), figure.at("width"), figure.at("height")], ["Figure", 400, 300]);
    assert.equal(figure.at("notes"), undefined);
    assert.equal(figure.images.length, 1);
    assert.match(figure.string("resource_uri"), /^jupyter:\/\/sessions\/.*\.png$/);
    const poster = await get("poster");
    assert.deepEqual([poster.at("width"), poster.at("height"), poster.images.length], [18_000, 12_000, 1]);
    assert.equal(
      (await session.run("(plt.get_fignums(), plt.gcf().number) == numbers_before")).at("result"),
      "True",
    );
  });

  await t.step("survives objects whose repr raises, loops or takes long", async () => {
    await setUp(`
import time
class Raises:
    def __repr__(self): raise ValueError("no")
class Loops:
    def __repr__(self):
        while True: pass
class Sleeps:
    def __repr__(self): time.sleep(30)
class Slow:
    @property
    def part(self): time.sleep(30)
raises, loops, sleeps, slow = Raises(), Loops(), Sleeps(), Slow()
listed = [raises, 1]`);
    assert.match((await get("raises")).string("cut.0.reason"), /repr\(\) raised ValueError/);
    assert.match((await get("loops")).string("cut.0.reason"), /repr\(\) took over 1 s/);
    assert.match((await get("sleeps")).string("cut.0.reason"), /repr\(\) took over 1 s/);
    assert.equal((await get("listed")).at("value.1"), 1);
    const slow = await ask("slow.part");
    assert.equal(slow.at("error"), "unsupported");
    assert.match(slow.string("message"), /"slow\.part": it took longer than 0\.5 s/);
    assert.equal((await session.run("x + 1")).at("result"), "43");
  });

  await t.step("asks no class whose object it is", async () => {
    await setUp(`
class Endless(type):
    @property
    def __module__(self):
        while True: pass
class Odd(metaclass=Endless): pass
class Array:
    __module__ = "numpy"
    @property
    def dtype(self):
        while True: pass
    shape = dtype
odd, array_like = Odd(), Array()`);
    assert.match((await get("odd")).string("value.type"), /Odd$/);
    assert.equal((await get("array_like")).at("value.type"), "numpy.Array");
    const asked = await connection.call("get_dataframe_info", {
      ...{ session_id: session.id, variable_name: "array_like" },
    });
    assert.equal(asked.at("error"), "not_a_table");
    assert.equal((await session.run("x + 1")).at("result"), "43");
  });

  await t.step("loses only the part that cannot be read", async () => {
    await setUp(`
import enum
class Unreadable:
    def __str__(self): raise RuntimeError
    __repr__ = __str__
class Colour(enum.Enum):
    RED = 1
box = [1, Unreadable(), 10**5000, {Unreadable(): 2}, Colour.RED, "\\x1b[1mbold\\x1b[0m"]`);
    const { at, json } = await get("box");
    assert.equal(at("value.0"), 1);
    assert.equal(at("value.2"), "int of 16610 bits");
    assert.deepEqual(at("value.3"), { "<Unreadable: str() raised RuntimeError>": 2 });
    assert.deepEqual(at("value.4"), { name: "RED", value: 1 });
    assert.equal(at("value.5"), "bold");
    assert.match(JSON.stringify(json["cut"]), /repr\(\) raised RuntimeError/);
  });

  await t.step("says that a start is beyond the end", async () => {
    await setUp("three = [1, 2, 3]");
    const { json, at } = await get("three", { start: 99 });
    assert.deepEqual(json["value"], []);
    assert.equal(at("cut.0.left_out"), "everything: start 99 is beyond the end, there are 3 items");
    assert.equal(at("cut.0.start"), undefined);
    await setUp("one = [1]");
    const one = await get("one", { start: 5 });
    assert.equal(one.at("cut.0.left_out"), "everything: start 5 is beyond the end, there is 1 item");
  });

  await t.step("makes no key of a defaultdict, and consumes no generator", async () => {
    await setUp("default = collections.defaultdict(list, a=[1])\nstream = iter([1, 2])");
    const missing = await ask('default["b"]');
    assert.equal(missing.at("error"), "variable_not_found");
    assert.deepEqual(missing.at("available"), ["a"]);
    await get("default");
    await get("stream");
    assert.equal((await session.run("list(default), list(stream)")).at("result"), "(['a'], [1, 2])");
  });

  await t.step("says what is missing, and what there is instead", async () => {
    const name = await ask("numbrs");
    assert.equal(name.at("error"), "variable_not_found");
    assert.equal(name.at("available.0"), "numbers");
    const attribute = await ask('cfg["a"].c');
    assert.match(
      attribute.string("message"),
      /^Cannot find "cfg\["a"\]\.c": "cfg\["a"\]" has no such attribute$/,
    );
    assert.deepEqual(attribute.at("available"), ["b", "doubled"]);
    assert.match((await ask("numbers[100]")).string("message"), /has no such item, but 100 of them$/);
    assert.match((await ask("x[0]")).string("message"), /"x", of type int, has no items$/);
  });

  await t.step("runs no text as code", async () => {
    for (
      const text of ["__import__('os').getpid()", "x; y", "[1]", "x + 1", "cfg[x]", "numbers[:3]", "(x)"]
    ) {
      assert.equal((await ask(text)).at("error"), "invalid_argument", text);
    }
    const trap = await ask('x["]; import os; os.abort() #"]');
    assert.equal(trap.at("error"), "variable_not_found");
  });
});
