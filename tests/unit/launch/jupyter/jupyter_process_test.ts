import assert from "node:assert/strict";
import { eventually } from "../../../harness/eventually.ts";
import { processIsAlive } from "../../../../src/launch/processes.ts";

const source = new URL("../../../../src/launch/jupyter/jupyter_process.ts", import.meta.url).href;

/** A program that starts a stand-in for Jupyter, says its process id and stays. */
const program = `
const { JupyterProcess } = await import(${JSON.stringify(source)});
const command = ["/bin/sh", "-c", "exec sleep 600"];
const machine = { os: Deno.build.os, env: { HOME: Deno.env.get("HOME") } };
const { pid } = new JupyterProcess({ command, machine, port: 1, token: "t", rootDir: "." });
console.log(pid);
await new Promise((resolve) => setTimeout(resolve, 600_000));
`;

Deno.test({
  name: "JupyterProcess leaves neither a process nor files behind when the program is killed",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const home = await Deno.makeTempDir();
    const temporary = await Deno.makeTempDir();
    await Deno.writeTextFile(`${home}/program.ts`, program);
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-lock", `${home}/program.ts`],
      env: { HOME: home, TMPDIR: temporary },
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const pid = Number((await reader.read()).value);
    const left = () => [...Deno.readDirSync(temporary)].map(({ name }) => name);
    assert.equal(left().filter((name) => name.startsWith("jupyter-mcp-")).length, 2);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    await eventually(() => left().length === 0, { what: "its files are deleted", limit: 20_000 });
    assert.ok(!processIsAlive(pid));
    await Deno.remove(home, { recursive: true });
    await Deno.remove(temporary);
  },
});
