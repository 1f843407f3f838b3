/** Looks a Jupyter over, one check after another; what depends on a failed check is not tried. */

import type { JupyterTarget } from "../../rooms.ts";
import { findJupyterLab } from "../environment.ts";
import type { Machine } from "../user_folders.ts";
import type { Check } from "./check.ts";
import {
  checkAddress,
  checkBrowser,
  checkClock,
  checkCollaboration,
  checkInside,
  checkKernels,
  checkProxy,
  checkTls,
  checkToken,
  checkVersion,
  checkWebSocket,
} from "./checks.ts";
import { enter, type Entered } from "./enter.ts";
import { type Answer, opensWebSocket, probe } from "./probe.ts";

/** Gives the checks as they are made. */
export async function* examine(target: JupyterTarget, machine: Machine): AsyncGenerator<Check> {
  if (target.origin === "managed") return yield managedCheck(machine);
  yield { name: "Jupyter", state: "ok", found: `${target.url} (${origins[target.origin]})` };
  yield checkProxy(target, machine.env);
  const door = await knock(target);
  const address = checkAddress(target, door);
  yield address;
  if (address.state === "failed") return;
  yield checkTls(target);
  yield checkVersion(door);
  yield checkClock(door, Date.now());
  const entrance = await enter(target);
  const token = checkToken(
    target,
    entrance.kind === "entered" ? await probe(target, "api/status", entrance) : entrance,
  );
  yield token;
  if (token.state === "failed" || entrance.kind !== "entered") return;
  yield* examineInside(target, entrance);
}

/** A server of plain http leaves a TLS greeting unanswered; the two kinds of silence have different cures. */
async function knock(target: JupyterTarget): Promise<Answer> {
  const answer = await probe(target, "api");
  if (answer.kind === "answered" || !target.url.startsWith("https:")) return answer;
  const plain = await probe({ ...target, url: target.url.replace(/^https/, "http") }, "api");
  return plain.kind === "answered" && plain.status === 200
    ? { kind: "silent", reason: "it does not speak https" }
    : answer;
}

/** What only those see who were let in. */
async function* examineInside(target: JupyterTarget, { headers }: Entered): AsyncGenerator<Check> {
  const look = (path: string) => probe(target, path, { headers });
  yield checkKernels(await look("api/kernelspecs"), await look("api/kernels"));
  yield checkWebSocket(await opensWebSocket(target, headers));
  const collaboration = checkCollaboration(
    await look("api/collaboration/session/x"),
    await look("api/fileid/index"),
  );
  yield collaboration;
  yield checkBrowser(collaboration, await look("api/sessions"));
  yield checkInside(target, await look("mcp/about"));
}

const origins = {
  given: "as given",
  discovered: "found running on this machine",
} as const;

function managedCheck(machine: Machine): Check {
  const lab = findJupyterLab(machine);
  return lab === undefined
    ? {
      name: "Jupyter",
      state: "failed",
      found: "none runs here, and none is installed",
      fix: "Run `jupyter-mcp setup`, or give the address of one: --jupyter-url URL",
    }
    : { name: "Jupyter", state: "ok", found: `none runs; ${lab.join(" ")} is started when it is needed` };
}
