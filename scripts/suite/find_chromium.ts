/** Where the browser for the browser tests is, if it is anywhere. */

import { join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** The path of Chromium: `CHROMIUM_BIN`, on PATH, or where the system's installer puts it. */
export async function findChromium(): Promise<string | undefined> {
  const given = Deno.env.get("CHROMIUM_BIN");
  if (given !== undefined) return given;
  const folders = (Deno.env.get("PATH") ?? "").split(Deno.build.os === "windows" ? ";" : ":");
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places];
  for (const path of candidates) {
    if (await Deno.stat(path).then((found) => found.isFile, () => false)) return path;
  }
  return undefined;
}
