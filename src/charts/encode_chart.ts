/**
 * The renderer's entry for charts: has one made (`make_chart.ts`) and encodes it as PNG or as SVG with outlined text.
 * Imported when a first chart is asked for.
 *
 * The image is `width` × `height` at 96 dpi; other resolutions scale it, within a bound on pixels and one on bytes.
 */

import { type Language, languageOf } from "../base/language.ts";
import { AppError } from "../base/errors.ts";
import { isRecord } from "../base/json.ts";
import type { ChartRequest, DrawnChart } from "../base/protocol.ts";
import { fontMetrics } from "../imaging/font.ts";
import { missingGlyphsWarning, substituteGlyphs } from "../imaging/missing_glyphs.ts";
import { opaquePng } from "../imaging/png.ts";
import { outlineSvg, zoomSvg } from "../imaging/svg.ts";
import { makePage, wrapText } from "./draw/page.ts";
import { ink } from "./draw/palette.ts";
import { svgDocument, text } from "./draw/svg.ts";
import { type MadeChart, makeChart } from "./make_chart.ts";

const mostPixels = 4_000_000;
const usualDpi = 96;

export async function encodeChart(request: ChartRequest, now = () => performance.now()): Promise<DrawnChart> {
  const started = now();
  const made = makeChart(request, { measure: fontMetrics.width, now });
  const { language } = made;
  const { svg, lacking } = substituteGlyphs(made.svg);
  const warnings = [...made.metadata.warnings, ...missingGlyphsWarning(lacking, language)];
  const image = request.format === "svg"
    ? await outlined(svg, request)
    : await rastered(svg, { request, language, warnings });
  return {
    ...image,
    summary: made.summary,
    metadata: completed(made, { warnings, total: now() - started }),
  };
}

/** An image with a sentence, for callers that want one in any case. */
export async function encodePlaceholder(
  sentence: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const page = makePage({ width, height, language: languageOf(sentence), measure: fontMetrics.width });
  const { margin, fonts: { label: size } } = page;
  const lines = wrapText(page, sentence, { size, width: width - margin * 4 });
  const top = height / 2 - (lines.length - 1) / 2 * size * 1.6;
  const marks = lines.map((line, at) =>
    text(line, [width / 2, top + at * size * 1.6], { size, color: ink.soft, align: "center" })
  );
  return await opaquePng(await zoomSvg(svgDocument(width, height, marks), 1), usualDpi);
}

function completed(
  { metadata }: MadeChart,
  { warnings, total }: { warnings: readonly string[]; total: number },
) {
  const stats = isRecord(metadata["stats"]) ? metadata["stats"] : {};
  const laps = isRecord(stats["duration_ms"]) ? stats["duration_ms"] : {};
  const durations = { ...laps, total: Math.round(total * 10) / 10 };
  return { ...metadata, warnings, stats: { ...stats, duration_ms: durations } };
}

async function outlined(svg: string, { width, height, maxBytes }: ChartRequest) {
  const bytes = new TextEncoder().encode(await outlineSvg(svg));
  if (bytes.length > maxBytes) {
    throw new AppError(
      "too_large",
      `Cannot answer with this SVG: it has ${bytes.length} bytes, the limit is ${maxBytes}`,
      {
        hint: 'Ask for options.format "png"',
      },
    );
  }
  return { bytes, mimeType: "image/svg+xml", width, height };
}

interface RasterInput {
  readonly request: ChartRequest;
  readonly language: Language;
  readonly warnings: string[];
}

/** As PNG: no more pixels than the bound, and smaller still where the bytes are too many. */
async function rastered(svg: string, { request, language, warnings }: RasterInput) {
  const { width, height, dpi, maxBytes } = request;
  const wanted = dpi / usualDpi;
  const allowed = Math.sqrt(mostPixels / (width * height));
  let zoom = Math.min(wanted, allowed);
  const shown = () => `${Math.floor(width * zoom)}×${Math.floor(height * zoom)}`;
  if (allowed < wanted) warnings.push(pixelWarning(language, { shown: shown(), dpi }));
  for (;;) {
    const raster = await zoomSvg(svg, zoom);
    const bytes = await opaquePng(raster, usualDpi * zoom);
    if (bytes.length <= maxBytes || zoom < 0.1) {
      return { bytes, mimeType: "image/png", width: raster.width, height: raster.height };
    }
    zoom *= Math.min(0.9, Math.sqrt(maxBytes / bytes.length) * 0.95);
    warnings.push(byteWarning(language, shown()));
  }
}

function pixelWarning(language: Language, { shown, dpi }: { shown: string; dpi: number }): string {
  return language === "ja"
    ? `${dpi} dpiでは400万画素を超えるため、${shown}に縮小しました`
    : `${dpi} dpi would be over 4 million pixels: the image was reduced to ${shown}`;
}

function byteWarning(language: Language, shown: string): string {
  return language === "ja"
    ? `画像のデータ量が上限を超えるため、${shown}に縮小しました`
    : `the image had too many bytes and was reduced to ${shown}`;
}
