/**
 * What the three isolates say to each other. The launcher (`main.ts`) has all permissions; the server
 * (`src/server.ts`) reaches the Jupyter host and the knowledge base's folder only; the renderer (`src/renderer.ts`) reaches nothing.
 *
 * launcher ⇄ server: {@linkcode ToServer}, {@linkcode FromServer}, by `postMessage`.
 * server ⇄ renderer: {@linkcode RenderRequest}, {@linkcode RenderReply}, one request at a time, during which the
 * renderer may ask for parts of a file ({@linkcode NeedBytes}, {@linkcode BytesReply}). The renderer is a child
 * process of the launcher, which passes their frames on (`frames.ts`): over a `MessageChannel` that it makes for each
 * `need_renderer` ({@linkcode ToRendererProcess}, {@linkcode FromRendererProcess}), and over the pipes of the process.
 *
 * A new kind of request is added in four places:
 * 1. here: its type, with `id` and `kind`, in {@linkcode RenderRequest}. Bytes are fields of their own
 *    (`Uint8Array`, at the top level); everything else is JSON;
 * 2. `src/renderer.ts`: `isRenderRequest` checks it and `rendered` answers it with an object, in which bytes are
 *    fields at the top level too. What is slow to load is imported there when it is needed. Throw an `AppError`
 *    for what the caller can mend, and any other error for what cannot be read;
 * 3. `src/output/renderer_client.ts`: a method that asks for it, with the zod schema of that object, the time it may
 *    take and the words for its failure;
 * 4. `tests/unit/renderer_test.ts`: a test through the real process.
 */

import type { ErrorCode } from "./errors.ts";
import type { Span } from "./telemetry/spans.ts";

/** Where Jupyter is. `url` ends with a slash and holds no token. */
export interface JupyterTarget {
  readonly url: string;
  readonly token: string;
  /** Tokens of later starts of the managed Jupyter, which come with `jupyter_ready`; here so that nobody is told them. */
  readonly laterTokens?: readonly string[];
  /** Password to log in with, where there is no token. */
  readonly password?: string;
  /** PEM text of `--ca-cert`. */
  readonly caCert?: string;
  /** How the address was found; shown in errors, so that a person knows which server is meant. */
  readonly origin: "given" | "discovered" | "managed";
}

/** The settings the server needs, checked and complete. */
export interface ServerSettings {
  readonly version: string;
  readonly jupyter: JupyterTarget;
  readonly transport: { readonly kind: "stdio" } | {
    readonly kind: "http";
    readonly host: string;
    readonly port: number;
    /** Bearer token that clients must send; null where none is asked for. */
    readonly token: string | null;
  };
  /** Names of the toolsets to offer, already expanded from `default` and `all`. */
  readonly toolsets: readonly string[];
  readonly readOnly: boolean;
  /** The one folder that the server may read and write; absent where the toolset `knowledge` is off. */
  readonly knowledgeFolder?: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly logCode: boolean;
  readonly maxSessions: number;
  readonly maxResultBytes: number;
  /** Whether spans are wanted. */
  readonly spans?: boolean;
  /** Kernels whose runs this process is to take over from another one of ours; it serves no client. */
  readonly takesOver?: readonly string[];
  /** The face of another server, where one was asked for. */
  readonly compat?: DatalayerSettings;
  /** Another server to answer as, which needs no settings of its own. */
  readonly face?: "chartelier";
}

