/** Values as Python prints them, as they appear in the texts of Datalayer's server. */

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Characters that Python considers not printable. */
const unprintable = /\\|(?! )[\p{C}\p{Z}]/gu;

/** `repr` of a string. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(unprintable, (character) => escapes[character] ?? codeEscape(character));
  return `${quote}${quote === "'" ? body.replaceAll("'", "\\'") : body}${quote}`;
}

function codeEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** `repr` of a JSON value. */
export function represented(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null || value === undefined) return "None";
  if (Array.isArray(value)) return `[${value.map(represented).join(", ")}]`;
  if (typeof value === "object") {
    return `{${
      Object.entries(value).map(([key, inner]) => `${quoted(key)}: ${represented(inner)}`).join(", ")
    }}`;
  }
  // Python writes all digits of a whole number.
  return Number.isInteger(value) ? BigInt(Number(value)).toString() : String(value);
}

/** The name of a JSON value's type. */
export function typeName(value: unknown): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (value === null || value === undefined) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

/** `json.dumps` with sorted keys, no spaces and ASCII only. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => a < b ? -1 : 1);
    return `{${fields.map(([key, inner]) => `${asciiJson(key)}:${canonicalJson(inner)}`).join(",")}}`;
  }
  return asciiJson(value ?? null);
}

/** `json.dumps` with an indent of two. */
export function indentedJson(value: unknown): string {
  return asciiOnly(JSON.stringify(value, null, 2) ?? "null");
}

function asciiJson(value: unknown): string {
  return asciiOnly(JSON.stringify(value) ?? "null");
}

function asciiOnly(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
