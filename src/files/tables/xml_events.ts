/** Walks through XML that comes in parts; prefixes of names are left out, since writers choose them freely. */

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Whether the rest need not be read. */
  isDone?(): boolean;
}

/** Tells whether it went on to the end. */
export async function walkXml(parts: AsyncIterable<string>, handler: XmlHandler): Promise<boolean> {
  const { SaxesParser } = await import("./xml_parser.ts");
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => handler.open?.(localName(name), attributes));
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  parser.on("closetag", ({ name }) => handler.close?.(localName(name)));
  for await (const part of parts) {
    parser.write(part);
    if (handler.isDone?.()) return false;
  }
  parser.close();
  return true;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
