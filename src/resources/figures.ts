/** The figures that runs displayed, as the JSON that they sent. */

import { AppError } from "../base/errors.ts";
import { figureOf } from "../output/figure_digest.ts";
import { displayed, figureOfUri } from "../output/presented_run.ts";
import type { Resource } from "../resource.ts";

export const figures: Resource = {
  name: "figures",
  title: "Figures of runs",
  description: "The JSON of an Altair or Plotly figure that a run displayed, by its figure_uri",
  template: "jupyter://executions/{execution_id}/figures/{place}",
  mimeType: "application/json",
  matches: (uri) => figureOfUri(uri) !== undefined,
  list: () => [],
  read(uri, { runs }) {
    const { id = "", place = 0 } = figureOfUri(uri) ?? {};
    const output = displayed(runs.get(id).outputs.outputs())[place];
    const figure = output === undefined ? null : figureOf(output.data);
    if (figure === null) {
      throw new AppError(
        "image_not_found",
        `Cannot read figure "${uri}": the run did not display one there`,
        { hint: "Pass a figure_uri from images[] of an execute_code result" },
      );
    }
    const text = JSON.stringify(figure.spec);
    return Promise.resolve({ uri, mimeType: "application/json", body: { kind: "text", text } });
  },
  complete: (variable, value, { runs }) =>
    variable === "execution_id"
      ? runs.list().map((run) => run.id).filter((id) => id.startsWith(value)).toReversed()
      : [],
};
