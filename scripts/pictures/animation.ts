/**
 * Makes the moving picture of the README: a person and an AI in one notebook, on a real page. The frames are taken at
 * moments of the play, not by the clock, so that a slow machine makes the same picture. Needs ffmpeg.
 *
 *     deno task animation [path of the GIF]
 */

import { join } from "node:path";
import type { Page } from "playwright-core";
import { projectRoot } from "../../tests/harness/program.ts";
import { say } from "../terminal.ts";
import { finding, onScene, path, plot, type Scene, use } from "./scene.ts";

const viewport = { width: 1060, height: 800 };

/** A run that shows its outputs one after the other. */
const folds = `import numpy as np, time
for fold in range(5):
    test = rides.index % 5 == fold
    slope, start = np.polyfit(rides.temperature[~test], rides.rides[~test], 1)
    error = (slope * rides.temperature[test] + start - rides.rides[test]).abs().mean()
    print(f"fold {fold + 1}: off by {error:.0f} rides a day")
    time.sleep(0.6)`;

const typed = "# next: leave out the holidays\nrides = rides[~rides.day.isin(holidays)]";

/** Frames of a page, each with the seconds that it is shown. */
class Film {
  readonly #page: Page;
  readonly #folder: string;
  readonly #shown: number[] = [];

  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  async shoot(seconds: number): Promise<void> {
    const file = join(this.#folder, `${this.#shown.length}.png`);
    await this.#page.screenshot({ path: file, caret: "initial" });
    this.#shown.push(seconds);
  }

  /** Writes the GIF; one palette for all frames, so that only what changes takes space. */
  async develop(output: string): Promise<void> {
    const last = this.#shown.length - 1;
    const list = this.#shown.map((seconds, index) => `file ${index}.png\nduration ${seconds}\n`);
    await Deno.writeTextFile(join(this.#folder, "frames.txt"), `${list.join("")}file ${last}.png\n`);
    const palette =
      "split[a][b];[a]palettegen=max_colors=160[p];[b][p]paletteuse=dither=none:diff_mode=rectangle";
    const { success, stderr } = await new Deno.Command("ffmpeg", {
      args: [
        "-y",
        "-f",
        "concat",
        "-i",
        "frames.txt",
        "-filter_complex",
        palette,
        "-fps_mode",
        "vfr",
        output,
      ],
      cwd: this.#folder,
    }).output();
    if (!success) throw new Error(`Cannot make the GIF:\n${new TextDecoder().decode(stderr)}`);
  }
}

/** Says below the page what happens. */
async function caption(page: Page, text: string): Promise<void> {
  await page.addStyleTag({
    content: `body::after {
      content: ${JSON.stringify(text)};
      position: fixed; inset: auto 0 0 0; height: 44px; z-index: 9999;
      background: #1f2937; color: #f9fafb;
      font: 500 19px/44px Inter, system-ui, sans-serif; text-align: center;
    }`,
  });
}

async function play({ notebook, connection }: Scene, film: Film): Promise<void> {
  const { page } = notebook;
  await caption(page, "Your notebook, in your JupyterLab");
  await film.shoot(1.2);
  const table = notebook.cellWith("read_csv");
  await table.run();
  await table.untilOutput("temperature");
  await film.shoot(0.9);
  await caption(page, "You, in the chat: “What moves the rides? Cross-validate it, too.”");
  await film.shoot(1.4);
  await caption(page, "The AI writes and runs cells in your kernel …");
  await use(connection, "notebook_add_cell", {
    notebook_path: path,
    cell_type: "code",
    source: plot,
    position: 2,
    execute: true,
  });
  await page.locator(".jp-OutputArea-output img").waitFor();
  await film.shoot(1.3);
  await caption(page, "… while you go on typing");
  const run = use(connection, "notebook_add_cell", {
    notebook_path: path,
    cell_type: "code",
    source: folds,
    position: 3,
    execute: true,
  });
  await notebook.cellWith("fold in range").untilPrompt("[*]");
  await notebook.cell(4).focus();
  for (const part of typed.match(/[\s\S]{1,4}/g) ?? []) {
    await page.keyboard.type(part);
    await film.shoot(0.16);
  }
  await run;
  await notebook.cellWith("fold in range").untilOutput("fold 5");
  const add = { notebook_path: path, cell_type: "markdown", source: finding, position: 4 };
  await use(connection, "notebook_add_cell", add);
  await page.locator(".jp-RenderedMarkdown", { hasText: "ride days" }).waitFor();
  await caption(page, "jupyter-mcp: one notebook, two authors");
  await film.shoot(2.2);
}

if (import.meta.main) {
  const output = Deno.args[0] ?? join(projectRoot, "docs/images/shared-notebook.gif");
  const folder = await Deno.makeTempDir();
  try {
    await onScene({ viewport, scale: 1.5 }, async (scene) => {
      const film = new Film(scene.notebook.page, folder);
      await play(scene, film);
      await film.develop(output);
    });
    say(`${output}: ${Math.round((await Deno.stat(output)).size / 1_000)} kB`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
