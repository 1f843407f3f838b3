/** A table as JSON for charts; cells that are neither text nor number (lists, objects) are shown by their text. */
export function tableJson(
  columns: readonly { readonly name: string }[],
  rows: readonly (readonly unknown[])[],
): string {
  const data = rows.map((row) =>
    row.map((cell) => typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell)
  );
  return JSON.stringify({ columns: columns.map(({ name }) => name), data });
}
