/** The whole output of a run, for what an answer had to cut. */

import type { Resource } from "../resource.ts";

const pattern = /^jupyter:\/\/executions\/([^/]+)\/output$/i;

export const executions: Resource = {
  name: "executions",
  title: "Outputs of runs",
  description: "All that is kept of a run's output, as text",
  template: "jupyter://executions/{execution_id}/output",
  mimeType: "text/plain",
  matches: (uri) => pattern.test(uri),
  // Runs are many and mostly small: execution_list shows them, their answers carry the URI.
  list: () => [],
  async read(uri, { executions, presenter }) {
    const text = await presenter.text(executions.get(pattern.exec(uri)?.[1] ?? ""));
    return { uri, mimeType: "text/plain", body: { kind: "text", text } };
  },
  complete: (_variable, value, { executions }) =>
    executions.list().map((run) => run.id).filter((id) => id.startsWith(value)).toReversed(),
};
