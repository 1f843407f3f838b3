/**
 * Draws a Plotly figure as SVG with plotly.js itself, on a stand-in for the page that a browser would give it.
 *
 * 1. A figure is checked before anything is drawn (`check_figure.ts`).
 * 2. Traces of WebGL that have a twin in SVG are drawn as that.
 * 3. An animation is drawn as it begins.
 */

import { type JsonRecord, recordAt, recordsAt, textAt } from "../../base/json.ts";
import { shownFrame } from "../../base/plotly_values.ts";
import { libraryReason } from "../library_failure.ts";
import { checkFigure, shownTraces } from "./check_figure.ts";
import { type LoadedLibrary, loadLibrary } from "./library.ts";

/** Returns the drawing, and what of the figure is not in it. */
export async function drawPlotly(figure: JsonRecord) {
  checkFigure(figure);
  const { library, page } = await loadLibrary();
  const root = page.makeRoot();
  const layout = recordAt(figure, "layout");
  try {
    const plotted = library.newPlot(root, shownTraces(figure).map(withoutWebGl), layout, {
      staticPlot: true,
    });
    await Promise.race([plotted, page.failed]);
    return { svg: String(library.Snapshot.toSVG(root, "svg")), notes: notesOn(figure, page.messages) };
  } catch (error) {
    const [url] = page.refused;
    throw new Error(url === undefined ? `plotly.js fails on it: ${libraryReason(error)}` : refusal(url), {
      cause: error,
    });
  } finally {
    close({ library, page }, root);
  }
}

/** Purging walks what a failed drawing left half done, so it may fail as well. */
function close({ library, page }: LoadedLibrary, root: unknown): void {
  try {
    library.purge(root);
  } catch {
    // Nothing of it is used again.
  }
  page.close();
}

function withoutWebGl(trace: JsonRecord): JsonRecord {
  const type = textAt(trace, "type");
  return type.endsWith("gl") ? { ...trace, type: type.slice(0, -2) } : trace;
}

function refusal(url: string): string {
  const [, outlines] = /^outlines:\/([\w-]+)\.json$/.exec(url) ?? [];
  return outlines === undefined
    ? `the figure points to ${JSON.stringify(url.slice(0, 200))}, and nothing is loaded`
    : `there are no outlines for the map "${outlines}" here`;
}

/** Places that a note names. */
const mostNamed = 10;

function notesOn(figure: JsonRecord, messages: readonly string[]): string[] {
  const notes: string[] = [];
  const frame = shownFrame(figure);
  if (frame !== "") notes.push(`the picture shows ${frame} of an animation`);
  const outside = recordsAt(recordAt(figure, "layout"), "images").filter(({ source }) =>
    typeof source === "string" && source !== "" && !source.startsWith("data:")
  );
  if (outside.length > 0) notes.push("images that the figure points to are not loaded");
  const places = messages.flatMap((message) =>
    /(?:Location with id|Unrecognized country name:|Unrecognized US location:) (.{1,60}?)(?: does not|\.$)/
      .exec(message)
      ?.[1] ?? []
  );
  const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : "";
  const lacking = `the outlines of the map lack ${places.slice(0, mostNamed).join(", ")}${more}`;
  return places.length === 0 ? notes : [...notes, lacking];
}
