/** How many seeded faults notebook_verify finds in sixty notebooks, and how often it raises a false alarm. */

import { connect } from "../../tests/harness/client.ts";
import { faultNames, findingsOf, programs, putFaulty } from "../../tests/harness/faulty_notebooks.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { atMost, type Measurement } from "./measurement.ts";

export async function measureVerification(jupyter: JupyterServer): Promise<Measurement[]> {
  await using connection = await connect({ jupyter });
  let [found, faulty, alarms, sound] = [0, 0, 0, 0];
  for (const program of programs) {
    for (const fault of faultNames) {
      const path = await putFaulty({ connection, jupyter }, program, fault);
      const reply = await connection.call("notebook_verify", { notebook_path: path });
      if (fault === "passing") {
        sound++;
        if (reply.at("verified") !== true) alarms++;
      } else {
        faulty++;
        if (findingsOf[fault].every((field) => reply.at(field) !== undefined)) found++;
      }
    }
  }
  const missed = (faulty - found) / faulty * 100;
  return [
    atMost(`seeded faults that \`notebook_verify\` misses, of ${faulty}`, missed, { limit: 5, unit: "%" }),
    atMost(`its false alarms, of ${sound} sound notebooks`, alarms / sound * 100, { limit: 2, unit: "%" }),
  ];
}
