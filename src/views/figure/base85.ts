/**
 * Bytes as text that is a quarter longer, where that of base64 is a third: four bytes as five characters. None of them
 * ends a script or is escaped in JSON. The last character tells how many bytes were added to fill the last four.
 */

const first = "(".charCodeAt(0);

export function encodeBase85(bytes: Uint8Array): string {
  const added = (4 - bytes.length % 4) % 4;
  const filled = new DataView(new ArrayBuffer(bytes.length + added));
  new Uint8Array(filled.buffer).set(bytes);
  const parts: string[] = [];
  for (let at = 0; at < filled.byteLength; at += 4) {
    let [rest, part] = [filled.getUint32(at), ""];
    for (let digit = 0; digit < 5; digit++) {
      part = String.fromCharCode(first + rest % 85) + part;
      rest = Math.floor(rest / 85);
    }
    parts.push(part);
  }
  return parts.join("").replaceAll("<", "!").replaceAll("\\", "~") + added;
}

export function decodeBase85(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.slice(0, -1).replaceAll("!", "<").replaceAll("~", "\\");
  const filled = new DataView(new ArrayBuffer(digits.length / 5 * 4));
  for (let at = 0; at < digits.length; at += 5) {
    let value = 0;
    for (let digit = at; digit < at + 5; digit++) value = value * 85 + digits.charCodeAt(digit) - first;
    filled.setUint32(at / 5 * 4, value);
  }
  return new Uint8Array(filled.buffer, 0, filled.byteLength - Number(text.at(-1)));
}
