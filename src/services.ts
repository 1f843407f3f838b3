/** The services that tools work with: everything that has state, and the reading, drawing and wording of results. */

import type { BoundedMap } from "./base/bounded_map.ts";
import type { ByteSource } from "./files/byte_source.ts";
import type { FoundLayout, HeadOptions, TableHead } from "./files/table_head.ts";
import type { ImageStore } from "./base/image_store.ts";
import type { Execution, RunStatus } from "./jupyter/kernel/execution.ts";
import type { RunRegistry } from "./jupyter/kernel/run_registry.ts";
import type { KernelPool } from "./jupyter/kernel/pool.ts";
import type { JupyterHttp } from "./jupyter/rest/http.ts";
import type { CellState } from "./jupyter/nbformat/cell_state.ts";
import type { Output } from "./jupyter/nbformat/outputs.ts";
import type { Cell, Notebook } from "./jupyter/nbformat/notebook.ts";
import type { Notebooks } from "./jupyter/notebooks/notebooks.ts";
import type { Sessions } from "./jupyter/sessions/sessions.ts";
import type {
  ChartOptions,
  ChartTable,
  DrawFigureRequest,
  DrawnChart,
  EncodedImage,
  FitImageRequest,
} from "./base/protocol.ts";
import type { LazyKnowledgeBase } from "./knowledge/lazy_knowledge_base.ts";
import type { ColumnProfile, ShownForm, TableOutline, TablePage, TableQuery } from "./base/view_messages.ts";
import type { Reply, ShownImage } from "./reply.ts";

/** Everything a tool can work with. Created once, by `src/server/create_services.ts`; all state lives here. */
export interface Services {
  readonly http: JupyterHttp;
  readonly sessions: Sessions;
  readonly kernels: KernelPool;
  readonly runs: RunRegistry;
  readonly notebooks: Notebooks;
  readonly images: ImageStore;
  readonly presenter: Presenter;
  readonly figureWords: FigureWords;
  readonly search: NotebookSearch;
  readonly charts: Charts;
  readonly tables: Tables;
  readonly fileTables: FileTables;
  /** Figures that a person looks at, by their handles; bounded by their size. */
  readonly shownFigures: BoundedMap<KeptFigure>;
  readonly knowledge: LazyKnowledgeBase;
  /** Whether nothing may be changed (`--read-only`). */
  readonly isReadOnly: boolean;
  /** The same services, drawing for one MCP client: clients are served alternately. */
  readonly forClient: (client: string) => Services;
}

/** A chart of a table in the request, or of one in a file. */
export type ChartCall =
  & ChartOptions
  & (ChartTable & { readonly file?: undefined } | { readonly file: ByteSource });

/** Reads tables from files, in the renderer process. */
export interface Tables {
  /** Throws an AppError that says what is wrong with the file; stops when the signal aborts. */
  readTable(file: ByteSource, options: HeadOptions, signal?: AbortSignal): Promise<TableHead>;
  csvLayout(file: ByteSource, encoding?: string, signal?: AbortSignal): Promise<FoundLayout>;
}

/** A figure as a view gets it: the bytes of an image, or of a specification as JSON. */
export interface KeptFigure {
  readonly form: ShownForm;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly title: string;
}

/** The first rows of files that a person looks at; the last few files are kept. */
export interface FileTables {
  /** Keeps a table; returns its handle and outline. */
  add(head: TableHead): { readonly handle: string; readonly outline: TableOutline };
  /** Throws an AppError if the table is no longer kept. */
  page(handle: string, query: TableQuery): TablePage;
  profiles(handle: string, places: readonly number[]): { readonly profiles: readonly ColumnProfile[] };
}

/** Draws charts and figures, in the renderer process. */
export interface Charts {
  /** Throws an AppError that says what is wrong with the table or the request; stops when the signal aborts. */
  drawChart(request: ChartCall, signal?: AbortSignal): Promise<DrawnChart>;
  /** A kernel's figure as PNG; throws an AppError if it cannot be drawn. */
  drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<EncodedImage>;
  /** A small grey version of an image, one byte per pixel, for comparing two of them. */
  fingerprint(bytes: Uint8Array, signal?: AbortSignal): Promise<EncodedImage>;
  /** An image that shows a sentence, as PNG. */
  drawPlaceholder(
    placeholder: { text: string; width: number; height: number },
  ): Promise<{ bytes: Uint8Array }>;
}

