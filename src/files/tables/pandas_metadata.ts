/** What pandas notes in a Parquet file of the types that Parquet itself does not have. */

import type { FileMetaData } from "hyparquet";
import { z } from "zod";

const noted = z.object({
  columns: z.array(z.object({
    field_name: z.string().nullish(),
    pandas_type: z.string(),
    metadata: z.looseObject({ timezone: z.string().optional() }).nullish().catch(null),
  })),
});

type PandasColumn = z.infer<typeof noted>["columns"][number];

/** The notes by the name of the column; none where another program wrote the file. */
export function pandasColumns({ key_value_metadata }: FileMetaData): ReadonlyMap<string, PandasColumn> {
  const text = key_value_metadata?.find(({ key }) => key === "pandas")?.value;
  const parsed = noted.safeParse(parse(text));
  const columns = parsed.success ? parsed.data.columns : [];
  return new Map(columns.map((column) => [column.field_name ?? "", column]));
}

export function pandasDtype(dtype: string, column: PandasColumn | undefined): string {
  if (column?.pandas_type === "categorical") return "category";
  const zone = column?.metadata?.timezone;
  return column?.pandas_type === "datetimetz" && zone !== undefined
    ? dtype.replace(", UTC]", `, ${zone}]`)
    : dtype;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
