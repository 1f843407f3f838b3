/**
 * Makes the pictures of `docs/views.md`: each view in both themes, on a real Jupyter, in a real page.
 *
 *     deno run -A scripts/view_pictures.ts
 */

import { join } from "node:path";
import { connect } from "../tests/harness/client.ts";
import { ensureEnvironment } from "../tests/harness/environment.ts";
import { startJupyter } from "../tests/harness/jupyter.ts";
import { projectRoot } from "../tests/harness/program.ts";
import { openSession } from "../tests/harness/session.ts";
import { type ShownView, startViewHost } from "../tests/harness/view_host.ts";
import { viewsCapability } from "../tests/harness/views_capability.ts";
import { say } from "./terminal.ts";
import { buildViews } from "./views.ts";

const data = `
import numpy as np, pandas as pd, plotly.express as px
chance = np.random.default_rng(5)
days = pd.date_range("2025-01-01", periods=365)
season = np.cos(2 * np.pi * (np.arange(365) - 200) / 365)
rides = pd.concat([pd.DataFrame({
    "day": days,
    "station": station,
    "rides": (base * (1.6 + season) + chance.normal(0, base / 6, 365)).round().astype(int),
    "temperature": (11 + 10 * season + chance.normal(0, 2.5, 365)).round(1),
    "holiday": (days.dayofweek >= 5),
}) for station, base in [("Bridge", 240), ("Harbour", 170), ("Market", 90)]]).sort_values("day", ignore_index=True)
rides.loc[chance.integers(0, 1095, 12), "temperature"] = np.nan
weekly = rides.groupby([pd.Grouper(key="day", freq="W"), "station"], as_index=False).rides.sum()
per_week = px.line(weekly, x="day", y="rides", color="station", title="Rides per week")`;

const training = `
import sys, time
def show(epoch, step):
    done = "█" * (step // 5)
    sys.stderr.write(f"\\rEpoch {epoch}: {step:3d}%|{done:20}| {step}/100 [00:0{step // 12}<00:0{(100 - step) // 12}, 11.8it/s]")
    sys.stderr.flush()
print("device: cpu, 812,034 parameters", flush=True)
for step in range(64):
    show(3, step); time.sleep(0.05)
time.sleep(600)`;

const themes = ["light", "dark"] as const;

async function takePictures(folder: string): Promise<void> {
  await ensureEnvironment("collaboration", say);
  await buildViews();
  await using jupyter = await startJupyter({ environment: "collaboration" });
  await using connection = await connect({ program: "source", jupyter, capabilities: viewsCapability });
  await using session = await openSession(connection);
  await session.run(data);
  const run = await session.handOver(training, "parameters");
  await using host = await startViewHost(connection, { scale: 1.5 });
  const views:
    readonly (readonly [string, string, Record<string, unknown>, (view: ShownView) => Promise<void>])[] = [
      ["table", "show_table", { session_id: session.id, variable_name: "rides" }, async ({ frame }) => {
        await frame.locator("th svg").nth(4).waitFor();
        await frame.getByRole("button", { name: "rides" }).click();
        await frame.locator('th[aria-sort="ascending"]').waitFor();
        await frame.getByRole("searchbox", { name: "Filter rows" }).fill("temperature > 20");
        await frame.getByText("matching rows").waitFor();
        await frame.locator(".heading").click();
      }],
      ["figure", "show_figure", { session_id: session.id, variable_name: "per_week" }, async ({ frame }) => {
        await frame.locator(".plot .scatterlayer .trace").nth(2).waitFor();
      }],
      ["run", "watch_run", { execution_id: run.string("execution_id") }, async ({ frame }) => {
        await frame.getByText("63 of 100").first().waitFor();
      }],
    ];
  for (const [name, tool, args, ready] of views) {
    for (const theme of themes) {
      const view = await host.show(tool, args, { theme, width: 760 });
      await ready(view);
      const path = join(folder, `${name}-${theme}.png`);
      await view.screenshot(path);
      say(`${path}: ${Math.round((await Deno.stat(path)).size / 1_000)} kB`);
    }
  }
  await connection.call("view_stop", { handle: `run:${run.string("execution_id")}` });
}

if (import.meta.main) {
  const folder = join(projectRoot, "docs/images/views");
  await Deno.mkdir(folder, { recursive: true });
  await takePictures(folder);
}
