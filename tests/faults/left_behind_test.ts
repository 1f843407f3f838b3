/** What stays behind in a Jupyter that we have used: nothing. It has sockets for a thousand or so, then it fails. */

import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startJupyter } from "../harness/jupyter.ts";
import { KernelClient } from "../harness/kernel_client.ts";
import { deleteKernel, jupyterFetch, startKernel } from "../harness/rest.ts";
import { openSession } from "../harness/session.ts";

/** Each of Jupyter's ZeroMQ sockets has one. */
function eventDescriptors(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return [...Deno.readDirSync(folder)].filter(({ name }) => target(`${folder}/${name}`).includes("eventfd"))
    .length;
}

/** Where a link leads; nowhere if it is gone meanwhile. */
function target(link: string): string {
  try {
    return Deno.readLinkSync(link);
  } catch {
    return "";
  }
}

Deno.test("sessions that are ended, by us or by others, leave no sockets open in Jupyter", async () => {
  await using jupyter = await startJupyter({ environment: "plain" });
  const { id } = await startKernel(jupyter);
  const client = await KernelClient.open(jupyter, id);
  await client.execute("1");
  await client[Symbol.asyncDispose]();
  await deleteKernel(jupyter, id);
  const before = eventDescriptors(jupyter.pid);

  await using connection = await connect({ jupyter });
  const endedByUs = async () => {
    await using session = await openSession(connection);
    await session.run("1");
  };
  const endedByOthers = async () => {
    const session = await openSession(connection);
    await session.run("1");
    await jupyterFetch(jupyter, `api/sessions/${session.id}`, { method: "DELETE" });
  };
  await Promise.all([endedByUs(), endedByUs(), endedByUs(), endedByOthers(), endedByOthers()]);
  // One session too many would be four or five of them.
  const look = () => eventDescriptors(jupyter.pid) < before + 4;
  await eventually(look, { what: "Jupyter closes its sockets" });
});
