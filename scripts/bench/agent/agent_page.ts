/** The part of `docs/benchmarks.md` about what an agent pays. Pure. */

import type { AgentNumbers, ComparedTask } from "./compare.ts";
import type { Cost } from "./conversation.ts";

export function agentSection({ tasks, careless, lists }: AgentNumbers): string {
  const total: ComparedTask = {
    name: "**six tasks together**",
    ours: sum(tasks.map(({ ours }) => ours)),
    theirs: sum(tasks.map(({ theirs }) => theirs)),
  };
  const withList = (side: "ours" | "theirs") => kilobytes(total[side].received + lists[side]);
  return `| task | calls: theirs | ours | arguments: theirs | ours | replies: theirs | ours | images: theirs | ours |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${[...tasks, total, careless].map(row).join("\n")}

\`tools/list\` takes ${kilobytes(lists.theirs)} there and ${
    kilobytes(lists.ours)
  } here, so that the six tasks cost
${withList("theirs")} of text there and ${withList("ours")} here in all.`;
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
