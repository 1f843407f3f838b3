/** The part of a program that knows tables, one file for each kind of them; the first three are used by the others. */

import arrow from "./arrow.py" with { type: "text" };
import engines from "./engines.py" with { type: "text" };
import faces from "./faces.py" with { type: "text" };
import lazy from "./lazy.py" with { type: "text" };
import pandas from "./pandas.py" with { type: "text" };
import polars from "./polars.py" with { type: "text" };
import statistics from "./statistics.py" with { type: "text" };
import structured from "./structured.py" with { type: "text" };
import table from "./table.py" with { type: "text" };
import xarray from "./xarray.py" with { type: "text" };

export const tables: string = [
  table,
  statistics,
  lazy,
  pandas,
  polars,
  arrow,
  structured,
  engines,
  xarray,
  faces,
].join("\n");
