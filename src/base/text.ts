/** Small text helpers. */

/** A noun in the singular or plural: `row` for 1, else `rows`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** `1 row`, `1,200 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${plural(count, noun)}`;
}

/** The first line of code that does something, if there is one: not a comment, an import or a magic. */
export function tellingLine(code: string): string {
  const lines = code.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.find((line) => !/^(?:#|%|import\s|from\s+\S+\s+import\b|library\(|using\s)/.test(line)) ??
    lines[0] ?? "";
}

/** Random bytes in hexadecimal, for tokens and ids. */
export function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}

/** An ISO time without its fraction of a second. */
export function toSeconds(time: string): string {
  return time.replace(/\.\d+/, "");
}

const encoder = new TextEncoder();

/** Bytes of a text as a string in JSON. */
export function jsonBytes(text: string): number {
  return encoder.encode(JSON.stringify(text)).length;
}

/** SHA-256 in hexadecimal. */
export async function sha256(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? encoder.encode(data) : new Uint8Array(data);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
