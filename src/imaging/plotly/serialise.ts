/**
 * The drawn tree as SVG for resvg.
 *
 * 1. Scripts, listeners, links, foreign content and images that are not part of the figure are left out, whatever the
 *    figure contains.
 * 2. What only browsers understand is translated: the style `transform`, `image-rendering: pixelated`.
 * 3. Font families are left out, so that everything is drawn in the embedded font, by which it was measured.
 */

import { DomElement, DomText, svgNamespace } from "./dom/nodes.ts";

const allowed = words(
  "svg g defs clipPath mask pattern linearGradient radialGradient stop filter text tspan textPath rect circle " +
    "ellipse line polyline polygon path image use a",
);

/** Attributes without a meaning for drawing. */
const dropped =
  /^(?:on|data-|aria-|xmlns|pointer-events$|font-family$|href$|xlink:href$|xlink:show$|target$|class$|style$)/;

/** Declarations that mean something to resvg. */
const styled = words(
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset " +
    "stroke-linecap stroke-linejoin stroke-miterlimit opacity display visibility clip-path clip-rule mask " +
    "font-size font-style font-weight font-variant text-anchor text-decoration letter-spacing dominant-baseline " +
    "baseline-shift shape-rendering stop-color stop-opacity mix-blend-mode overflow paint-order vector-effect " +
    "text-decoration-line",
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export function serialiseSvg(root: DomElement): string {
  const parts: string[] = [];
  write(root, parts, true);
  return parts.join("");
}

function write(element: DomElement, parts: string[], isRoot = false): void {
  // Of links, which plotly.js has in texts only, the content is drawn.
  const name = element.localName === "a" ? "tspan" : element.localName;
  if (element.namespaceURI !== svgNamespace || !allowed.has(element.localName)) return;
  parts.push("<", name);
  if (isRoot) parts.push(` xmlns="${svgNamespace}" xmlns:xlink="http://www.w3.org/1999/xlink"`);
  for (const [key, value] of element.attributeEntries()) {
    if (!dropped.test(key)) parts.push(" ", key, '="', escaped(value), '"');
  }
  const reference = localReference(element);
  if (reference !== null) parts.push(' xlink:href="', escaped(reference), '"');
  writeStyle(element, parts);
  if (element.firstChild === null) {
    parts.push("/>");
    return;
  }
  parts.push(">");
  for (const child of element.childNodes) {
    if (child instanceof DomElement) write(child, parts);
    else if (child instanceof DomText) parts.push(escaped(child.textContent));
  }
  parts.push("</", name, ">");
}

/** A part of this image, or an image that the figure contains. */
function localReference(element: DomElement): string | null {
  const href = element.getAttribute("xlink:href") ?? element.getAttribute("href");
  if (href === null || element.localName === "a") return null;
  return href.startsWith("#") || /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(href) ? href : null;
}

function writeStyle(element: DomElement, parts: string[]): void {
  const kept: string[] = [];
  for (const [name, value] of element.style.entries()) {
    if (name === "transform") parts.push(' transform="', escaped(value.replaceAll("px", "")), '"');
    else if (name === "image-rendering") kept.push("image-rendering:optimizeSpeed");
    else if (name === "white-space" && value === "pre") parts.push(' xml:space="preserve"');
    else if (styled.has(name)) kept.push(`${name}:${value}`);
  }
  if (kept.length > 0) parts.push(' style="', escaped(kept.join(";")), '"');
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  // Characters that XML does not allow would make the whole image unreadable.
  return text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Surrogate}|[\ufffe\uffff]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
