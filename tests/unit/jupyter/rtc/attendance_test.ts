import assert from "node:assert/strict";
import { PresenceDetector } from "../../../../src/jupyter/rtc/presence.ts";

Deno.test("Attendance waits longer for a page that is expected, until it is heard", async () => {
  let [time, waits] = [0, 0];
  const link = {
    isEchoed: false,
    ask: () => {},
    get echoed() {
      waits++;
      this.isEchoed = true;
      return Promise.resolve();
    },
  };
  const attendance = new PresenceDetector(link, { now: () => time, isTold: false });
  time = 500;
  await attendance.settled();
  assert.deepEqual([waits, attendance.hasUnnamed], [0, false]);
  await attendance.settled({ isExpected: true });
  assert.deepEqual([waits, attendance.hasUnnamed], [1, true]);
  time = 2_500;
  await attendance.settled({ isExpected: true });
  assert.equal(waits, 1);
});

Deno.test("Attendance does not wait where the server tells who is there", async () => {
  const link = { isEchoed: false, echoed: new Promise<void>(() => {}), ask: () => {} };
  const attendance = new PresenceDetector(link, { now: () => 0, isTold: true });
  await attendance.settled({ isExpected: true });
  assert.equal(attendance.hasUnnamed, false);
});