/** How the Datalayer face is set up. */
export interface DatalayerSettings {
  readonly kind: "datalayer";
  /** Where the notebooks are, where that is another server than that of the kernels. */
  readonly documents: JupyterTarget | undefined;
  /** A notebook that is in use from the start, under the name `default`. */
  readonly documentId: string | undefined;
  /** A running kernel to use instead of new ones. */
  readonly kernelId: string | undefined;
  /** When kernels are started: before anything asks, when a notebook is used, or when code is run. */
  readonly startKernel: "at_once" | "on_use" | "on_run";
  /** Seconds for a cell, and the most that a call may ask for. */
  readonly executionTimeout: number;
  readonly maxExecutionTimeout: number;
  /** The variant of new sandboxes; their tools are offered only where one was chosen. */
  readonly sandboxVariant: "eval" | "jupyter-server" | undefined;
  readonly showImages: boolean;
  /** Whether subscribers of a notebook hear what others change in it. */
  readonly watchNotebooks: boolean;
  /** Origins whose web pages may call over HTTP, beside those of this machine. */
  readonly origins: readonly string[];
}

export type LogLevel = "debug" | "info" | "warning" | "error";

export type LogFormat = "text" | "json";

export type ToServer =
  | { readonly kind: "start"; readonly settings: ServerSettings }
  /** Answer to `need_jupyter`: the server may now be contacted, with this token if it was started anew; or why there is none. */
  | { readonly kind: "jupyter_ready"; readonly token?: string }
  | { readonly kind: "jupyter_failed"; readonly error: { code: ErrorCode; message: string; hint?: string } }
  | { readonly kind: "renderer"; readonly port: MessagePort }
  /** Answer to `need_turn`: nobody else of this user is at work on it, unless no lock could be had. */
  | { readonly kind: "turn"; readonly id: number; readonly isLocked: boolean; readonly record: string }
  /** Answer to `need_heir`: a process that can go on with runs listens to their kernels. */
  | { readonly kind: "heir_ready" }
  /** Runs to take over, as JSON. */
  | { readonly kind: "runs"; readonly json: string }
  /** End all runs and connections, then say `closed`. */
  | { readonly kind: "stop" };

export type FromServer =
  /** A tool needs Jupyter now. Sent before the first request and again after `jupyter_failed`. */
  | { readonly kind: "need_jupyter" }
  /** Another renderer process is wanted; its port comes with `renderer`. */
  | { readonly kind: "need_renderer" }
  /** Work on a notebook file begins and must not overlap with that of another process; told with `end_turn`. */
  | { readonly kind: "need_turn"; readonly id: number; readonly name: string }
  | { readonly kind: "end_turn"; readonly id: number; readonly record?: string | undefined }
  /** The client has gone and may end this process, but runs on these kernels write into notebooks. */
  | { readonly kind: "need_heir"; readonly kernels: readonly string[] }
  /** The runs for the heir, as JSON; they are no longer ours. */
  | { readonly kind: "hand_over"; readonly json: string }
  /** The kernels of `takesOver` are listened to. */
  | { readonly kind: "listens" }
  /** The HTTP transport listens. */
  | { readonly kind: "listening"; readonly url: string }
  /** The HTTP transport cannot listen; the process ends with exit code 1. */
  | { readonly kind: "failed"; readonly message: string }
  /** Something was done that `--otel-file` tells of. */
  | { readonly kind: "span"; readonly span: Span }
  /** The client has gone (end of stdin), or everything is ended after `stop`. */
  | { readonly kind: "closed" };

/** What the server writes on a renderer's port: the frame of a request, or the wish to kill the process. */
export type ToRendererProcess = Uint8Array | { readonly kind: "end" };

/** What it reads there: the frame of a reply, or why the process has ended without being asked to. */
export type FromRendererProcess = Uint8Array | { readonly kind: "ended"; readonly reason: string };

/** Work for the renderer. */
export type RenderRequest =
  | FitImageRequest
  | DrawChartRequest
  | DrawNoticeRequest
  | DrawFigureRequest
  | ReadTableRequest
  | CsvLayoutRequest;

/** A file that the renderer reads by {@linkcode NeedBytes}. */
export interface TableFile {
  readonly path: string;
  readonly size: number;
}

/** The first rows of a table in a file. */
export interface ReadTableRequest {
  readonly id: number;
  readonly kind: "read_table";
  readonly file: TableFile;
  readonly rows: number;
  readonly sheet?: string | number | undefined;
  readonly encoding?: string | undefined;
}

