/** Text between `<!-- name:start -->` and `<!-- name:end -->`, which belongs to the generator. */

/** The document with `body` between its markers; fails where a marker is missing. */
export function replaceMarked(document: string, name: string, body: string): string {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`Cannot fill in "${name}": the document lacks ${start} or ${end}`);
  }
  return `${document.slice(0, from + start.length)}\n\n${body.trim()}\n\n${document.slice(to)}`;
}
