/** Every way out of a sandbox, tried from inside it. */

import { z } from "zod";

export const outsideSchema = z.object({
  /** Where the server may go. */
  jupyter: z.string(),
  /** Where nobody may go: an address, and its port. */
  elsewhere: z.string(),
  port: z.number(),
});

export type Outside = z.infer<typeof outsideSchema>;

/** `open` or `closed` for each, or what else went wrong. */
export type TriedWays = Record<string, string>;

/** What is closed to whoever has no permission but to reach Jupyter. */
export const closedWays: TriedWays = Object.fromEntries(
  [
    "another port",
    "another host",
    "a socket",
    "a listener",
    "a file",
    "a folder",
    "writing",
    "a variable",
    "a process",
    "the system",
    "a library",
    "code from elsewhere",
    "more permissions",
    "a worker with more",
  ].map((name) => [name, "closed"]),
);

export async function tryWaysOut({ jupyter, elsewhere, port }: Outside): Promise<TriedWays> {
  const ways: Record<string, () => unknown> = {
    jupyter: () => fetch(jupyter),
    "another port": () => fetch(elsewhere),
    "another host": () => fetch("http://example.com/"),
    "a socket": () => Deno.connect({ hostname: "127.0.0.1", port }),
    "a listener": () => Deno.listen({ port: 0 }),
    "a file": () => Deno.readTextFile("/etc/passwd"),
    "a folder": () => Array.fromAsync(Deno.readDir(".")),
    "writing": () => Deno.writeTextFile("/tmp/never", ""),
    "a variable": () => Deno.env.get("HOME"),
    "a process": () => new Deno.Command("true").output(),
    "the system": () => Deno.hostname(),
    "a library": () => Deno.dlopen("libc.so.6", {}),
    "code from elsewhere": () => import(`${elsewhere}code.js`),
    "more permissions": requestMore,
    "a worker with more": startWorker,
  };
  const tried: TriedWays = {};
  for (const [name, way] of Object.entries(ways)) {
    try {
      await way();
      tried[name] = "open";
    } catch (error) {
      tried[name] = isClosed(error) ? "closed" : String(error);
    }
  }
  return tried;
}

async function requestMore(): Promise<void> {
  const { state } = await Deno.permissions.request({ name: "read" });
  if (state !== "granted") throw new Deno.errors.NotCapable("");
}

function startWorker(): Promise<unknown> {
  const code = "data:application/javascript,self.postMessage(Deno.permissions.querySync({name:'env'}).state)";
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { type: "module", deno: { permissions: { env: true } } });
    worker.onmessage = resolve;
    worker.onerror = reject;
  });
}

function isClosed(error: unknown): boolean {
  return error instanceof Deno.errors.NotCapable ||
    error instanceof Error && error.message.startsWith("Requires import access");
}
