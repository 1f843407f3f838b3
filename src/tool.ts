/**
 * The contract between a tool and everything else. A tool is a value made by {@linkcode defineTool}: what the model
 * sees of it, and a handler. Its arguments are checked here, against its schema. It knows the services,
 * not the protocol: `mcp/` logs, encodes and turns thrown errors into results.
 */

import { z } from "zod";
import { AppError, type ErrorNumbers } from "./base/errors.ts";
import type { BoundedMap } from "./base/bounded_map.ts";
import type { ByteSource } from "./files/byte_source.ts";
import type { FoundLayout, HeadOptions, TableHead } from "./files/table_head.ts";
import type { ImageStore, StoredImage } from "./base/image_store.ts";
import type { Execution, RunStatus } from "./jupyter/kernel/execution.ts";
import type { InputProvider } from "./jupyter/kernel/input_requests.ts";
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
import type { LogFields } from "./base/log.ts";
import type {
  ColumnProfile,
  ShownForm,
  TableOutline,
  TablePage,
  TableQuery,
  ViewName,
} from "./base/view_messages.ts";

/** Everything a tool can work with. Created once, by `src/server/services.ts`; all state lives here. */
export interface Services {
  readonly http: JupyterHttp;
  readonly sessions: Sessions;
  readonly kernels: KernelPool;
  readonly executions: RunRegistry;
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
  drawNotice(notice: { text: string; width: number; height: number }): Promise<{ bytes: Uint8Array }>;
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
  notebookReply(notebook: Notebook, options: NotebookView): Promise<Reply>;
  /** A run as a tool's reply. */
  runReply(execution: Execution, options?: RunReplyOptions): Promise<Reply>;
  /** All retained output of a run, as one text. */
  runText(execution: Execution): Promise<string>;
  /** A stored image, scaled or drawn so that a model can see it. */
  image(image: StoredImage, options?: ImageOptions): Promise<ShownImage>;
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

export interface NotebookView {
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

/** One call of a tool. */
export interface Call {
  readonly services: Services;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress; undefined if the client did not ask for it. */
  readonly progress: ((progress: Progress) => void) | undefined;
  /** Asks the user; undefined if the client cannot. */
  readonly ask: InputProvider | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

export interface ReplyImage {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** An image with its size in pixels. */
export interface ShownImage extends ReplyImage {
  readonly width: number;
  readonly height: number;
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
  /** Bytes, before base64. */
  readonly size?: number;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly body: { readonly kind: "text"; readonly text: string } | {
    readonly kind: "bytes";
    readonly bytes: Uint8Array;
  };
  /** What MCP Apps say about a view. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A file in a reply: its content, or a link if that would be too large. */
export type ReplyFile =
  | { readonly kind: "embedded"; readonly content: ResourceContent }
  | { readonly kind: "link"; readonly link: ListedResource };

/** What a tool returns: one JSON object, followed by images and files. */
export interface Reply {
  readonly data: Readonly<Record<string, unknown>>;
  readonly images?: readonly ReplyImage[];
  readonly files?: readonly ReplyFile[];
  /** Whether images and files come first and the object after them. */
  readonly textLast?: boolean;
  /** Fields for the log: counts and names of our own, nothing that was sent. */
  readonly record?: LogFields;
}

/** All four hints are stated for every tool, so that a client never has to guess. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface ToolInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  /** Works, but is left out of the list of the default toolsets, which every user pays for. */
  readonly isRare?: boolean;
  /** The view that shows its result: it is listed only to clients that can show views. */
  readonly view?: ViewName;
  /** Called by views, never by the model: listed only to clients that can show views, and hidden from the model. */
  readonly isForViews?: boolean;
  /** Numbers that errors of this tool carry as `code`, with the invalid argument as `field`. */
  readonly errorNumbers?: ErrorNumbers;
}

export interface ToolDefinition<Input extends z.ZodObject> extends ToolInfo {
  /** A strict object: an unknown argument is an error, not ignored. */
  readonly input: Input;
  /** Schema of the reply, which is then also returned as structured content. Never for tools that return images. */
  readonly output?: z.ZodObject;
  /** Checks the raw arguments before their types are validated; throws an AppError that says what is wrong. */
  readonly guard?: (args: unknown) => void;
  /** With `--confirm`: what the person is asked before a call that destroys something; undefined if it does not. */
  readonly question?: (args: z.output<Input>, call: Call) => Promise<string | undefined>;
  /** With `--confirm writes`: what a call would change, as the person is shown it; always the same for the same state. */
  readonly preview?: (args: z.output<Input>, call: Call) => Promise<string>;
  readonly run: (args: z.output<Input>, call: Call) => Promise<Reply>;
}

/** A tool with its argument types erased: `call` validates them itself. */
export interface Tool extends ToolInfo {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Schemas of the arguments that are accepted but left out of `inputSchema`, by name. */
  readonly unlistedArguments: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly question: (args: unknown, call: Call) => Promise<string | undefined>;
  /** Undefined if the tool has none. */
  readonly preview: (args: unknown, call: Call) => Promise<string | undefined>;
  readonly call: (args: unknown, call: Call) => Promise<Reply>;
}

export interface Toolset {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, output, guard, question, preview, run, ...info } = definition;
  // Created on first use, which the start does not need, and only once: it takes longer than many calls.
  const schemas: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {};
  return {
    ...info,
    get inputSchema() {
      return schemas.input ??= schemaOf(input, "input");
    },
    get unlistedArguments() {
      const { properties = {} } = z.toJSONSchema(input, { io: "input" });
      return Object.fromEntries(Object.entries(properties).filter((entry) => !isShown(entry)));
    },
    get outputSchema() {
      return output === undefined ? undefined : schemas.output ??= schemaOf(output, "output");
    },
    question: async (args, call) => await question?.(checkArguments(info, input, args), call),
    preview: async (args, call) => await preview?.(checkArguments(info, input, args), call),
    call: async (args, call) => {
      guard?.(args);
      return await run(checkArguments(info, input, args), call);
    },
  };
}

/** The validated arguments; throws `invalid_argument` naming each bad one, its value and what is accepted. */
function checkArguments<Input extends z.ZodObject>(
  { name: tool, errorNumbers }: Pick<ToolInfo, "name" | "errorNumbers">,
  input: Input,
  args: unknown,
): z.output<Input> {
  const parsed = input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemText(issue, args, input));
  throw new AppError("invalid_argument", `Cannot call ${tool}: ${problems.join("; ")}`, {
    hint: `${tool} takes ${Object.keys(input.shape).join(", ") || "no arguments"}`,
    ...(errorNumbers === undefined ? {} : { details: fieldAtFault(parsed.error.issues) }),
  });
}

function fieldAtFault([first]: readonly z.core.$ZodIssue[]): { field?: string } {
  if (first === undefined) return {};
  const path = first.code === "unrecognized_keys" ? [...first.path, ...first.keys.slice(0, 1)] : first.path;
  return path.length === 0 ? {} : { field: path.join(".") };
}

function problemText(issue: z.core.$ZodIssue, args: unknown, input: z.ZodObject): string {
  const name = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map(quote).join(", ");
    return name === "" ? `it has no argument ${keys}` : `argument "${name}" has no field ${keys}`;
  }
  const value = valueAt(args, issue.path);
  if (name === "") return `its arguments are ${brief(value)}, ${wanted(issue)}`;
  if (value === undefined) return `argument "${name}" is missing (${describe(input, name) ?? wanted(issue)})`;
  return `argument "${name}" is ${brief(value)}, ${wanted(issue)}`;
}

/** What would be accepted: `expected string or number`. */
function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const all = issue.errors.flatMap(([first]) => first === undefined ? [] : [wanted(first)]);
    return [...new Set(all)].join(" or ").replaceAll(" or expected ", " or ");
  }
  return issue.message.replace(/^(Invalid (input|option|string)|Too (small|big)): /, "")
    .replace(/, received .*$/, "");
}

function describe(input: z.ZodObject, name: string): string | undefined {
  const field = input.shape[name];
  return field instanceof z.ZodType ? field.description : undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function schemaOf(type: z.ZodObject, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, properties = {}, ...schema } = z.toJSONSchema(type, {
    io,
    override: trimSchema,
  });
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).filter(isShown)) };
}

/** Aliases and rarely needed arguments are accepted but left out of the schema: `.meta({ hidden: true })`. */
function isShown([_, property]: readonly [string, z.core.JSONSchema._JSONSchema]): boolean {
  return typeof property === "boolean" || property["hidden"] !== true;
}

/**
 * Models pay for every word of the list of tools. So it leaves out bounds, since a call that violates one gets an error
 * that says so, and defaults of JSON Schema; and a `brief` object is described in words.
 */
function trimSchema({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  for (const bound of bounds) delete jsonSchema[bound];
  if (jsonSchema.default === false) delete jsonSchema.default;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema["brief"] !== true) return;
  for (const part of ["brief", "properties", "required"]) delete jsonSchema[part];
}

const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
] as const;
