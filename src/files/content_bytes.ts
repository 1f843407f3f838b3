/** The bytes of a content that a caller gives as a text or as base64. */

import { AppError } from "../base/errors.ts";

export function contentBytes(content: string, format: "text" | "base64"): Uint8Array {
  if (format === "text") {
    if (!content.isWellFormed()) throw unusable("it holds half of a surrogate pair", "Give valid Unicode");
    return new TextEncoder().encode(content);
  }
  try {
    return Uint8Array.fromBase64(content.replace(/^data:[^,]{0,200};base64,/, ""), {
      alphabet: /[-_]/.test(content) ? "base64url" : "base64",
    });
  } catch {
    throw unusable("it is not base64", "Encode the bytes anew, or leave format out for a text");
  }
}

function unusable(state: string, hint: string): AppError {
  return new AppError("invalid_argument", `Cannot use argument "content": ${state}`, { hint });
}
