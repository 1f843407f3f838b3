/** What a trace becomes: simple shapes in the coordinates of its two axes. */

export type Shape = RectShape | PathShape | DotShape | RuleShape | WordShape;

export interface RectShape {
  readonly kind: "rect";
  readonly x: number;
  readonly x2: number;
  readonly y: number;
  readonly y2: number;
  readonly fill: string;
  readonly opacity: number;
  readonly stroke?: string;
}

/** A line, broken where a point is null; with a fill, the area that it encloses. */
export interface PathShape {
  readonly kind: "path";
  readonly points: readonly (readonly [number, number] | null)[];
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly fill?: string;
  readonly opacity?: number;
}

export interface DotShape {
  readonly kind: "dot";
  readonly x: number;
  readonly y: number;
  /** Area in square pixels. */
  readonly size: number;
  readonly fill: string;
  readonly opacity: number;
  readonly symbol: string;
}

export interface RuleShape {
  readonly kind: "rule";
  readonly x: number;
  readonly x2: number;
  readonly y: number;
  readonly y2: number;
  readonly stroke: string;
  readonly width: number;
  /** Half of the length of strokes across its ends, in pixels. */
  readonly cap?: number;
}

export interface WordShape {
  readonly kind: "word";
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Where it has none, that of all texts of the figure. */
  readonly fill?: string;
  readonly align: "left" | "center" | "right";
  readonly baseline: "top" | "middle" | "bottom";
  readonly dx?: number;
  readonly dy?: number;
  /** The bar that it belongs to. */
  readonly bar?: Pick<RectShape, "x" | "x2" | "y" | "y2" | "fill">;
}

export interface Extent {
  least: number;
  most: number;
}

/** How far shapes reach along an axis. */
export function extentOf(shapes: readonly Shape[], axis: "x" | "y"): Extent {
  const extent = { least: Infinity, most: -Infinity };
  const include = (value: number) => {
    if (!Number.isFinite(value)) return;
    extent.least = Math.min(extent.least, value);
    extent.most = Math.max(extent.most, value);
  };
  for (const shape of shapes) {
    if (shape.kind === "path") {
      for (const point of shape.points) if (point !== null) include(point[axis === "x" ? 0 : 1]);
    } else {
      include(shape[axis]);
      if (shape.kind === "rect" || shape.kind === "rule") include(axis === "x" ? shape.x2 : shape.y2);
    }
  }
  return extent;
}

/** The same shapes with x and y exchanged, for traces that lie on their side. */
export function turned(shapes: readonly Shape[]): Shape[] {
  return shapes.map((shape): Shape => {
    switch (shape.kind) {
      case "rect":
      case "rule":
        return { ...shape, x: shape.y, x2: shape.y2, y: shape.x, y2: shape.x2 };
      case "path":
        return {
          ...shape,
          points: shape.points.map((point) => point === null ? null : [point[1], point[0]]),
        };
      case "dot":
        return { ...shape, x: shape.y, y: shape.x };
      case "word":
        return { ...shape, ...turnedPlace(shape) };
    }
  });
}

function turnedPlace(shape: WordShape): Omit<WordShape, "kind" | "text" | "fill"> {
  const align = shape.baseline === "bottom" ? "left" : shape.baseline === "top" ? "right" : "center";
  const { bar } = shape;
  return {
    x: shape.y,
    y: shape.x,
    align,
    baseline: "middle",
    dx: -(shape.dy ?? 0),
    dy: 0,
    ...(bar === undefined ? {} : { bar: { x: bar.y, x2: bar.y2, y: bar.x, y2: bar.x2, fill: bar.fill } }),
  };
}
