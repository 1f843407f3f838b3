/** The programs of the looks at Python kernels, put together from their parts. */

import describeTable from "./describe_table.py" with { type: "text" };
import durations from "./durations.py" with { type: "text" };
import inputs from "./inputs.py" with { type: "text" };
import kinds from "./kinds.py" with { type: "text" };
import plainTables from "./plain_tables.py" with { type: "text" };
import previewApart from "./preview_apart.py" with { type: "text" };
import previewFile from "./preview_file.py" with { type: "text" };
import previewValues from "./preview_values.py" with { type: "text" };
import resolve from "./resolve.py" with { type: "text" };
import stopRun from "./stop_run.py" with { type: "text" };
import tableInfo from "./table_info.py" with { type: "text" };
import tableRows from "./table_rows.py" with { type: "text" };
import { tables } from "./tables/mod.ts";
import tree from "./tree.py" with { type: "text" };
import value from "./value.py" with { type: "text" };
import values from "./values.py" with { type: "text" };
import variables from "./variables.py" with { type: "text" };

export const pythonPrograms = {
  variables: [durations, values, kinds, variables].join("\n"),
  tableInfo: [durations, values, kinds, resolve, tables, describeTable, tableInfo].join("\n"),
  tableRows: [durations, values, kinds, resolve, tables, plainTables, tableRows].join("\n"),
  filePreview: [durations, previewValues, previewApart, previewFile].join("\n"),
  inputs,
  stopRun,
  value: [durations, values, kinds, resolve, tables, describeTable, tree, value].join("\n"),
} as const;
