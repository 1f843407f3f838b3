/**
 * Draws Vega and Vega-Lite specifications as SVG. Imported when a first chart is
 * drawn: the two libraries take most of the renderer's memory.
 *
 * Nothing is loaded from anywhere: every URL in a specification is refused. Text is measured by the embedded
 * font, so that what is laid out is what resvg draws.
 */

import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { z } from "zod";
import { isRecord, type JsonRecord } from "../base/json.ts";
import { fontMetrics } from "./font.ts";
import { libraryReason } from "./library_failure.ts";

const liteSchema = z.custom<TopLevelSpec>(isRecord);
const specSchema = z.custom<vega.Spec>(isRecord);

/** More would take all memory there is before anything is drawn. */
const mostRows = 2_000_000;

/** Compiles Vega-Lite and draws it. */
export async function vegaLiteSvg(spec: unknown): Promise<string> {
  const silent = vega.logger(vega.None);
  return await vegaSvg(readable(() => compile(liteSchema.parse(spec), { logger: silent }).spec));
}

/** Draws Vega. */
export async function vegaSvg(spec: unknown): Promise<string> {
  measureByFont();
  refuseManyRows(spec);
  const refused: string[] = [];
  const failures: string[] = [];
  const view = new vega.View(readable(() => vega.parse(specSchema.parse(spec))), {
    renderer: "none",
    loader: refusingLoader(refused),
    logger: vega.logger(
      vega.Error,
      "error",
      (_method, _level, [error]) => failures.push(libraryReason(error)),
    ),
  });
  try {
    const svg = await view.toSVG().catch((error) => {
      throw new Error(`Vega cannot draw the figure: ${libraryReason(error)}`, { cause: error });
    });
    if (refused[0] !== undefined) throw new Error(pointing(refused[0]));
    // Vega only logs what goes wrong in the data, and draws a frame without them.
    if (failures[0] !== undefined) throw new Error(`Vega fails on its data: ${failures[0]}`);
    return svg;
  } finally {
    view.finalize();
  }
}

/** Says of what Vega cannot read that it is Vega who says so: alone its words are as short as "Disabled." */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`Vega cannot read the specification: ${libraryReason(error)}`, { cause: error });
  }
}

/** Refuses sequences of numbers that are too long, wherever they are. */
function refuseManyRows(spec: unknown): void {
  const waiting: unknown[] = [spec];
  for (let at = 0; at < waiting.length; at++) {
    const value = waiting[at];
    if (typeof value !== "object" || value === null) continue;
    const rows = isRecord(value) && value["type"] === "sequence" ? sequenceLength(value) : 0;
    if (rows > mostRows) {
      throw new Error(
        `it makes ${rows.toLocaleString("en")} rows, and at most ${mostRows.toLocaleString("en")} are drawn`,
      );
    }
    // Data values are not part of the specification, and may be many.
    for (const [key, inner] of Object.entries(value)) if (key !== "values") waiting.push(inner);
  }
}

function sequenceLength({ start, stop, step }: JsonRecord): number {
  const [from, to, by] = [start ?? 0, stop, step ?? 1].map((one) => typeof one === "number" ? one : NaN);
  const rows = ((to ?? NaN) - (from ?? NaN)) / (by ?? NaN);
  return Number.isNaN(rows) ? 0 : Math.ceil(rows);
}

/**
 * Vega draws on without what it cannot load, so what was refused is kept. Links that a click would follow
 * lead nowhere (Vega does not survive a refusal of one), and an image inside the specification is not loaded.
 */
function refusingLoader(refused: string[]): vega.Loader {
  const refuse = (uri: string) => {
    refused.push(uri);
    return Promise.reject(new Error(pointing(uri)));
  };
  const sanitize = (uri: string, options: unknown) => {
    const context = isRecord(options) ? options["context"] : undefined;
    if (context === "href") return Promise.resolve({ href: "#" });
    return context === "image" && /^data:image\/(?:png|jpeg|gif);base64,/.test(uri)
      ? Promise.resolve({ href: uri })
      : refuse(uri);
  };
  return { load: refuse, sanitize, http: refuse, file: refuse };
}

function pointing(uri: string): string {
  return `the specification points to ${JSON.stringify(uri.slice(0, 200))}, and nothing is loaded`;
}

/** Without a canvas Vega guesses the width of text; its types do not declare the hook for measuring it. */
function measureByFont(): void {
  Object.assign(Object(Reflect.get(vega, "textMetrics")), {
    width(item: unknown, text: unknown) {
      const size = isRecord(item) ? item["fontSize"] : undefined;
      return fontMetrics.width(String(text ?? ""), typeof size === "number" ? size : 11);
    },
  });
}
