/** A percentage as people say it: whole from ten on, with one decimal below. */
export function percent(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
}
