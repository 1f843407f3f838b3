/** The section of `docs/benchmarks.md` about what an agent pays. Pure. */

import type { AgentNumbers, ComparedTask } from "./compare.ts";
import type { Cost } from "./conversation.ts";

const heading = "## What a model pays";

export function agentSection({ tasks, careless, lists }: AgentNumbers): string {
  const total: ComparedTask = {
    name: "**six tasks together**",
    ours: sum(tasks.map(({ ours }) => ours)),
    theirs: sum(tasks.map(({ theirs }) => theirs)),
  };
  const withList = (side: "ours" | "theirs") => kilobytes(total[side].received + lists[side]);
  return `${heading}

Written by \`deno task bench --agent\`, which replays six everyday tasks as a sensible agent does them: the calls are
written down in \`scripts/bench/agent/tasks.ts\`, once with our tools and once with those of Datalayer's server from
PyPI. Each task is a conversation of its own on a fresh Jupyter. Counted are the calls, the bytes of their arguments,
the bytes of text in the replies, and the images.

| task | calls: theirs | ours | arguments: theirs | ours | replies: theirs | ours | images: theirs | ours |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${[...tasks, total, careless].map(row).join("\n")}

\`tools/list\` takes ${kilobytes(lists.theirs)} there and ${
    kilobytes(lists.ours)
  } here, so that the six tasks cost
${withList("theirs")} of text there and ${withList("ours")} here in all.

The tasks are not quite the same work: Datalayer's server cannot leave a run to itself, so there the long run is stopped
by the time limit of the call instead of being watched and interrupted.
`;
}

/** The page with this section in the place of the old one, at its end. */
export function withAgentSection(page: string, section: string): string {
  const start = page.indexOf(heading);
  return `${(start < 0 ? page : page.slice(0, start)).trimEnd()}\n\n${section}`;
}

/** The section that a page has. */
export function agentSectionOf(page: string): string {
  const start = page.indexOf(heading);
  return start < 0 ? "" : page.slice(start);
}

function row({ name, ours, theirs }: ComparedTask): string {
  const pairs = [
    [theirs.calls, ours.calls],
    [kilobytes(theirs.sent), kilobytes(ours.sent)],
    [kilobytes(theirs.received), kilobytes(ours.received)],
    [theirs.images, ours.images],
  ];
  return `| ${name} | ${pairs.flat().join(" | ")} |`;
}

function sum(costs: readonly Cost[]): Cost {
  const of = (read: (cost: Cost) => number) => costs.reduce((all, cost) => all + read(cost), 0);
  return {
    calls: of(({ calls }) => calls),
    sent: of(({ sent }) => sent),
    received: of(({ received }) => received),
    images: of(({ images }) => images),
  };
}

function kilobytes(count: number): string {
  return `${(count / 1000).toFixed(1)} kB`;
}