/** How a delimited text is laid out. */
export interface CsvLayoutRequest {
  readonly id: number;
  readonly kind: "csv_layout";
  readonly file: TableFile;
  readonly encoding?: string | undefined;
}

/** The renderer asks for bytes of the file of the request that it is at. */
export interface NeedBytes {
  readonly id: number;
  readonly kind: "need_bytes";
  /** Several may be asked for at once. */
  readonly need: number;
  readonly start: number;
  readonly end: number;
}

/** The answer to {@linkcode NeedBytes}. */
export type BytesReply =
  & { readonly id: number; readonly need: number }
  & (
    | { readonly kind: "bytes"; readonly bytes: Uint8Array }
    | {
      readonly kind: "no_bytes";
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint?: string | undefined;
      readonly details: Readonly<Record<string, unknown>>;
    }
  );

export interface FitImageRequest {
  readonly id: number;
  readonly kind: "fit_image";
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Longest edge of the picture that comes back, in pixels. */
  readonly maxEdge: number;
  /** Most bytes of the picture that comes back. */
  readonly maxBytes: number;
}

export interface DrawChartRequest {
  readonly id: number;
  readonly kind: "draw_chart";
  /** Without data, part and sheet if they are those of the file. */
  readonly chart: ChartWishes & Partial<ChartTable>;
  readonly file?: TableFile | undefined;
}

/** A picture that holds nothing but a sentence, in the place of a chart that could not be drawn. */
export interface DrawNoticeRequest {
  readonly id: number;
  readonly kind: "draw_notice";
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A figure of a kernel that carries no picture. */
export interface DrawFigureRequest {
  readonly id: number;
  readonly kind: "draw_figure";
  readonly form: FigureForm;
  /** The specification as JSON. */
  readonly json: string;
  /** Longest edge of the picture that comes back, in pixels. */
  readonly maxEdge: number;
}

/** The languages of figures: those of Altair are drawn as they are, Plotly's through an approximation. */
export type FigureForm = "vega-lite" | "vega" | "plotly";

/** A table, a sentence, and what the caller wishes beside it. */
export interface ChartRequest extends ChartTable, ChartWishes {}

export interface ChartTable {
  /** CSV or JSON. */
  readonly data: string;
  /** Where `data` is only a part of a table: which, and of how many rows. */
  readonly part?: TablePart | undefined;
  /** The sheet of a workbook that it is, and the names of all of them, where there are several. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] } | undefined;
}

export interface ChartWishes {
  readonly query: string;
  /** The file or the variable that the table was read from, where it was. */
  readonly source?: string | undefined;
  readonly format: "png" | "svg";
  readonly dpi: number;
  readonly width: number;
  readonly height: number;
  readonly locale?: "ja" | "en" | undefined;
  readonly pattern?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly color?: string | undefined;
  readonly facet?: string | undefined;
  readonly auxiliary?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** Most bytes of the picture that comes back. */
  readonly maxBytes: number;
}

/** Rows from everywhere in a table, or its first. `total` is null where nobody knows it. */
export type TablePart =
  | { readonly taken: "sample"; readonly total: number }
  | { readonly taken: "first"; readonly total: number | null };

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** What the picture does not show as it should. */
  readonly note?: string | undefined;
}

export interface DrawnChart extends Picture {
  readonly summary: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Answers a request of the same `id`. */
export type RenderReply =
  & {
    readonly id: number;
    /** Whether the process has grown large or was damaged, and is not to be asked again. */
    readonly isSpent: boolean;
  }
  & (
    /** Done: beside these, the fields of what was asked for. */
    | { readonly kind: "done" }
    /** The caller can mend it. */
    | {
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint?: string | undefined;
      readonly details: Readonly<Record<string, unknown>>;
    }
    | { readonly kind: "error"; readonly message: string }
  );
