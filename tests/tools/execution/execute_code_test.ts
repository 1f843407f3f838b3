/** What a run says in text; pictures, limits and long runs have files of their own. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const kind of environmentKinds) {
  Deno.test(`execute_code on a ${kind} Jupyter`, async (t) => {
    await using connection = await connect({ jupyter: sharedJupyter(kind) });
    await using session = await openSession(connection);

    await t.step("returns what was printed and the value of the last expression", async () => {
      const { json, isError, images, raw } = await session.run("print('hello')\n1 + 1");
      const { execution_time_ms, ...rest } = json;
      assert.equal(isError, false);
      assert.deepEqual(rest, {
        success: true,
        stdout: "hello\n",
        stderr: "",
        result: "2",
        images: [],
      });
      assert.equal(typeof execution_time_ms, "number");
      assert.deepEqual(images, []);
      assert.equal(raw.structuredContent, undefined);
    });

    await t.step("keeps variables for the next call", async () => {
      await session.run("x = 20");
      assert.equal((await session.run("x + 1")).at("result"), "21");
    });

    await t.step("runs half a surrogate pair as what stands for it, and says so", async () => {
      const ran = await session.run("ord('\ud83d')");
      assert.equal(ran.at("result"), "65533", ran.text);
      assert.match(ran.string("notes.0"), /U\+FFFD/);
    });

    await t.step("keeps what came before an exception", async () => {
      const code =
        "import sys\nprint('before')\nprint('warned', file=sys.stderr)\ndisplay('shown')\nraise ValueError('boom')";
      const { json, isError, string } = await session.run(code);
      assert.equal(isError, false, "an exception is an answer");
      assert.equal(json["success"], false);
      assert.equal(json["status"], "error");
      assert.equal(json["stdout"], "before\n");
      assert.equal(json["stderr"], "warned\n");
      assert.deepEqual(json["displays"], ["'shown'"]);
      assert.equal(json["error_type"], "ValueError");
      assert.equal(json["error_message"], "boom");
      assert.match(string("traceback"), /^Cell In[\s\S]*raise ValueError\('boom'\)[\s\S]*ValueError: boom/);
      assert.ok(!string("traceback").includes("\x1b"));
    });

    await t.step("tells all exceptions of a group by the frames of the person's code", async () => {
      const { string } = await session.run(
        "import json\nfound = []\nfor text in ('{', '['):\n  try: json.loads(text)\n" +
          "  except ValueError as error: found.append(error)\nraise ExceptionGroup('two', found)",
      );
      assert.match(string("stderr"), /ExceptionGroup: two \(2 sub-exceptions\)[\s\S]*json\.loads\(text\)/);
      assert.match(
        string("stderr"),
        /- 2 -[\s\S]*\[3 frames in the standard library, [\s\S]*JSONDecodeError: /,
      );
      assert.ok(!/interactiveshell|scan_once|\^\^/.test(string("stderr")), string("stderr"));
    });

    await t.step("shows the frames of a recursion once", async () => {
      const { string } = await session.run("def down(n):\n  return down(n + 1)\ndown(0)");
      assert.equal(string("traceback").split("return down(n + 1)").length, 3, string("traceback"));
      assert.match(string("traceback"), /\[the frame above \d+ more times\]\nRecursionError: /);
    });

    await t.step("reports a syntax error", async () => {
      const { json } = await session.run("def f(:");
      assert.equal(json["success"], false);
      assert.equal(json["error_type"], "SyntaxError");
    });

    await t.step("answers empty code", async () => {
      for (const code of ["", "   \n", "# only a comment"]) {
        const { json } = await session.run(code);
        assert.equal(json["success"], true);
        assert.equal(json["result"], null);
        assert.equal(json["stdout"], "");
      }
    });

    await t.step("runs magics and shell lines", async () => {
      assert.equal((await session.run("!echo from the shell")).at("stdout"), "from the shell\n");
      assert.equal((await session.run("%pwd")).at("success"), true);
    });
  });
}

Deno.test("execute_code without a session uses the only one of ours", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  await session.run("x = 20");
  const run = () => connection.call("execute_code", { code: "x + 1" });
  assert.partialDeepStrictEqual((await run()).json, { result: "21", session_id: session.id });
  // It is told once: a run that gives nothing costs little.
  const quiet = await connection.call("execute_code", { code: "x = 21" });
  assert.equal(quiet.at("session_id"), undefined);
  assert.ok(quiet.text.length <= 110, quiet.text);
  await using other = await openSession(connection);
  const unclear = await run();
  assert.equal(unclear.at("error"), "invalid_argument");
  assert.ok(JSON.stringify(unclear.at("available")).includes(other.id), unclear.text);
});

Deno.test("execute_code cleans what was printed", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  await session.run("import sys, time\nfrom IPython.display import display, clear_output, HTML, Markdown");

  await t.step("stdout and stderr are apart, and each is whole and in order", async () => {
    const code =
      "for i in range(300):\n  print(i, flush=True)\n  print(-i, file=sys.stderr, flush=True)\nprint('end')";
    const { json } = await session.run(code);
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    assert.equal(json["stdout"], numbers.map((n) => `${n}\n`).join("") + "end\n");
    assert.equal(json["stderr"], numbers.map((n) => `${n === 0 ? 0 : -n}\n`).join(""));
  });

  await t.step("the resource at outputs_uri has both in the order they came", async () => {
    const code =
      "for i in range(3):\n  print('out', i, flush=True)\n  print('err', i, file=sys.stderr, flush=True)\n'value'";
    await session.run(code);
    const uri = `jupyter://executions/${await session.lastRun()}/output`;
    const { contents: [content] } = await connection.client.readResource({ uri });
    assert.ok(content !== undefined && "text" in content);
    assert.equal(content.text, "out 0\nerr 0\nout 1\nerr 1\nout 2\nerr 2\n'value'\n");
    assert.equal(content.mimeType, "text/plain");
  });

  await t.step("colours are removed, from streams and from values", async () => {
    const { json } = await session.run(
      "print('\\x1b[1;31mred\\x1b[0m plain')\nclass C:\n  def __repr__(self): return '\\x1b[32mgreen\\x1b[0m'\nC()",
    );
    assert.equal(json["stdout"], "red plain\n");
    assert.equal(json["result"], "green");
  });

  await t.step("a progress bar leaves its last state", async () => {
    const code =
      "for i in range(0, 101, 10):\n  print(f'\\rloading {i}%', end='', flush=True)\n  time.sleep(0.01)\nprint()";
    assert.equal((await session.run(code)).at("stdout"), "loading 100%\n");
  });

  await t.step("a shorter line over a longer one keeps the rest of it, as a terminal does", async () => {
    assert.equal((await session.run("print('abcdef\\rXY')")).at("stdout"), "XYcdef\n");
  });

  await t.step("backspace goes back one column", async () => {
    assert.equal((await session.run("print('abc\\b\\bX')")).at("stdout"), "aXc\n");
  });

  await t.step("text of any script survives", async () => {
    const text = "naïve 日本語 🙂 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} عربى";
    assert.equal((await session.run(`print('${text}')`)).at("stdout"), `${text}\n`);
  });
});

Deno.test("execute_code chooses a readable form of displays", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  await session.run(
    "import pandas as pd\nfrom IPython.display import *\ndf = pd.DataFrame({'city': ['Oslo', 'Rome'], 'n': [1, 2]})",
  );

  await t.step("a table displayed is text, not HTML", async () => {
    const { json, string } = await session.run("display(df)\ndf");
    assert.match(string("displays.0"), /city\s+n\n0\s+Oslo\s+1\n1\s+Rome\s+2/);
    assert.match(string("result"), /Oslo/);
    assert.ok(!JSON.stringify(json).includes("<t"));
  });

  await t.step("HTML without a plain form is read as text", async () => {
    const { at } = await session.run("display(HTML('<p>one <b>bold</b> word</p><script>no()</script>'))");
    assert.equal(at("displays.0"), "one bold word");
  });

  await t.step("Markdown and JSON are shown as they are", async () => {
    const { json } = await session.run("display(Markdown('# Title'))\ndisplay(JSON({'a': [1, 2]}))");
    assert.deepEqual(json["displays"], ["# Title", '{"a":[1,2]}']);
  });

  await t.step("update_display_data replaces what it updates", async () => {
    const { json } = await session.run(
      "h = display('first', display_id=True)\ndisplay('between')\nh.update('second')\nh.update('third')",
    );
    assert.deepEqual(json["displays"], ["'third'", "'between'"]);
  });

  await t.step("clear_output is honoured, at once or with the next output", async () => {
    assert.equal((await session.run("print('old')\nclear_output()\nprint('new')")).at("stdout"), "new\n");
    const waiting = await session.run("print('old')\nclear_output(wait=True)\nprint('new')");
    assert.equal(waiting.at("stdout"), "new\n");
    const kept = await session.run("print('old')\nclear_output(wait=True)");
    assert.equal(kept.at("stdout"), "old\n", "nothing came after it");
  });

  await t.step("a Plotly figure is told in a few lines", async () => {
    const { string, text } = await session.run(
      "import plotly.express as px\n" +
        "px.line(x=list(range(1000)), y=[i * 2 for i in range(1000)], title='Growth').show()",
    );
    assert.match(string("displays.0"), /^Plotly figure "Growth", 1 trace\n/);
    assert.match(string("displays.0"), /0 … 1998/);
    assert.ok(text.length < 3_000, `${text.length} characters`);
  });

  await t.step("an Altair chart is told in a few lines", async () => {
    const { string, text } = await session.run(
      "import altair as alt\nalt.Chart(df, title='Cities').mark_bar().encode(x='city', y='n')",
    );
    assert.match(string("result"), /^Vega-Lite chart "Cities"\n- bar: /);
    assert.match(string("result"), /city \(nominal\).*n \(quantitative\).*2 rows/);
    assert.ok(text.length < 3_000, `${text.length} characters`);
  });
});
