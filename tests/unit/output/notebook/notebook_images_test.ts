import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { CellOutput, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { imageAt, imagePlaces } from "../../../../src/output/notebook/notebook_images.ts";
import { notebookReply } from "../../../../src/output/notebook/notebook_reply.ts";
import type { FitRequest } from "../../../../src/services.ts";

const png = Deno.readFileSync(new URL("../data/matplotlib.png", import.meta.url)).toBase64();

const stream = (text: string): CellOutput => ({ output_type: "stream", name: "stdout", text });
const picture = (data = png): CellOutput => ({ output_type: "display_data", data: { "image/png": data } });

function notebookOf(...cells: readonly (readonly CellOutput[])[]): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map((outputs, i) => ({
      id: `c${i}`,
      cell_type: "code",
      source: "plt.plot()",
      metadata: {},
      outputs: [...outputs],
      execution_count: i + 1,
    })),
  };
}

/** Makes of every picture as many bytes as it may have. */
const renderer = {
  fitImage: ({ maxBytes, bytes }: FitRequest) =>
    Promise.resolve({
      bytes: new Uint8Array(Math.min(maxBytes, bytes.length)),
      mimeType: "image/jpeg",
      width: 1,
      height: 1,
    }),
  drawFigure: () => Promise.reject(new AppError("unsupported", "Cannot draw image: no figures here")),
};

async function read(notebook: Notebook, start = 0, maxBytes = 1_000_000) {
  const { data, images = [] } = await notebookReply(notebook, {
    detail: "full",
    images: true,
    start,
    end: notebook.cells.length,
    renderer,
    maxBytes,
    textBytes: maxBytes,
    stateOf: () => null,
  });
  const { next = null, truncated = false, pictures = [], notes = [], cells } = data;
  assert.ok(Array.isArray(pictures) && Array.isArray(notes) && Array.isArray(cells));
  assert.ok(next === null || typeof next === "number");
  assert.equal(pictures.length, images.length, "each picture is named");
  return {
    next,
    truncated,
    notes: notes.map(String),
    places: pictures.map((text) => /cell (\d+), output (\d+)/.exec(String(text))?.slice(1).join("/")),
    cells: cells.map(({ index }) => index),
  };
}

/** All that somebody sees who follows `next`. */
async function readOn(notebook: Notebook, maxBytes?: number) {
  const pages = [];
  for (let next: number | null = 0; next !== null;) {
    const page: Awaited<ReturnType<typeof read>> = await read(notebook, next, maxBytes);
    pages.push(page);
    assert.ok(page.truncated || page.next === null);
    next = page.next;
  }
  return pages;
}

const placesOf = (notebook: Notebook) =>
  imagePlaces(notebook, [...notebook.cells.keys()]).map(({ cellIndex, output }) => `${cellIndex}/${output}`);

Deno.test("imagePlaces finds pictures without decoding them, imageAt decodes one", () => {
  const notebook = notebookOf([stream("x"), picture()], [picture("§§")]);
  const places = imagePlaces(notebook, [0, 1, 7]);
  assert.deepEqual(places, [{ cellIndex: 0, output: 1 }, { cellIndex: 1, output: 0 }]);
  assert.deepEqual(places.map((place) => imageAt(notebook, place)?.kind), ["image", "broken"]);
  assert.equal(imageAt(notebook, { cellIndex: 0, output: 0 }), null);
});

Deno.test("a notebook with more pictures than an answer holds shows each once to whoever goes on at `next`", async () => {
  const notebook = notebookOf(...Array.from({ length: 14 }, () => [picture()]));
  const pages = await readOn(notebook);
  assert.deepEqual(pages.map(({ next }) => next), [10, null]);
  assert.deepEqual(pages.flatMap(({ places }) => places), placesOf(notebook));
  assert.deepEqual(pages.flatMap(({ cells }) => cells), [...notebook.cells.keys()]);
});

Deno.test("an answer ends before a cell whose pictures do not all fit", async () => {
  const counts = [4, 0, 4, 3, 0, 1, 9, 10, 2];
  const notebook = notebookOf(
    ...counts.map((count) => [stream("x"), ...Array.from({ length: count }, () => picture())]),
  );
  const pages = await readOn(notebook);
  assert.deepEqual(pages.map(({ next }) => next), [3, 6, 7, 8, null]);
  assert.deepEqual(pages.flatMap(({ places }) => places), placesOf(notebook));
});

Deno.test("a cell with more pictures than any answer holds shows the first and names the others", async () => {
  const notebook = notebookOf([picture()], Array.from({ length: 12 }, () => picture()), [picture()]);
  const pages = await readOn(notebook);
  assert.deepEqual(pages.map(({ next }) => next), [1, 2, null]);
  assert.equal(pages[1]?.places.length, 10);
  assert.match(
    pages[1]?.notes.join() ?? "",
    /2 more images of cell 1 are not shown.*from 1 and output.*\(10, 11\)/,
  );
});

Deno.test("pictures for which too little room is left come with the next answer", async () => {
  const notebook = notebookOf(...Array.from({ length: 7 }, () => [picture()]));
  const pages = await readOn(notebook, 40_000);
  assert.ok(pages.length > 1 && pages.every(({ places }) => places.length > 0), JSON.stringify(pages));
  assert.deepEqual(pages.flatMap(({ places }) => places), placesOf(notebook));
  assert.deepEqual(pages.flatMap(({ notes }) => notes).filter((note) => !/shown smaller/.test(note)), []);
});

Deno.test("pictures of cells whose text does not fit come with their cells", async () => {
  const text = Array.from({ length: 1_000 }, (_, line) => `line ${line} of a long text\n`).join("");
  const notebook = notebookOf(...Array.from({ length: 9 }, () => [picture(), stream(text)]));
  const pages = await readOn(notebook, 40_000);
  assert.ok(pages.length > 2, JSON.stringify(pages));
  assert.deepEqual(pages.flatMap(({ places }) => places), placesOf(notebook));
  assert.deepEqual(pages.flatMap(({ cells }) => cells), [...notebook.cells.keys()]);
});

Deno.test("a picture that is none is named with the reason", async () => {
  const { notes, places } = await read(notebookOf([picture("§§")], [picture("AAAA")], [picture()]));
  assert.deepEqual(places, ["2/0"]);
  assert.match(
    notes.join("\n"),
    /^cell 0, output 0: .*base64 is damaged\ncell 1, output 0: .*not an image$/,
  );
});
