/** The prompts as a person meets them: picked from a list, with arguments that complete. */

import assert from "node:assert/strict";
import { ProtocolError } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import { connect } from "../../harness/client.ts";
import { putBytes } from "../../harness/files.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const flows = ["basic_analysis", "analysis_with_figures", "continue_in_notebook", "clean_up"];

interface Asked {
  readonly prompt: string;
  readonly argument: string;
  readonly value: string;
}

async function complete(client: Client, { prompt, argument, value }: Asked): Promise<string[]> {
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: prompt },
    argument: { name: argument, value },
  });
  return completion.values;
}

async function textOf(client: Client, name: string, args: Record<string, string> = {}): Promise<string> {
  const { messages: [message] } = await client.getPrompt({ name, arguments: args });
  assert.equal(message?.role, "user");
  assert.ok(message.content.type === "text");
  return message.content.text;
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`prompts, ${era}`, async (t) => {
    await using connection = await connect({ jupyter, era });
    const { client } = connection;

    await t.step("the flows are listed in English and Japanese", async () => {
      assert.ok(client.getServerCapabilities()?.prompts);
      const { prompts } = await client.listPrompts();
      assert.deepEqual(prompts.map(({ name }) => name), [...flows, ...flows.map((name) => `${name}_ja`)]);
      for (const { title, description, arguments: args = [] } of prompts) {
        assert.ok(title && description && args.length > 0);
        for (const argument of args) assert.ok(argument.description);
      }
    });

    await t.step("a prompt holds what the person typed and names the tools to call", async () => {
      const text = await textOf(client, "analysis_with_figures", {
        path: "data/sales.csv",
        question: "How did revenue develop?",
      });
      assert.match(text, /"data\/sales\.csv".*"How did revenue develop\?"/);
      assert.match(text, /session_create[\s\S]*execute_code[\s\S]*get_image_resource[\s\S]*session_delete/);
      const japanese = await textOf(client, "analysis_with_figures_ja", { path: "data/sales.csv" });
      assert.match(japanese, /データファイル "data\/sales\.csv" を分析し/);
    });

    await t.step("an argument left blank counts as left out", async () => {
      assert.equal(
        await textOf(client, "basic_analysis", { path: "a.csv", question: " ", session_id: "" }),
        await textOf(client, "basic_analysis", { path: "a.csv" }),
      );
    });

    await t.step("a wrong name, a wrong argument and a missing one are told", async () => {
      const wrong = [
        { name: "nothing", arguments: {} },
        { name: "basic_analysis", arguments: {} },
        { name: "basic_analysis", arguments: { path: "" } },
        { name: "basic_analysis", arguments: { path: "a.csv", colour: "red" } },
      ];
      for (const params of wrong) {
        await assert.rejects(client.getPrompt(params), (error) => {
          assert.ok(error instanceof ProtocolError);
          assert.equal(error.code, -32602);
          assert.match(error.message, /not found: there are|missing|it takes/);
          return true;
        });
      }
    });

    await t.step("a session completes by its notebook, by its name and by its id", async () => {
      const notebook = await putCells(jupyter, [code("one", "1")]);
      const name = `Returns ${era}`;
      await using session = await openSession(connection, { notebook_path: notebook, name });
      for (const prompt of ["basic_analysis", "clean_up_ja"]) {
        const asked = { prompt, argument: "session_id" };
        assert.ok((await complete(client, { ...asked, value: "" })).includes(session.id));
        const begin = session.id.slice(0, 8);
        assert.deepEqual(await complete(client, { ...asked, value: begin }), [session.id]);
        assert.deepEqual(await complete(client, { ...asked, value: notebook.slice(0, -3) }), [notebook]);
        assert.deepEqual(await complete(client, { ...asked, value: name.toLowerCase() }), [name]);
      }
    });

    await t.step("paths complete a folder at a time, notebooks by their ending", async () => {
      const folder = `prompts-${era}`;
      await Deno.mkdir(`${jupyter.root}/${folder}/inner`, { recursive: true });
      for (const name of ["sales.csv", "sales.ipynb"]) await putBytes(jupyter, `${folder}/${name}`, "{}");
      const path = { prompt: "basic_analysis", argument: "path" };
      assert.ok((await complete(client, { ...path, value: folder.slice(0, -1) })).includes(`${folder}/`));
      assert.deepEqual(await complete(client, { ...path, value: `${folder}/s` }), [
        `${folder}/sales.csv`,
        `${folder}/sales.ipynb`,
      ]);
      const notebook = { prompt: "continue_in_notebook", argument: "notebook_path" };
      assert.deepEqual(await complete(client, { ...notebook, value: `${folder}/` }), [
        `${folder}/inner/`,
        `${folder}/sales.ipynb`,
      ]);
    });

    await t.step(
      "a notebook that has a kernel completes by its name alone, whatever its folder",
      async () => {
        const path = `kept-${era}/running-${era}.ipynb`;
        await Deno.mkdir(`${jupyter.root}/kept-${era}`, { recursive: true });
        await using _session = await openSession(connection, { notebook_path: path });
        for (const prompt of ["continue_in_notebook", "continue_in_notebook_ja"]) {
          const asked = { prompt, argument: "notebook_path" };
          assert.deepEqual(await complete(client, { ...asked, value: `Running-${era}` }), [path]);
          assert.deepEqual(await complete(client, { ...asked, value: `kept-${era}/` }), [path]);
          assert.ok((await complete(client, { ...asked, value: "" })).includes(path));
        }
      },
    );

    await t.step("nothing completes free text, an unknown argument or an impossible path", async () => {
      const prompt = "basic_analysis";
      assert.deepEqual(await complete(client, { prompt, argument: "question", value: "w" }), []);
      assert.deepEqual(await complete(client, { prompt, argument: "nothing", value: "" }), []);
      assert.deepEqual(await complete(client, { prompt: "nothing", argument: "path", value: "" }), []);
      assert.deepEqual(await complete(client, { prompt, argument: "path", value: "../../etc/" }), []);
    });
  });
}

Deno.test("prompts are offered only if their tools are", async () => {
  await using connection = await connect({ jupyter, args: ["--read-only"] });
  assert.deepEqual((await connection.client.listPrompts()).prompts, []);
  await using few = await connect({ jupyter, args: ["--toolsets", "sessions,execution,variables"] });
  const names = (await few.client.listPrompts()).prompts.map(({ name }) => name);
  assert.deepEqual(names, ["clean_up", "clean_up_ja"]);
});

Deno.test("completion is empty, not an error, if Jupyter does not answer", async () => {
  await using connection = await connect({ jupyter: { url: "http://127.0.0.1:9/", token: "none" } });
  const asked = { prompt: "basic_analysis", value: "" };
  assert.deepEqual(await complete(connection.client, { ...asked, argument: "session_id" }), []);
  assert.deepEqual(await complete(connection.client, { ...asked, argument: "path" }), []);
});
