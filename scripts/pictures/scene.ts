/** What both pictures of the README show: a notebook about bicycle rides on a real Jupyter, and this program at work. */

import { join } from "node:path";
import { type NotebookPage, type PersonOptions, startPerson } from "../../tests/harness/browser.ts";
import { connect, type Connection } from "../../tests/harness/client.ts";
import { ensureEnvironment } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import { say } from "../terminal.ts";

export const path = "city-bikes.ipynb";

const title = `# City bikes: what moves the rides?
One year of daily counts from the counter at the bridge, with the day's mean temperature.`;

const load = `import pandas as pd
rides = pd.read_csv("rides.csv", parse_dates=["day"])
rides.tail(2)`;

export const finding = "**Warm days are ride days**, and weekends are quieter than weekdays all year.";

export const plot = `import matplotlib.pyplot as plt
fig, (year, warmth) = plt.subplots(1, 2, figsize=(11.5, 2.5), width_ratios=[2, 1], layout="constrained")
year.fill_between(rides.day, rides.rides, color="#ddd6fe")
year.plot(rides.day, rides.rides.rolling(14, center=True).mean(), color="#7c3aed", lw=2)
year.set(title="Rides per day, and their 14-day mean", ylim=(0, None))
warmth.scatter(rides.temperature, rides.rides, c=rides.temperature, cmap="plasma", s=9)
warmth.set(title=f"By temperature (r = {rides.temperature.corr(rides.rides):.2f})", xlabel="°C");`;

/** Sharp figures, and the first one drawn already: the next comes at once. */
const warmUp = `%config InlineBackend.figure_format = "retina"
import matplotlib.pyplot
matplotlib.pyplot.plot([1, 2])`;

/** A year of rides that go with the season; the same every time. */
function ridesCsv(): string {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const rows = Array.from({ length: 365 }, (_, index) => {
    const day = new Date(Date.UTC(2025, 0, 1 + index));
    const season = Math.cos(2 * Math.PI * (index - 200) / 365);
    const temperature = 11 + 10 * season + 7 * (random() - 0.5);
    const isWeekend = day.getUTCDay() % 6 === 0;
    const rides = 240 + 38 * temperature * (isWeekend ? 0.7 : 1) + 260 * (random() - 0.5);
    return `${day.toISOString().slice(0, 10)},${Math.max(40, Math.round(rides))},${temperature.toFixed(1)}`;
  });
  return ["day,rides,temperature", ...rows].join("\n");
}

export interface Scene {
  /** The page of the person. */
  readonly notebook: NotebookPage;
  /** The client of the AI. */
  readonly connection: Connection;
}

/** Sets the scene, plays on it, and clears it away. */
export async function onScene<T>(options: PersonOptions, play: (scene: Scene) => Promise<T>): Promise<T> {
  await ensureEnvironment("collaboration", say);
  await using jupyter = await startJupyter({ environment: "collaboration" });
  await Deno.writeTextFile(join(jupyter.root, "rides.csv"), ridesCsv());
  await using connection = await connect({ program: "source", jupyter });
  const cells = [
    { cell_type: "markdown", source: title },
    { cell_type: "code", source: load },
    { cell_type: "code", source: "" },
  ];
  await use(connection, "notebook_create", { name: path, cells });
  await use(connection, "session_create", { notebook_path: path });
  await use(connection, "execute_code", { session_id: path, code: warmUp, record: false, timeout: 120 });
  await using person = await startPerson(options);
  const notebook = await person.open(jupyter, path);
  await tidy(notebook);
  return await play({ notebook, connection });
}

/** More room for the notebook, and fonts of an ordinary desktop where they are installed. */
async function tidy({ page }: NotebookPage): Promise<void> {
  await page.keyboard.press("Control+b");
  await page.addStyleTag({
    content: `body {
      --jp-ui-font-family: Inter, system-ui, sans-serif;
      --jp-content-font-family: Inter, system-ui, sans-serif;
      --jp-code-font-family: "JetBrains Mono", Menlo, Consolas, monospace;
    }`,
  });
}

/** Calls a tool that must succeed. */
export async function use(
  connection: Connection,
  tool: string,
  args: Record<string, unknown>,
): Promise<void> {
  const answer = await connection.call(tool, args);
  if (answer.isError || answer.at("success") === false) {
    throw new Error(`Cannot take the picture: ${tool} answered ${answer.text}`);
  }
}
