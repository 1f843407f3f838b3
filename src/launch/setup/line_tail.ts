/** Reads the output of a child process to its end, line by line, and keeps the last lines. */

export interface LineTail {
  /** Settles when the output has ended. */
  readonly ended: Promise<void>;
  /** The last lines that are not blank. */
  lines(): readonly string[];
}

export interface LineTailOptions {
  readonly keep?: number;
  readonly onLine?: (line: string) => void;
}

/** Drains the streams, so that the child never blocks on a full pipe. */
export function tailLines(
  streams: readonly ReadableStream<Uint8Array<ArrayBuffer>>[],
  options: LineTailOptions = {},
): LineTail {
  const { keep = 30, onLine = () => {} } = options;
  const kept: string[] = [];
  const take = (line: string) => {
    if (line.trim() === "") return;
    kept.push(line.trimEnd());
    if (kept.length > keep) kept.shift();
    onLine(line.trimEnd());
  };
  const ended = Promise.all(streams.map((stream) => drain(stream, take))).then(() => {});
  return { ended, lines: () => kept };
}

/** A line longer than this is cut: a child must not fill our memory. */
const longestLine = 10_000;

async function drain(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  let open = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (open + chunk).split(/\r?\n|\r/);
    open = (lines.pop() ?? "").slice(-longestLine);
    for (const line of lines) take(line);
  }
  take(open);
}
