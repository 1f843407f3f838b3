/** The programs that inspect Python and R kernels, joined from their parts. */

import checkpoint from "./python/checkpoint.py" with { type: "text" };
import describeTable from "./python/describe_table.py" with { type: "text" };
import durations from "./python/durations.py" with { type: "text" };
import figures from "./python/figures.py" with { type: "text" };
import figureSeries from "./python/figure_series.py" with { type: "text" };
import inputs from "./python/inputs.py" with { type: "text" };
import kinds from "./python/kinds.py" with { type: "text" };
import names from "./python/names.py" with { type: "text" };
import plainTables from "./python/plain_tables.py" with { type: "text" };
import previewApart from "./python/preview_apart.py" with { type: "text" };
import previewFile from "./python/preview_file.py" with { type: "text" };
import previewValues from "./python/preview_values.py" with { type: "text" };
import resolve from "./python/resolve.py" with { type: "text" };
import runningRequest from "./python/running_request.py" with { type: "text" };
import stopRun from "./python/stop_run.py" with { type: "text" };
import tableInfo from "./python/table_info.py" with { type: "text" };
import tableRows from "./python/table_rows.py" with { type: "text" };
import tree from "./python/tree.py" with { type: "text" };
import value from "./python/value.py" with { type: "text" };
import values from "./python/values.py" with { type: "text" };
import variables from "./python/variables.py" with { type: "text" };
import arrow from "./python/tables/arrow.py" with { type: "text" };
import engines from "./python/tables/engines.py" with { type: "text" };
import faces from "./python/tables/faces.py" with { type: "text" };
import lazy from "./python/tables/lazy.py" with { type: "text" };
import pandas from "./python/tables/pandas.py" with { type: "text" };
import polars from "./python/tables/polars.py" with { type: "text" };
import statistics from "./python/tables/statistics.py" with { type: "text" };
import structured from "./python/tables/structured.py" with { type: "text" };
import table from "./python/tables/table.py" with { type: "text" };
import xarray from "./python/tables/xarray.py" with { type: "text" };
import openTable from "./python/views/open_table.py" with { type: "text" };
import selectRows from "./python/views/select_rows.py" with { type: "text" };
import snapshots from "./python/views/snapshots.py" with { type: "text" };
import tablePage from "./python/views/table_page.py" with { type: "text" };
import rTableInfo from "./r/table_info.R" with { type: "text" };
import rTableRows from "./r/table_rows.R" with { type: "text" };
import rTables from "./r/tables.R" with { type: "text" };
import rValue from "./r/value.R" with { type: "text" };
import rVariables from "./r/variables.R" with { type: "text" };
import rOpenTable from "./r/views/open_table.R" with { type: "text" };
import rSnapshots from "./r/views/snapshots.R" with { type: "text" };
import rTablePage from "./r/views/table_page.R" with { type: "text" };

/** Knows tables, one file for each kind; the first three are used by the others. */
const tables = [
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

/** Knows snapshots of tables, their rows and their order. */
const tableSnapshots = [durations, values, kinds, resolve, tables, plainTables, snapshots, selectRows].join(
  "\n",
);

export const pythonPrograms = {
  variables: [durations, values, kinds, variables].join("\n"),
  tableInfo: [durations, values, kinds, resolve, tables, describeTable, tableInfo].join("\n"),
  tableRows: [durations, values, kinds, resolve, tables, plainTables, tableRows].join("\n"),
  filePreview: [durations, previewValues, previewApart, previewFile].join("\n"),
  checkpoint,
  figures: [figureSeries, figures].join("\n"),
  inputs,
  names,
  openTable: [tableSnapshots, openTable].join("\n"),
  runningRequest: [stopRun, runningRequest].join("\n"),
  stopRun,
  tablePage: [tableSnapshots, tablePage].join("\n"),
  value: [durations, values, kinds, resolve, tables, describeTable, tree, value].join("\n"),
} as const;

export const rPrograms = {
  variables: rVariables,
  tableInfo: [rTables, rTableInfo].join("\n"),
  tableRows: [rTables, rTableRows].join("\n"),
  value: [rTables, rValue].join("\n"),
  openTable: [rTables, rSnapshots, rOpenTable].join("\n"),
  tablePage: [rTables, rSnapshots, rTablePage].join("\n"),
} as const;
