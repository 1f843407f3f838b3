/** Lines in panels (P31), one for each group on the same scales, or one for each measure on its own. */

import { type Context, say } from "./context.ts";
import type { Grid, GridPanel } from "../plan/grid.ts";
import { type Level, levelsOf } from "../plan/reference_lines.ts";
import { labelFormat, type NumberStyle } from "../text/format_number.ts";
import { gridNotes } from "./subtitle.ts";
import { axisName, gridStyle, gridTitle } from "./titles.ts";
import { leftAxis, leftOf, type Plot } from "./axes.ts";
import { layHead } from "./head.ts";
import { LabelPlacer } from "./label_placer.ts";
import { levelMarks } from "./levels.ts";
import { lineAxis, valueAxis, zeroNote } from "./line_axes.ts";
import { type LinePlot, panelMarks, seriesColor } from "./line_marks.ts";
import { segmentsOf, thinnedLine } from "./line_segments.ts";
import { colorOf, ink, textColorOf } from "./palette.ts";
import { layPanels, panelName } from "./panel_grid.ts";
import { type Axis, scaleOf } from "./scales.ts";
import { type Point, polyline, svgDocument } from "./svg.ts";

/** What one panel is drawn with. */
interface PanelScale {
  readonly style: NumberStyle;
  readonly levels: readonly Level[];
  readonly axis: Axis;
}

/** Panels of groups share a scale, those of measures have their own. */
function scalesOf(context: Context, grid: Grid): readonly PanelScale[] {
  const { spec } = context;
  const isOwn = grid.facet === null;
  const parts = grid.panels.map(({ series }, index) => {
    const style = gridStyle(
      context,
      isOwn ? { ...grid, measures: grid.measures.slice(index, index + 1) } : grid,
    );
    const all = Float64Array.from(series.flatMap(({ values }) => [...values]));
    return { style, levels: levelsOf(spec, all, style) };
  });
  const axisOf = (panels: readonly GridPanel[], some: readonly (typeof parts)[number][]) =>
    valueAxis(context, {
      panels,
      levels: some.flatMap(({ levels }) => levels),
      style: some[0]?.style ?? gridStyle(context, grid),
      steps: 4,
    });
  if (isOwn) {
    return parts.map((part, index) => ({
      ...part,
      axis: axisOf(grid.panels.slice(index, index + 1), [part]),
    }));
  }
  const axis = axisOf(grid.panels, parts);
  return parts.map((part) => ({ ...part, axis }));
}

export function drawPanels(context: Context, grid: Grid): string {
  const { page, spec } = context;
  const scales = scalesOf(context, grid);
  const isOwn = grid.facet === null;
  const head = headOf(context, grid, scales[0]?.axis);
  const left = Math.max(...scales.map(({ axis }) => leftOf(page, axis.ticks)));
  const lay = (foot: number) =>
    layPanels(page, {
      count: grid.panels.length,
      top: head.bottom - page.fonts.label * 0.6,
      left,
      foot,
      ...(isOwn ? { gap: left - page.margin + page.fonts.label } : {}),
      ...(isOwn && grid.panels.length <= 3 ? { columns: 1 } : {}),
    });
  const [sketch = { left: 0, right: 0 }] = lay(0).plots;
  const xAxis = lineAxis(context, grid, { left: sketch.left, right: sketch.right, small: true });
  const panels = lay(xAxis.foot);
  const marks = grid.panels.flatMap((panel, index) => {
    const [plot, scale] = [panels.plots[index], scales[index]];
    if (plot === undefined || scale === undefined) return [];
    const x = (value: number) => xAxis.x(value) + plot.left - sketch.left;
    const y = scaleOf(scale.axis, plot.bottom, plot.top);
    const lines = { plot, axis: scale.axis, at: xAxis.at, x, y };
    return [
      ...leftAxis(page, { plot, axis: scale.axis, y, labels: isOwn || panels.isLeft(index) }),
      ...xAxis.draw(plot, { labels: panels.isLowest(index), between: panels.gap }),
      ...(isOwn || spec.stack === true ? [] : greyLines(lines, grid.panels, index)),
      ...onePanel(context, { grid, panel, lines, scale, color: colorOf(index) }),
    ];
  });
  return svgDocument(page.width, page.height, [...head.marks, ...marks]);
}

function headOf(context: Context, grid: Grid, axis: Axis | undefined) {
  const { page, spec } = context;
  const isOwn = grid.facet === null;
  const names = grid.panels[0]?.series ?? [];
  const scale = isOwn || axis === undefined
    ? say(context, { ja: "目盛は列ごと", en: "Each on its own scale" })
    : zeroNote(context, axis);
  return layHead(page, {
    title: spec.title ?? gridTitle(context, grid, { overTime: true }),
    notes: [...gridNotes(context, grid), scale],
    legend: names.length > 1
      ? names.map((one, at) => ({ label: one.name, color: seriesColor(one, at) }))
      : [],
    ...(isOwn ? {} : { yTitle: axisName(context, grid) }),
  });
}

interface OnePanel {
  readonly grid: Grid;
  readonly panel: GridPanel;
  readonly lines: LinePlot;
  readonly scale: PanelScale;
  readonly color: string;
}

function onePanel(context: Context, { grid, panel, lines, scale, color }: OnePanel): string[] {
  const { page } = context;
  const placer = new LabelPlacer(page);
  const single = panel.series.length === 1;
  const colors = single ? { colors: [color] } : {};
  return [
    ...panelMarks(context, { lines, panel, placer, grid, small: true, ...colors }),
    ...levelMarks(page, scale.levels, { plot: lines.plot, scale: lines.y, placer }),
    ...nameWithLast(context, {
      plot: lines.plot,
      panel,
      color: single ? color : ink.title,
      style: scale.style,
    }),
  ];
}

/** Points of all panels up to which each shows the others as well. */
const mostBehind = 1_200;

/** The other panels' lines behind this one's. */
function greyLines({ at, x, y }: LinePlot, panels: readonly GridPanel[], own: number): string[] {
  // Behind many small panels they would be a grey carpet.
  if (at.length * panels.length > mostBehind) return [];
  return panels.flatMap(({ series }, index) =>
    index === own || series.length > 1
      ? []
      : series.flatMap(({ values }) =>
        segmentsOf(at, values).map((segment) =>
          polyline(thinnedLine(segment.map(([px, value]): Point => [x(px), y(value)]), 300), {
            color: "#d5d9de",
            width: 1.2,
          })
        )
      )
  );
}

/** The name above a panel, with the last value if there is room. */
function nameWithLast(
  context: Context,
  { plot, panel, color, style }: {
    readonly plot: Plot;
    readonly panel: GridPanel;
    readonly color: string;
    readonly style: NumberStyle;
  },
): string[] {
  const { page, spec } = context;
  const size = page.fonts.label;
  const width = plot.right - plot.left;
  const values = panel.series.length === 1 && spec.stack !== true ? panel.series[0]?.values : undefined;
  const last = values?.findLast((value) => !Number.isNaN(value)) ?? NaN;
  const value = Number.isNaN(last) ? "" : say(context, {
    ja: `最終 ${labelFormat(style, last)(last)}`,
    en: `Last: ${labelFormat(style, last)(last)}`,
  });
  const isFree = page.measure(panel.name, size) + page.measure(value, page.fonts.small) + size < width;
  return panelName(page, plot, { name: panel.name, note: isFree ? value : "", color: textColorOf(color) });
}