/** Describes figures of kernels in words. */
export interface FigureWords {
  /** Describes the figures that ended runs have shown; best effort. To be called just after the runs. */
  describe(executions: readonly Execution[], signal?: AbortSignal): Promise<void>;
  /** The description of the figure in an output, if there is one. */
  of(output: Output): string | undefined;
}

/** Searches notebooks; caches their text for the next search. */
export interface NotebookSearch {
  search(notebooks: readonly FoundNotebook[], query: NotebookQuery): Promise<FoundTexts>;
}

/** The result of a search, as the tool returns it. */
export interface FoundTexts {
  readonly matches: readonly Readonly<Record<string, unknown>>[];
  readonly notebooks_searched: number;
  readonly truncated: boolean;
  readonly hint?: string;
  readonly unreadable?: readonly string[];
}

export interface FoundNotebook {
  readonly path: string;
  /** Changes when the file is written. */
  readonly stamp: string | undefined;
}

export interface NotebookQuery {
  readonly query: string;
  readonly regex: boolean;
  readonly ignore_case: boolean;
  readonly within: "sources" | "outputs" | "both";
  readonly limit: number;
  readonly signal: AbortSignal;
}

export type FitRequest = Omit<FitImageRequest, "id" | "kind">;

/** Draws the images of one reply, within a common time limit. */
export interface ImageRenderer extends Pick<Charts, "drawFigure"> {
  /** Scales an image down to the limits; throws an AppError if it cannot be read. */
  fitImage(given: FitRequest, signal?: AbortSignal): Promise<EncodedImage>;
}

/** Turns results into what a model reads, within a size budget. */
export interface Presenter {
  /** Maximum size of a reply on the wire. */
  readonly maxBytes: number;
  /** Maximum text of a reply, or what the caller asks for instead. */
  textBytes(maxChars?: number): number;
  /** Cells of a notebook as a tool's reply. */
  notebookReply(notebook: Notebook, options: NotebookReplyOptions): Promise<Reply>;
  /** A run as a tool's reply. */
  runReply(execution: Execution, options?: RunReplyOptions): Promise<Reply>;
  /** All retained output of a run, as one text. */
  runText(execution: Execution): Promise<string>;
  /** An image, scaled or drawn so that a model can see it. */
  image(image: EncodedImage, options?: ImageOptions): Promise<ShownImage>;
  /** Draws the images of all parts of one reply. */
  imageRenderer(): ImageRenderer;
}

export interface ImageOptions {
  readonly signal?: AbortSignal;
  /** Shared with the other images of the reply. */
  readonly renderer?: ImageRenderer;
  /** Longest edge in pixels, if it is not the usual one. */
  readonly maxEdge?: number | undefined;
}

export interface RunReplyOptions {
  /** What to report instead of the run's own status, such as a timeout of a run that has not stopped yet. */
  readonly status?: RunStatus;
  /** Only outputs after this point. */
  readonly cursor?: string | undefined;
  /** Maximum size of this run's part, if the reply contains several runs. */
  readonly maxBytes?: number | undefined;
  /** Maximum text, if it is not the usual. */
  readonly maxText?: number | undefined;
  /** Only the last lines of stdout and stderr. */
  readonly tail?: number | undefined;
  /** Shared with the other parts of the reply. */
  readonly renderer?: ImageRenderer;
  readonly signal?: AbortSignal;
}

/** A part of one cell. */
export interface CellPart {
  /** Index of one of its outputs; the source if left out. */
  readonly output?: number | undefined;
  /** The first character. */
  readonly offset: number;
}

export interface NotebookReplyOptions {
  readonly detail: "outline" | "source" | "outputs" | "full";
  /** Index of the first cell, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Which cells of them; all if absent. */
  readonly isShown?: ((cell: Cell) => boolean) | undefined;
  /** Whether images in outputs are returned as images. */
  readonly images: boolean;
  /** Only this part of the cell at `start`. */
  readonly part?: CellPart | undefined;
  /** Maximum text, if it is not the usual. */
  readonly maxChars?: number | undefined;
  readonly stateOf: (cell: Cell) => CellState | null;
  readonly signal?: AbortSignal;
}
