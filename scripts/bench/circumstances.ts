/** What a reader must know to judge a measurement: machine, load, versions. */

import config from "../../deno.json" with { type: "json" };
import { environmentOf } from "../../tests/harness/environment.ts";
import type { EnvironmentName } from "../../tests/harness/environment.ts";
import { repeats, rounds } from "./peers.ts";
import type { Circumstances } from "./peers_page.ts";

export async function readCircumstances(): Promise<Circumstances> {
  const jupyter = await versionsIn("collaboration", ["jupyter_server", "jupyter_collaboration", "ipykernel"]);
  const peer = await versionsIn("datalayer", ["jupyter_mcp_server"]);
  const gigabytes = (Deno.systemMemoryInfo().total / 1e9).toFixed(0);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine:
      `${await processor()}, ${navigator.hardwareConcurrency} cores, ${gigabytes} GB, ${Deno.build.os}`,
    load: Deno.loadavg().map((value) => value.toFixed(1)).join(", "),
    versions: [`jupyter-mcp ${config.version}, Deno ${Deno.version.deno}`, ...peer, ...jupyter],
    rounds,
    repeats,
  };
}

async function processor(): Promise<string> {
  const text = await Deno.readTextFile("/proc/cpuinfo").catch(() => "");
  return /^model name\s*: (.+)$/m.exec(text)?.[1] ?? Deno.build.arch;
}

async function versionsIn(name: EnvironmentName, packages: readonly string[]): Promise<string[]> {
  const code = "import sys\nfrom importlib.metadata import version\n" +
    "for name in sys.argv[1:]: print(name, version(name))";
  const { stdout } = await new Deno.Command(environmentOf(name).python, { args: ["-c", code, ...packages] })
    .output();
  return new TextDecoder().decode(stdout).trim().split("\n");
}
