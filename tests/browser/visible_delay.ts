/** How long an output of the kernel takes until the person sees it. */

import { z } from "zod";
import type { NotebookPage } from "../harness/browser.ts";

const count = 20;

/** Prints the time, again and again; both clocks are this machine's. */
export const printTimes = `import time
for _ in range(${count}):
    print(f"at={time.time() * 1000:.1f}", flush=True)
    time.sleep(0.2)`;

/** Notes when each printed time is drawn. */
const watch = `
  window.delays = new Map();
  new MutationObserver(() => {
    for (const output of document.querySelectorAll(".jp-OutputArea-output")) {
      for (const [, at] of output.textContent.matchAll(/at=(\\d+\\.\\d)\\n/g)) {
        if (window.delays.has(at)) continue;
        window.delays.set(at, undefined);
        requestAnimationFrame(() => window.delays.set(at, Date.now() - Number(at)));
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

/** The delays in milliseconds, while `run` runs {@linkcode printTimes}. */
export async function visibleDelays({ page }: NotebookPage, run: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(watch);
  await run();
  const isComplete = `window.delays.size === ${count} && [...window.delays.values()].every(Number.isFinite)`;
  await page.waitForFunction(isComplete);
  return z.array(z.number()).parse(await page.evaluate("[...window.delays.values()]"));
}
