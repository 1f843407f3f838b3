/**
 * The message protocol between the three isolates, and the settings of the server. The launcher (`main.ts`) has all
 * permissions; the server (`src/server.ts`) may reach only the Jupyter host and the folders of the journal and the
 * knowledge base; the renderer (`src/renderer.ts`) has no permissions.
 *
 * launcher ⇄ server: {@linkcode ToServer}, {@linkcode FromServer}, by `postMessage`.
 * server ⇄ renderer: {@linkcode RenderRequest}, {@linkcode RenderReply}, one request at a time, during which the
 * renderer may ask for parts of a file ({@linkcode NeedBytes}, {@linkcode BytesReply}). The renderer is a child
 * process of the launcher, which passes their frames on (`frames.ts`): over a `MessageChannel` that it creates for each
 * `need_renderer` ({@linkcode ToRendererProcess}, {@linkcode FromRendererProcess}), and over the pipes of the process.
 *
 * A new kind of request is added in four places:
 * 1. here: its type, with `id` and `kind`, in {@linkcode RenderRequest}. Bytes are fields of their own
 *    (`Uint8Array`, at the top level); everything else is JSON;
 * 2. `src/renderer.ts`: `isRenderRequest` recognises it and `rendered` answers it with an object, in which bytes are
 *    fields at the top level too. Modules that are slow to load are imported there when needed. Throw an `AppError`
 *    for what the caller can fix, and any other error for data that cannot be read;
 * 3. `src/output/renderer_client.ts`: a method that asks for it, with the zod schema of that object, the time it may
 *    take and the text of its failure;
 * 4. `tests/unit/renderer_test.ts`: a test through the real process.
 */

import type { ChartSpec } from "./chart_spec.ts";
import type { ErrorCode } from "./errors.ts";
import type { ServerOptions } from "./options.ts";
import type { Span } from "./telemetry/spans.ts";

/** Where Jupyter is. `url` ends with a slash and holds no token. */
export interface JupyterTarget {
  readonly url: string;
  readonly token: string;
  /** Password to log in with, if there is no token. */
  readonly password?: string;
  /** PEM text of `--ca-cert`. */
  readonly caCert?: string;
  /** The folder that it serves, if that is known. */
  readonly rootDir?: string;
  /** The command that a person types to start this program, where it has started the server. */
  readonly program?: string;
  /** Identifies the server across restarts, also if it gets another port: its address or its root folder. */
  readonly identity?: string;
  /** Where the address comes from; shown in errors, so that the user knows which server is meant. */
  readonly origin: "given" | "discovered" | "managed";
}

/** The settings the server needs, validated and complete. */
export interface ServerSettings extends ServerOptions {
  readonly version: string;
  readonly jupyter: JupyterTarget;
  /** Where calls come from; `launcher` means by {@linkcode LauncherCall}. */
  readonly transport: { readonly kind: "stdio" } | { readonly kind: "launcher" } | {
    readonly kind: "http";
    readonly host: string;
    readonly port: number;
    /** Bearer token that clients must send; null if none is required. */
    readonly token: string | null;
  };
  /** Folders that the server may read and write; it has no access to any other file. */
  readonly knowledgeFolder?: string;
  readonly journalFolder?: string;
  /** Whether to send spans. */
  readonly spans?: boolean;
  /** Kernels whose runs this process takes over as a successor; it serves no client then. */
  readonly takeOverKernels?: readonly string[];
  /** The compatibility mode with its settings, if one is on. */
  readonly compat?: DatalayerSettings | ChartelierSettings;
}

/** The Chartelier compatibility mode, which has no settings. */
export interface ChartelierSettings {
  readonly kind: "chartelier";
}

