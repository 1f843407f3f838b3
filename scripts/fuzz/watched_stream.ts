/** Reads what the program writes, looks for secrets in every byte of it, and hands on its lines. */

export interface WatchOptions {
  readonly secrets: readonly string[];
  readonly onSecret: () => void;
  readonly onLine: (line: string) => void;
}

/** Ends with the stream. */
export async function watchStream(
  stream: ReadableStream<Uint8Array>,
  { secrets, onSecret, onLine }: WatchOptions,
): Promise<void> {
  const forms = secrets.flatMap(formsOf);
  const longest = Math.max(...forms.map((form) => form.length));
  let end = "";
  let line = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    // A secret may be cut by the border between two chunks.
    if (forms.some((form) => (end + text).includes(form))) onSecret();
    end = (end + text).slice(-longest);
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const one of lines) onLine(one);
  }
}

/** Whether a text holds a secret, plain or encoded. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.flatMap(formsOf).some((form) => text.includes(form));
}

function formsOf(secret: string): readonly string[] {
  return [secret, btoa(secret).replace(/=+$/, ""), encodeURIComponent(secret)];
}
