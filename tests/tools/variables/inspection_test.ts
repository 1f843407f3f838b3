/** Looking into a kernel leaves no trace in it, and disturbs nobody, whatever the kernel is doing. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { KernelClient, printed } from "../../harness/kernel_client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession, TestSession } from "../../harness/session.ts";

/** What somebody could notice: names, `_`, history, counter, modules, threads, streams, callbacks, caches. */
const traces = `
import sys as _s, threading as _t, linecache as _l, builtins as _b
_shell = get_ipython()
print([
    sorted(name for name in globals() if not name.startswith("_i")), repr(_), repr(__), len(In), list(Out),
    _shell.execution_count, sorted(_s.modules), [one.name for one in _t.enumerate() if "subshell" not in one.name],
    next(_t._counter) and 0, len(_l.cache), sorted(vars(_shell.events)), _shell.events.callbacks["post_execute"],
    list(_shell.history_manager.get_range(session=0, raw=True))[-3:], len(vars(_b)), _s.stdout.parent_header["session"],
])
`;

async function untilSaid(person: KernelClient, text: string): Promise<void> {
  await eventually(() => printed(person.messages).includes(text), { what: "their cell runs" });
}

Deno.test("looking leaves no trace", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using person = await KernelClient.open(jupyter, session.kernelId);
  const look = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await connection.call(name, { session_id: session.id, ...args });
    assert.ok(!result.isError, result.text);
    return result;
  };
  await person.execute(`
import pandas as pd, matplotlib.pyplot as plt, time, threading
df = pd.DataFrame({"a": [1, 2], "b": ["x", None]})
cfg = {"a": {"b": [1, 2]}}
class Loud:
    def __repr__(self): print("overheard"); display("overheard"); return "loud"
    def __len__(self): print("overheard"); return 1
loud = Loud()
`);
  await person.execute("'last'");

  await t.step(
    "in the kernel, and other clients see nothing but a kernel that was busy for a moment",
    async () => {
      const traced = async () => printed((await person.execute(traces)).iopub);
      await traced();
      const before = await traced();
      const seen = person.messages.length;
      await look("get_variables");
      await look("get_variable", { variable_name: "cfg" });
      await look("get_variable", { variable_name: "loud" });
      await look("get_dataframe_info", { variable_name: "df" });
      const others = person.messages.slice(seen).filter(({ channel, type }) =>
        channel === "iopub" && type !== "status"
      );
      assert.deepEqual(others, []);
      // The counter, the inputs and the history go on by the person's own cell alone.
      const after = await traced();
      const own = (text: string) => text.replaceAll(/\d+/g, "N").replaceAll(/_iN.*?,/g, "");
      assert.equal(own(after), own(before));
    },
  );

  await t.step("nor does the next cell number skip one", async () => {
    const first = await person.execute("1");
    await look("get_variables");
    const second = await person.execute("2");
    assert.equal(Number(second.reply["execution_count"]), Number(first.reply["execution_count"]) + 1);
  });

  await t.step("callbacks around a cell, of the person's or matplotlib's, are not called", async () => {
    await person.execute(
      "calls = []\nfor name in ('post_execute', 'pre_run_cell', 'post_run_cell'):\n" +
        "    get_ipython().events.register(name, lambda *given, name=name: calls.append(name))",
    );
    await person.execute("calls.clear()");
    await look("get_variables");
    const { iopub } = await person.execute("print(calls)");
    // Those after `calls.clear()` itself, and that before the cell that prints.
    assert.equal(printed(iopub), "['post_execute', 'post_run_cell', 'pre_run_cell']\n");
    await person.execute(
      "for callbacks in get_ipython().events.callbacks.values():\n" +
        "    callbacks[:] = [one for one in callbacks if one.__name__ != '<lambda>']",
    );
  });

  await t.step(
    "in a cell that runs: its figure, its threads' output and its value stay its own",
    async () => {
      await using gate = new Gate(jupyter);
      // What a stream sends by its own clock, just as a look comes in, goes out under the name of the look: here it waits.
      const running = person.execute(`
import sys
own_clock, sys.stdout.flush_interval = sys.stdout.flush_interval, 60
fig, ax = plt.subplots(); ax.plot([1, 2, 3])
def talk():
    count = 0
    while count < 20 or not ${gate.isOpen}:
        print(f"thread {count}\\n", end=""); time.sleep(0.05); count += 1
talker = threading.Thread(target=talk); talker.start()
print("begun", flush=True)
talker.join()
sys.stdout.flush_interval = own_clock
'value'`);
      // Its thread may print between the word and the end of its line.
      await untilSaid(person, "begun");
      assert.equal((await look("get_variable", { variable_name: 'cfg["a"]' })).at("value.b.1"), 2);
      await look("get_variables");
      await look("get_dataframe_info", { variable_name: "df" });
      await gate.open();
      const { iopub, reply } = await running;
      assert.equal(reply["status"], "ok");
      const text = printed(iopub);
      for (let count = 0; count < 20; count++) {
        assert.ok(text.includes(`thread ${count}\n`), `${count} in ${text}`);
      }
      const types = iopub.map(({ type, content }) => `${type} ${Object.keys(Object(content["data"]))}`);
      assert.ok(types.includes("display_data text/plain,image/png"), types.join("; "));
      assert.ok(types.includes("execute_result text/plain"), types.join("; "));
    },
  );

  await t.step("the person's variables can be seen while their cell computes without a pause", async () => {
    await using gate = new Gate(jupyter);
    const running = person.execute(`print('computing', flush=True)\nwhile not ${gate.isOpen}: pass`);
    await untilSaid(person, "computing\n");
    assert.equal((await look("get_variables")).at("variables.0.name"), "df");
    await gate.open();
    await running;
  });
});

