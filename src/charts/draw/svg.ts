/** Marks as SVG, in pixels of the page. */

import { fontFamily } from "../../imaging/font.ts";
import { ink } from "./palette.ts";

export type Point = readonly [number, number];

export interface TextLook {
  readonly size: number;
  readonly color?: string;
  readonly align?: "left" | "center" | "right";
  readonly baseline?: "top" | "middle" | "bottom";
  readonly bold?: boolean;
  /** Degrees, clockwise. */
  readonly angle?: number;
  /** White around it, for text over marks. */
  readonly halo?: boolean;
}

const anchors = { left: "start", center: "middle", right: "end" } as const;
/** How far below its place a text's baseline lies, as a share of its size. */
const shifts = { top: 0.84, middle: 0.32, bottom: -0.18 } as const;

export function text(label: string, [left, top]: Point, look: TextLook): string {
  if (label === "") return "";
  const { size, align = "left", baseline = "middle", color = ink.text, angle = 0 } = look;
  const [x, y] = [round(left), round(top)];
  const turned = angle === 0 ? "" : ` transform="rotate(${angle} ${x} ${y})"`;
  const place = `x="${x}" y="${round(top + shifts[baseline] * size)}" text-anchor="${anchors[align]}" ` +
    `font-size="${round(size)}px"${turned}`;
  // The font has one weight; a thin outline makes it a bold one.
  const bold = look.bold === true ? ` stroke="${color}" stroke-width="0.7"` : "";
  const body = escaped(label);
  const halo = look.halo === true
    ? `<text ${place} fill="white" stroke="white" stroke-width="5" stroke-linejoin="round">${body}</text>`
    : "";
  return `${halo}<text ${place} fill="${color}"${bold}>${body}</text>`;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function rect({ x, y, width, height }: Box, fill: string, more: Attributes = {}): string {
  const [w, h] = [round(Math.max(0, width)), round(Math.max(0, height))];
  return `<rect x="${round(x)}" y="${round(y)}" width="${w}" height="${h}" fill="${fill}"${written(more)}/>`;
}

export interface Stroke {
  readonly color: string;
  readonly width?: number;
  readonly dash?: readonly number[];
}

export function line([x1, y1]: Point, [x2, y2]: Point, { color, width = 1, dash }: Stroke): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ` +
    `stroke="${color}" stroke-width="${width}"${dashed(dash)}/>`;
}

/** A line through points; an empty string without two of them. */
export function polyline(points: readonly Point[], { color, width = 1, dash }: Stroke): string {
  if (points.length < 2) return "";
  return `<path d="${pathOf(points)}" fill="none" stroke="${color}" stroke-width="${width}" ` +
    `stroke-linejoin="round" stroke-linecap="round"${dashed(dash)}/>`;
}

function dashed(dash: Stroke["dash"]): string {
  return dash === undefined ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
}

export function area(points: readonly Point[], fill: string, opacity: number): string {
  return points.length < 3 ? "" : `<path d="${pathOf(points)}Z" fill="${fill}" fill-opacity="${opacity}"/>`;
}

export function circle([x, y]: Point, radius: number, fill: string, more: Attributes = {}): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${written(more)}/>`;
}

function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

type Attributes = Readonly<Record<string, string | number>>;

function written(more: Attributes): string {
  return Object.entries(more).map(([name, value]) => ` ${name}="${value}"`).join("");
}

/** The whole chart on white. */
export function svgDocument(width: number, height: number, marks: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" font-family="'${fontFamily}', sans-serif">` +
    `<rect width="${width}" height="${height}" fill="white"/>${marks.join("")}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, " ").toWellFormed()
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
