/** Colours that the colour-blind can tell apart (after Okabe and Ito), dark enough for lines on white. */

const seriesColors = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#b8578f",
  "#d99100",
  "#3fa2d9",
  "#6f4fa0",
  "#7a5c3a",
] as const;

/** The same, dark enough for text. */
const textColors: Readonly<Record<string, string>> = {
  "#d99100": "#8a5c00",
  "#3fa2d9": "#1f709c",
  "#009e73": "#00765a",
  "#d55e00": "#b04d00",
  "#b8578f": "#98417a",
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

export function colorOf(index: number): string {
  return seriesColors[index % seriesColors.length] ?? ink.main;
}

/** The colour of a text that belongs to a mark of this colour. */
export function textColorOf(color: string): string {
  return color === ink.other ? ink.otherText : textColors[color] ?? color;
}
