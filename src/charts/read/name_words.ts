/** The words of the name of a column, without what stands in brackets: of leadTime_days (h) lead, time and days. */

export function nameWords(name: string): string[] {
  return name.normalize("NFKC").replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
    .replaceAll(/[(\[【].*?[)\]】]/g, " ").split(/[\s_\-./]+/).filter((word) => word !== "");
}
