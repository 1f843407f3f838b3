/**
 * Colours that differ by at least 15 (CIEDE2000) for everybody: those who see all colours, and those who see no red or
 * no green. They are dark enough for marks on white.
 */

export const seriesColors = [
  "#0072b2",
  "#bd5100",
  "#22a67f",
  "#9d4269",
  "#d59900",
  "#01b1e3",
  "#442284",
  "#5a391e",
] as const;

/** The same, dark enough for text. */
const textColors: Readonly<Record<string, string>> = {
  "#22a67f": "#157a5c",
  "#d59900": "#8f6600",
  "#01b1e3": "#00819c",
};

export const ink = {
  title: "#1f2328",
  text: "#434a53",
  soft: "#5c646e",
  grid: "#e4e7eb",
  axis: "#8b939c",
  main: seriesColors[0],
  other: "#9aa2ab",
  otherText: "#5c646e",
  line: "#c2185b",
} as const;

/** The colours once more in a lighter and a darker shade, before they repeat. */
export function colorOf(index: number): string {
  const color = seriesColors[index % seriesColors.length] ?? ink.main;
  const round = Math.floor(index / seriesColors.length) % 3;
  return round === 0 ? color : mixed(color, round === 1 ? 255 : 0, 0.45);
}

/** The same colour, halfway to white, for what stands behind something else of it. */
export function faintOf(color: string): string {
  return mixed(color, 255, 0.5);
}

function mixed(color: string, channel: number, share: number): string {
  const parts = [1, 3, 5].map((at) =>
    Math.round(parseInt(color.slice(at, at + 2), 16) * (1 - share) + channel * share)
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The colour of a text that belongs to a mark of this colour. */
export function textColorOf(color: string): string {
  if (color === ink.other) return ink.otherText;
  const base = seriesColors.find((_, at) => color === colorOf(at + seriesColors.length)) ?? color;
  return textColors[base] ?? base;
}
