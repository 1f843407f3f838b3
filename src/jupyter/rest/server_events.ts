/** Characters of one event; a longer one ends the response. */
const longestEvent = 100_000;

/** The data of server-sent events, one text each, as they come; ends with the response. */
export async function* serverSentEvents(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return;
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text = (text + part).replaceAll("\r\n", "\n");
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n").filter((line) => line.startsWith("data:"));
      text = text.slice(end + 2);
      if (lines.length > 0) yield lines.map((line) => line.slice(5).trim()).join("\n");
    }
    if (text.length > longestEvent) return;
  }
}
