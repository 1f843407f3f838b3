/** The programs that inspect Python and R kernels, joined from their parts. */

import checkpoint from "./python/checkpoint.py" with { type: "text" };
import describeTable from "./python/describe_table.py" with { type: "text" };
import durations from "./python/durations.py" with { type: "text" };
import figures from "./python/figures.py" with { type: "text" };
import figureFields from "./python/figure_fields.py" with { type: "text" };
import figureSeries from "./python/figure_series.py" with { type: "text" };
import inputs from "./python/inputs.py" with { type: "text" };
import names from "./python/names.py" with { type: "text" };
import plainTables from "./python/plain_tables.py" with { type: "text" };
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
import tableAdapters from "./python/tables/table_adapters.py" with { type: "text" };
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

function join(...parts: readonly string[]): string {
  return parts.join("\n");
}

/** Knows tables, one file for each kind; the first two are used by the others. */
const tables = join(table, statistics, pandas, polars, arrow, structured, engines, xarray, tableAdapters);

/** Knows snapshots of tables, their rows and their order. */
const tableSnapshots = join(durations, values, resolve, tables, plainTables, snapshots, selectRows);

/** Programs by their name and by the language of the kernel; those for Python alone have no other. */
export const programs = {
  variables: { python: join(durations, values, variables), r: rVariables },
  tableInfo: {
    python: join(durations, values, resolve, tables, describeTable, tableInfo),
    r: join(rTables, rTableInfo),
  },
  tableRows: {
    python: join(durations, values, resolve, tables, plainTables, tableRows),
    r: join(rTables, rTableRows),
  },
  filePreview: { python: join(durations, previewValues, previewFile) },
  checkpoint: { python: checkpoint },
  figures: { python: join(figureSeries, figureFields, figures) },
  inputs: { python: inputs },
  names: { python: names },
  openTable: {
    python: join(tableSnapshots, openTable),
    r: join(rTables, rSnapshots, rOpenTable),
  },
  runningRequest: { python: join(stopRun, runningRequest) },
  stopRun: { python: stopRun },
  tablePage: {
    python: join(tableSnapshots, tablePage),
    r: join(rTables, rSnapshots, rTablePage),
  },
  value: {
    python: join(durations, values, resolve, tables, describeTable, tree, value),
    r: join(rTables, rValue),
  },
} as const satisfies Readonly<Record<string, { readonly python: string; readonly r?: string }>>;
