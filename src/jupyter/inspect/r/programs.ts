/** The programs of the looks at R kernels, put together from their parts. */

import tableInfo from "./table_info.R" with { type: "text" };
import tableRows from "./table_rows.R" with { type: "text" };
import tables from "./tables.R" with { type: "text" };
import value from "./value.R" with { type: "text" };
import variables from "./variables.R" with { type: "text" };

export const rPrograms = {
  variables,
  tableInfo: [tables, tableInfo].join("\n"),
  tableRows: [tables, tableRows].join("\n"),
  value: [tables, value].join("\n"),
} as const;
