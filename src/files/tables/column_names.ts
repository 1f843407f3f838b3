/** Names for columns, each once: an empty one is called by its place, one that comes again gets a number. */

export function columnNames(given: readonly unknown[]): readonly string[] {
  const seen = new Set<string>();
  return given.map((value, index) => {
    const text = value === null || value === undefined ? "" : String(value).trim();
    const name = text === "" ? `Unnamed: ${index}` : text;
    let unique = name;
    for (let number = 1; seen.has(unique); number++) unique = `${name}.${number}`;
    seen.add(unique);
    return unique;
  });
}
