/** The full output of a run, which a tool's result may have to cut. */

import type { Resource } from "../resource.ts";

const pattern = /^jupyter:\/\/executions\/([^/]+)\/output$/i;

export const executions: Resource = {
  name: "executions",
  title: "Outputs of runs",
  description: "The retained output of a run, as text",
  template: "jupyter://executions/{execution_id}/output",
  mimeType: "text/plain",
  matches: (uri) => pattern.test(uri),
  // There are many runs, mostly small: execution_list lists them, and results carry the URI.
  list: () => [],
  async read(uri, { runs, presenter }) {
    const text = await presenter.runText(runs.get(pattern.exec(uri)?.[1] ?? ""));
    return { uri, mimeType: "text/plain", body: { kind: "text", text } };
  },
  complete: (_variable, value, { runs }) =>
    runs.list().map((run) => run.id).filter((id) => id.startsWith(value)).toReversed(),
};