Deno.test("looking and our runs", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({
    jupyter,
    onElicit: () => ({ action: "accept", content: { answer: "Ada" } }),
  });
  await using session = await openSession(connection);
  const variables = () => connection.call("get_variables", { session_id: session.id });

  await t.step("a cell that runs may still ask for input", async () => {
    await using gate = new Gate(jupyter);
    const running = session.run(`ready = 1\n${gate.wait}\nname = input('who? ')\nname`);
    await eventually(async () => (await variables()).at("variables.length") === 1, {
      what: "the run has begun",
    });
    await gate.open();
    assert.equal((await running).at("result"), "'Ada'");
  });

  await t.step("a run that waits for a busy kernel is not sent early after a look", async () => {
    await using person = await KernelClient.open(jupyter, session.kernelId);
    await using gate = new Gate(jupyter);
    const theirs = person.execute(`print('begun', flush=True)\n${gate.wait}`);
    await untilSaid(person, "begun\n");
    const waiting = await session.run("late = True", { timeout: 0.1, on_timeout: "continue" });
    assert.ok(!(await variables()).isError);
    const execution_id = waiting.string("execution_id");
    // The end of a look is the server's sign for a kernel that is free; who waits asks for signs meanwhile.
    const later = await connection.call("execution_get", { execution_id, wait: 1.3 });
    assert.equal(later.at("status"), "running", later.text);
    const stopped = await connection.call("kernel_interrupt", { execution_id });
    assert.equal(stopped.at("was"), "waiting");
    await gate.open();
    assert.equal((await theirs).reply["status"], "ok");
  });

  await t.step("works in a busy kernel again after a restart", async () => {
    const busy = () => session.handOver("import time\nprint('begun', flush=True)\ntime.sleep(60)", "begun\n");
    await busy();
    assert.ok(!(await variables()).isError);
    await connection.call("kernel_restart", { session_id: session.id });
    assert.equal((await variables()).at("variables.length"), 0);
    await session.run("fresh = 1");
    const running = await busy();
    assert.equal((await variables()).at("variables.0.name"), "fresh");
    await connection.call("kernel_interrupt", { execution_id: running.string("execution_id") });
  });
});