/** Settings of the Datalayer compatibility mode. */
export interface DatalayerSettings {
  readonly kind: "datalayer";
  /** The server of the notebooks, if it is not the server of the kernels. */
  readonly documents: JupyterTarget | undefined;
  /** A notebook that is opened at the start, under the name `default`. */
  readonly documentId: string | undefined;
  /** A running kernel to use instead of new ones. */
  readonly kernelId: string | undefined;
  /** When kernels are started: at the start, when a notebook is used, or when code is run. */
  readonly startKernel: "at_once" | "on_use" | "on_run";
  /** Default and maximum time limit of a cell, in seconds. */
  readonly executionTimeout: number;
  readonly maxExecutionTimeout: number;
  /** The variant of new sandboxes; their tools are offered only if one was chosen. */
  readonly sandboxVariant: "eval" | "jupyter-server" | undefined;
  readonly showImages: boolean;
  /** Whether subscribers of a notebook are notified of changes by others. */
  readonly watchNotebooks: boolean;
  /** Whether the Jupyter extension serves it inside Jupyter, which then is the only Jupyter it can use. */
  readonly isInsideJupyter: boolean;
  /** Origins whose web pages may call over HTTP, besides those of this machine. */
  readonly origins: readonly string[];
}

/** A tool call by the launcher, for the commands `call` and `run`. */
export interface LauncherCall {
  readonly kind: "call";
  readonly id: number;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result of a tool in the form of MCP. */
export interface CallResult {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly isError?: boolean | undefined;
}

export type ToServer =
  | { readonly kind: "start"; readonly settings: ServerSettings }
  | LauncherCall
  | { readonly kind: "cancel"; readonly id: number }
  /** The launcher makes no more calls: `closed` follows when runs in the background have been handed over. */
  | { readonly kind: "disconnect" }
  /** Reply to `need_jupyter`: Jupyter can be used now, with this token if it was restarted; or the reason why not. */
  | { readonly kind: "jupyter_ready"; readonly token?: string }
  | { readonly kind: "jupyter_failed"; readonly error: { code: ErrorCode; message: string; hint?: string } }
  | { readonly kind: "renderer"; readonly port: MessagePort }
  /** Reply to `need_lock`; `isLocked` is false if no lock could be acquired. */
  | { readonly kind: "lock"; readonly id: number; readonly isLocked: boolean; readonly record: string }
  /** Reply to `need_successor`: a successor process is connected to the kernels. */
  | { readonly kind: "successor_ready" }
  /** Runs for a successor to take over, as JSON. */
  | { readonly kind: "runs"; readonly json: string }
  /** End all runs and connections, then send `closed`. */
  | { readonly kind: "stop" };

export type FromServer =
  | { readonly kind: "result"; readonly id: number; readonly result: CallResult }
  | { readonly kind: "cancelled"; readonly id: number }
  /** A tool needs Jupyter. Sent before the first request and again after `jupyter_failed`. */
  | { readonly kind: "need_jupyter" }
  /** Start another renderer process; its port is sent with `renderer`. */
  | { readonly kind: "need_renderer" }
  /** Acquire the lock of a notebook file, which another process may hold; released with `release_lock`. */
  | { readonly kind: "need_lock"; readonly id: number; readonly name: string }
  | { readonly kind: "release_lock"; readonly id: number; readonly record?: string | undefined }
  /** The client has disconnected and may kill this process, but runs on these kernels write into notebooks. */
  | { readonly kind: "need_successor"; readonly kernels: readonly string[] }
  /** The runs for the successor, as JSON; this process no longer follows them. */
  | { readonly kind: "hand_over"; readonly json: string }
  /** The kernels of `takeOverKernels` are connected. */
  | { readonly kind: "ready_for_runs" }
  /** The HTTP transport listens. */
  | { readonly kind: "listening"; readonly url: string }
  /** The HTTP transport cannot listen; the process ends with exit code 1. */
  | { readonly kind: "failed"; readonly message: string }
  /** A span for `--otel-file`. */
  | { readonly kind: "span"; readonly span: Span }
  /** The client has disconnected (end of stdin), or everything has ended after `stop`. */
  | { readonly kind: "closed" };

/** What the server sends on a renderer's port: the frame of a request, or a request to kill the process. */
export type ToRendererProcess = Uint8Array | { readonly kind: "end" };

/** What it receives there: the frame of a reply, or why the process has ended unexpectedly. */
export type FromRendererProcess = Uint8Array | { readonly kind: "ended"; readonly reason: string };

/** Work for the renderer. */
export type RenderRequest =
  | FitImageRequest
  | DrawChartRequest
  | DrawPlaceholderRequest
  | FingerprintRequest
  | DrawFigureRequest
  | ReadTableRequest
  | CsvLayoutRequest;

/** A file that the renderer reads by {@linkcode NeedBytes}. */
export interface TableFile {
  readonly path: string;
  readonly size: number;
}

/** The first rows of a table in a file. */
interface ReadTableRequest {
  readonly id: number;
  readonly kind: "read_table";
  readonly file: TableFile;
  readonly rows: number;
  readonly sheet?: string | number | undefined;
  readonly encoding?: string | undefined;
}

/** How a delimited text is laid out. */
interface CsvLayoutRequest {
  readonly id: number;
  readonly kind: "csv_layout";
  readonly file: TableFile;
  readonly encoding?: string | undefined;
}

/** The fields of an `AppError`. */
interface SentError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The renderer asks for bytes of the file of the current request. */
export interface NeedBytes {
  readonly id: number;
  readonly kind: "need_bytes";
  /** Identifies the range, as several may be requested at once. */
  readonly need: number;
  readonly start: number;
  readonly end: number;
}

/** The reply to {@linkcode NeedBytes}. */
export type BytesReply =
  & { readonly id: number; readonly need: number }
  & (
    | { readonly kind: "bytes"; readonly bytes: Uint8Array }
    | { readonly kind: "no_bytes" } & SentError
  );

/** A small grey version of an image, for comparing two of them. */
export interface FingerprintRequest {
  readonly id: number;
  readonly kind: "fingerprint";
  readonly bytes: Uint8Array;
}

export interface FitImageRequest {
  readonly id: number;
  readonly kind: "fit_image";
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Maximum edge of the resulting image, in pixels. */
  readonly maxEdge: number;
  /** Maximum size of the resulting image, in bytes. */
  readonly maxBytes: number;
}

export interface DrawChartRequest {
  readonly id: number;
  readonly kind: "draw_chart";
  /** Without data, part and sheet if they are those of the file. */
  readonly chart: ChartOptions & Partial<ChartTable>;
  readonly file?: TableFile | undefined;
}

/** An image that shows only a sentence, in place of a chart that could not be drawn. */
interface DrawPlaceholderRequest {
  readonly id: number;
  readonly kind: "draw_placeholder";
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A figure from a kernel that comes without an image. */
export interface DrawFigureRequest {
  readonly id: number;
  readonly kind: "draw_figure";
  readonly form: FigureForm;
  /** The specification as JSON. */
  readonly json: string;
  /** Maximum edge of the resulting image, in pixels. */
  readonly maxEdge: number;
}

/** The languages of figures: those of Altair are drawn with Vega, that of Plotly with plotly.js. */
export type FigureForm = "vega-lite" | "vega" | "plotly";

/** A table, a question, and further options of the caller. */
export interface ChartRequest extends ChartTable, ChartOptions {}

export interface ChartTable {
  /** CSV or JSON. */
  readonly data: string;
  /** If `data` is only part of a table: which part, and of how many rows. */
  readonly part?: TablePart | undefined;
  /** The sheet of a workbook, and the names of all sheets, if there are several. */
  readonly sheet?: { readonly name: string; readonly all: readonly string[] } | undefined;
}

export interface ChartOptions {
  readonly query: string;
  /** The file or the variable that the table was read from, if any. */
  readonly source?: string | undefined;
  readonly format: "png" | "svg";
  readonly dpi: number;
  readonly width: number;
  readonly height: number;
  readonly locale?: "ja" | "en" | undefined;
  /** What the caller has specified explicitly. */
  readonly spec: ChartSpec;
  /** Whether only the nine patterns of Chartelier may be drawn. */
  readonly chartelierOnly?: boolean | undefined;
  /** Maximum size of the resulting image, in bytes. */
  readonly maxBytes: number;
}

/** A sample of rows, or the first ones. `total` is null if unknown. */
export type TablePart =
  | { readonly taken: "sample"; readonly total: number }
  | { readonly taken: "first"; readonly total: number | null };

export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** What the image does not show correctly. */
  readonly note?: string | undefined;
}

export interface DrawnChart extends EncodedImage {
  readonly summary: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Answers a request of the same `id`. */
export type RenderReply =
  & {
    readonly id: number;
    /** Whether the process has grown too large or was damaged, and must not be used again. */
    readonly isSpent: boolean;
  }
  & (
    /** Done: besides these, the fields of the result. */
    | { readonly kind: "done" }
    /** The caller can fix it. */
    | { readonly kind: "refused" } & SentError
    | { readonly kind: "error"; readonly message: string }
  );
