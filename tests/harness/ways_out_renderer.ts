/**
 * Stands in for the program as a renderer process: hosts a worker that tries every way out, and tries them on the main
 * thread too once that has given up its permissions. Both tell what they found in a frame.
 */

import { encodeFrame } from "../../src/base/frames.ts";
import { hostRenderer } from "../../src/launch/workers/host_renderer.ts";
import { eventually } from "./eventually.ts";
import { tryWaysOut } from "./ways_out.ts";

const hosting = hostRenderer(new URL("./ways_out_worker.ts", import.meta.url));
const isDropped = () => Deno.permissions.querySync({ name: "import" }).state !== "granted";
await eventually(isDropped, { what: "the main thread gives up its permissions" });
const outside = { jupyter: "http://127.0.0.1:9999/", elsewhere: "http://127.0.0.1:9999/", port: 9999 };
const tried = await tryWaysOut(outside);
Deno.stdout.writeSync(encodeFrame({ where: "main thread", tried }));
Deno.exit(await hosting);