Deno.test("looking into a busy kernel without subshells says what it is busy with", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using first = await connect({ jupyter });
  await using session = await openSession(first);
  await session.run(`
kind = type(get_ipython().kernel)
told = kind.kernel_info.fget
kind.kernel_info = property(lambda self: {**told(self), "supported_features": []})`);
  // Who connects now hears of no subshells.
  await using connection = await connect({ jupyter });
  const variables = () => connection.call("get_variables", { session_id: session.id });
  assert.equal((await variables()).isError, false);

  await using person = await KernelClient.open(jupyter, session.kernelId);
  await using gate = new Gate(jupyter);
  const theirs = person.execute(`print('begun', flush=True)\n${gate.wait}`);
  await untilSaid(person, "begun\n");
  const refused = await variables();
  assert.equal(refused.at("error"), "kernel_busy");
  assert.match(refused.string("message"), /running another client's cell \[\d+\] for [\d.]+ s$/);
  assert.equal(typeof refused.at("busy_with.execution_count"), "number");
  await gate.open();
  await theirs;
  assert.equal((await variables()).isError, false);

  await using second = new Gate(jupyter);
  const joined = new TestSession(connection, session.created);
  const begun = await joined.handOver(`print('begun', flush=True)\n${second.wait}`, "begun\n");
  const ours = begun.string("execution_id");
  assert.equal((await variables()).at("busy_with.execution_id"), ours);
  await second.open();
  await connection.call("execution_get", { execution_id: ours, wait: 10 });
  assert.equal((await variables()).isError, false);
});

Deno.test("looking into a kernel of another language says what works instead", async () => {
  const jupyter = sharedJupyter("plain");
  await using first = await connect({ jupyter });
  await using session = await openSession(first);
  await session.run(`
kind = type(get_ipython().kernel)
told = kind.kernel_info.fget
kind.kernel_info = property(lambda self: {**told(self), "language_info": {"name": "julia"}})`);
  await using connection = await connect({ jupyter });
  const { json } = await connection.call("get_variables", { session_id: session.id });
  assert.equal(json["error"], "unsupported");
  assert.match(String(json["message"]), /language "julia": only Python and R kernels/);
  assert.match(String(json["hint"]), /execute_code/);
});

Deno.test("our subshell goes when we go", async () => {
  const jupyter = sharedJupyter("plain");
  await using first = await connect({ jupyter });
  await using session = await openSession(first);
  await using person = await KernelClient.open(jupyter, session.kernelId);
  const subshells = async () => {
    const { iopub } = await person.execute(
      "import threading; print(sum('subshell' in one.name for one in threading.enumerate()))",
    );
    return Number(printed(iopub));
  };
  {
    await using connection = await connect({ jupyter });
    const variables = () => connection.call("get_variables", { session_id: session.id });
    await variables();
    await using gate = new Gate(jupyter);
    const theirs = person.execute(`print('begun', flush=True)\n${gate.wait}`);
    await untilSaid(person, "begun\n");
    const looks = await Promise.all([variables(), variables(), variables()]);
    assert.deepEqual(looks.map(({ isError }) => isError), [false, false, false]);
    await gate.open();
    await theirs;
    assert.equal(await subshells(), 1);
  }
  await eventually(async () => await subshells() === 0, { what: "the subshell is removed" });
});

Deno.test("looking into a kernel that answers nobody, joined before or now", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using first = await connect({ jupyter });
  await using session = await openSession(first);
  await using person = await KernelClient.open(jupyter, session.kernelId);
  await using late = await connect({ jupyter });
  const variables = (by = late) => by.call("get_variables", { session_id: session.id });
  const pipe = join(jupyter.root, `.held-${crypto.randomUUID()}`);
  // First in code that lets what was printed out, then in C code that keeps the interpreter to itself, each until
  // something comes through the pipe.
  const running = person.execute(`import ctypes, os
held = 1
os.mkfifo(${JSON.stringify(pipe)})
line = os.open(${JSON.stringify(pipe)}, os.O_RDWR)
print('held', flush=True)
os.read(line, 1)
ctypes.PyDLL(None).read(line, ctypes.create_string_buffer(1), 1)`);
  await untilSaid(person, "held");
  await Deno.writeTextFile(pipe, "1");

  await t.step("says that it is busy, and with which cell where that is known", async () => {
    const [now, before] = await Promise.all([variables(), variables(first)]);
    assert.equal(now.at("error"), "kernel_busy", now.text);
    assert.equal(before.at("error"), "kernel_busy", before.text);
    assert.match(before.string("message"), /another client's cell \[1\]/);
  });

  await t.step("and shows its variables once it is free", async () => {
    await Deno.writeTextFile(pipe, "1");
    await running;
    // The kernel's late answer may come after that of the cell.
    await eventually(async () => !(await variables()).isError, { what: "it is looked into" });
    assert.equal((await variables()).at("variables.0.name"), "held");
    assert.equal((await variables(first)).at("variables.0.name"), "held");
  });
});
