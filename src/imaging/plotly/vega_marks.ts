/** Shapes as marks of Vega, on scales named `x` and `y`. All that comes from the figure is in data values. */

import type { PathShape, Shape } from "./shapes.ts";

export type Spec = Readonly<Record<string, unknown>>;

/** Of texts at marks, in pixels. */
export const wordSize = 11;

export interface Marks {
  readonly data: readonly Spec[];
  /** Those that end where the plot ends. */
  readonly inside: readonly Spec[];
  /** Those that may stick out. */
  readonly over: readonly Spec[];
}

/** Marks in the order of the shapes; neighbours of one kind become one mark. */
export function marksOf(given: readonly Shape[], ink: string): Marks {
  const shapes = given.map((shape) => shape.kind === "word" ? { fill: ink, ...shape } : shape);
  const data: Spec[] = [];
  const inside: Spec[] = [];
  const over: Spec[] = [];
  for (const run of runsOf(shapes)) {
    const [first] = run;
    if (first === undefined) continue;
    const name = `d${data.length}`;
    if (first.kind === "path") {
      data.push({ name, values: pointsOf(first) });
      inside.push(pathMark(first, name));
    } else {
      data.push({ name, values: run });
      (first.kind === "word" ? over : inside).push({ from: { data: name }, ...markOf(first.kind) });
      const caps = run.flatMap(capsOf);
      if (caps.length === 0) continue;
      data.push({ name: `${name}_caps`, values: caps });
      inside.push({ from: { data: `${name}_caps` }, ...capMark });
    }
  }
  return { data, inside, over };
}

function runsOf(shapes: readonly Shape[]): Shape[][] {
  const runs: Shape[][] = [];
  for (const shape of shapes) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === shape.kind && shape.kind !== "path") last.push(shape);
    else runs.push([shape]);
  }
  return runs;
}

const at = (axis: "x" | "y", field: string = axis) => ({ scale: axis, field });
const own = (field: string) => ({ field });

function markOf(kind: Exclude<Shape["kind"], "path">): Spec {
  const span = { x: at("x"), x2: at("x", "x2"), y: at("y"), y2: at("y", "y2") };
  switch (kind) {
    case "rect": {
      const look = { fill: own("fill"), fillOpacity: own("opacity"), stroke: own("stroke") };
      return { type: "rect", encode: { enter: { ...span, ...look } } };
    }
    case "rule":
      return {
        type: "rule",
        encode: { enter: { ...span, stroke: own("stroke"), strokeWidth: own("width") } },
      };
    case "dot": {
      const look = {
        size: own("size"),
        shape: own("symbol"),
        fill: own("fill"),
        fillOpacity: own("opacity"),
      };
      return { type: "symbol", encode: { enter: { x: at("x"), y: at("y"), ...look } } };
    }
    case "word": {
      const place = { align: own("align"), baseline: own("baseline"), dx: own("dx"), dy: own("dy") };
      return {
        type: "text",
        encode: {
          enter: {
            x: at("x"),
            y: at("y"),
            text: own("text"),
            fill: own("fill"),
            fontSize: { value: wordSize },
            limit: { value: 200 },
            ...place,
          },
        },
      };
    }
  }
}

/** The strokes across the ends of a rule. */
function capsOf(shape: Shape): Spec[] {
  if (shape.kind !== "rule" || !shape.cap) return [];
  const { x, x2, y, y2, stroke, width, cap } = shape;
  const isUpright = x === x2;
  const reach = isUpright
    ? { left: -cap, right: cap, up: 0, down: 0 }
    : { left: 0, right: 0, up: -cap, down: cap };
  return [{ x, y }, { x: x2, y: y2 }].map((end) => ({ ...end, ...reach, stroke, width }));
}

const capMark: Spec = {
  type: "rule",
  encode: {
    enter: {
      x: { ...at("x"), offset: own("left") },
      x2: { ...at("x"), offset: own("right") },
      y: { ...at("y"), offset: own("up") },
      y2: { ...at("y"), offset: own("down") },
      stroke: own("stroke"),
      strokeWidth: own("width"),
    },
  },
};

function pointsOf({ points }: PathShape): readonly Spec[] {
  return points.map((point) => ({ x: point?.[0] ?? 0, y: point?.[1] ?? 0, defined: point !== null }));
}

function pathMark({ stroke, width, dash, fill, opacity = 1 }: PathShape, name: string): Spec {
  return {
    type: "line",
    from: { data: name },
    encode: {
      enter: {
        x: at("x"),
        y: at("y"),
        defined: own("defined"),
        interpolate: { value: fill === undefined ? "linear" : "linear-closed" },
        ...(stroke === undefined ? {} : { stroke: { value: stroke }, strokeWidth: { value: width ?? 2 } }),
        ...(fill === undefined
          ? { strokeOpacity: { value: opacity } }
          : { fill: { value: fill }, fillOpacity: { value: opacity } }),
        ...(dash === undefined ? {} : { strokeDash: { value: dash } }),
      },
    },
  };
}
