/**
 * The contract between a tool and everything else. A tool is a value made by {@linkcode defineTool}: its face to
 * the model and a handler. It knows the services, not the protocol: `mcp/` checks, logs, encodes and turns
 * thrown errors into answers.
 */

import { z } from "zod";
import type { ErrorNumbers } from "./base/errors.ts";
import type { ByteSource } from "./files/byte_source.ts";
import type { FoundLayout } from "./files/tables/read_csv.ts";
import type { HeadOptions, TableHead } from "./files/tables/table_head.ts";
import type { ImageStore, StoredImage } from "./base/image_store.ts";
import type { Execution, RunStatus } from "./jupyter/kernel/execution.ts";
import type { Asker } from "./jupyter/kernel/input_desk.ts";
import type { Executions } from "./jupyter/kernel/executions.ts";
import type { KernelPool } from "./jupyter/kernel/pool.ts";
import type { JupyterHttp } from "./jupyter/rest/http.ts";
import type { CellState } from "./jupyter/nbformat/cell_state.ts";
import type { Cell, Notebook } from "./jupyter/nbformat/notebook.ts";
import type { Notebooks } from "./jupyter/notebooks/notebooks.ts";
import type { Sessions } from "./jupyter/sessions/sessions.ts";
import type {
  ChartTable,
  ChartWishes,
  DrawFigureRequest,
  DrawnChart,
  FitImageRequest,
  Picture,
} from "./base/protocol.ts";
import type { LazyKnowledgeBase } from "./knowledge/lazy_knowledge_base.ts";
import type { LogFields } from "./base/log.ts";
import type { ListedResource, ResourceContent } from "./resource.ts";
import { checkArguments } from "./base/tool_arguments.ts";

/** Everything a tool can work with. Made once, in `src/server.ts`; all state lives here. */
export interface Services {
  readonly http: JupyterHttp;
  readonly sessions: Sessions;
  readonly kernels: KernelPool;
  readonly executions: Executions;
  readonly notebooks: Notebooks;
  readonly images: ImageStore;
  readonly presenter: Presenter;
  readonly search: NotebookSearch;
  readonly charts: Charts;
  readonly tables: Tables;
  readonly knowledge: LazyKnowledgeBase;
}

/** A chart of a table that is given, or of one in a file. */
export type ChartCall =
  & ChartWishes
  & (ChartTable & { readonly file?: undefined } | { readonly file: ByteSource });

/** Reads tables in files, in a process of their own. */
export interface Tables {
  /** Throws what is wrong with the file; stops when the signal aborts. */
  readTable(file: ByteSource, options: HeadOptions, signal?: AbortSignal): Promise<TableHead>;
  csvLayout(file: ByteSource, encoding?: string, signal?: AbortSignal): Promise<FoundLayout>;
}

/** Draws charts and figures, in a process of their own. */
export interface Charts {
  /** Throws what is wrong with the table or the wishes; stops the drawing when the signal aborts. */
  drawChart(request: ChartCall, signal?: AbortSignal): Promise<DrawnChart>;
  /** A figure of a kernel as PNG; throws an AppError where it cannot be drawn. */
  drawFigure(
    figure: Pick<DrawFigureRequest, "form" | "json" | "maxEdge">,
    signal?: AbortSignal,
  ): Promise<Picture>;
  /** A picture that holds a sentence, as PNG. */
  drawNotice(notice: { text: string; width: number; height: number }): Promise<{ bytes: Uint8Array }>;
}

/** Searches notebooks; keeps what it read of them for the next search. */
export interface NotebookSearch {
  search(notebooks: readonly FoundNotebook[], query: NotebookQuery): Promise<FoundTexts>;
}

/** The answer to a search, in the form of the tool. */
export interface FoundTexts {
  readonly matches: readonly Readonly<Record<string, unknown>>[];
  readonly notebooks_searched: number;
  readonly truncated: boolean;
  readonly hint?: string;
  readonly unreadable?: readonly string[];
}

export interface FoundNotebook {
  readonly path: string;
  /** Differs where the file has been written in between. */
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

/** Draws what one answer shows, within the time that its pictures may take together. */
export interface AnswerPictures extends Pick<Charts, "drawFigure"> {
  /** A picture within bounds; throws an AppError where it cannot be read. */
  fitImage(given: FitRequest, signal?: AbortSignal): Promise<Picture>;
}

/** Turns results into what a model reads, within its budget. */
export interface Presenter {
  /** Bytes of a whole answer on the wire. */
  readonly maxBytes: number;
  /** Cells of a notebook as the answer of a tool. */
  notebook(notebook: Notebook, options: NotebookView): Promise<Reply>;
  /** A run as the answer of a tool. */
  run(execution: Execution, options?: RunOptions): Promise<Reply>;
  /** All that is kept of a run's output, as one text. */
  text(execution: Execution): Promise<string>;
  /** A stored image, scaled or drawn so that a model can see it. */
  image(image: StoredImage, options?: ImageOptions): Promise<ShownImage>;
  /** What draws for all parts of one answer. */
  pictures(): AnswerPictures;
}

export interface ImageOptions {
  readonly signal?: AbortSignal;
  /** Where the answer has other pictures. */
  readonly pictures?: AnswerPictures;
}

export interface RunOptions {
  /** What to report instead of the run's own status, such as a timeout of a run that has not stopped yet. */
  readonly status?: RunStatus;
  /** Only outputs after this point. */
  readonly cursor?: string | undefined;
  /** Bytes of this run's part, where the answer tells of several. */
  readonly maxBytes?: number | undefined;
  /** What draws for all of them. */
  readonly pictures?: AnswerPictures;
  readonly signal?: AbortSignal;
}

/** A stretch of one cell. */
export interface CellPart {
  /** Which of its outputs; its source where this is left out. */
  readonly output?: number | undefined;
  /** The first character. */
  readonly offset: number;
}

export interface NotebookView {
  readonly detail: "outline" | "source" | "full";
  /** Index of the first cell, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Whether pictures in outputs are shown as pictures. */
  readonly images: boolean;
  /** Only this stretch of the cell at `start`. */
  readonly part?: CellPart | undefined;
  readonly stateOf: (cell: Cell) => CellState | null;
  readonly signal?: AbortSignal;
}

/** One call of a tool. */
export interface Call {
  readonly services: Services;
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Reports progress; undefined where the client did not ask for it. */
  readonly progress: ((progress: Progress) => void) | undefined;
  /** Asks the person; undefined where the client cannot. */
  readonly ask: Asker | undefined;
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

/** An image with the pixels that it is shown at. */
export interface ShownImage extends ReplyImage {
  readonly width: number;
  readonly height: number;
}

/** A file behind an answer: its content, or where it is where that would be too much. */
export type ReplyFile =
  | { readonly kind: "embedded"; readonly content: ResourceContent }
  | { readonly kind: "link"; readonly link: ListedResource };

/** What a tool answers: one JSON object, and pictures and files behind it. */
export interface Reply {
  readonly data: Readonly<Record<string, unknown>>;
  readonly images?: readonly ReplyImage[];
  readonly files?: readonly ReplyFile[];
  /** Whether the picture or file is the answer, and the object the text beside it. */
  readonly textLast?: boolean;
  /** What the log tells of it: counts and names of ours, nothing that was sent. */
  readonly record?: LogFields;
}

/** All four hints are stated for every tool, so that a client never has to guess. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface Face {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  /** Numbers that errors of this tool carry as `code`, beside the argument at fault as `field`. */
  readonly errorNumbers?: ErrorNumbers;
}

export interface ToolDefinition<Input extends z.ZodObject> extends Face {
  /** A strict object: an argument that does not exist is an error, not something to pass over. */
  readonly input: Input;
  /** What the answer looks like; it is then given as structured content too. Never for tools that show images. */
  readonly output?: z.ZodObject;
  /** Looks at the arguments as they came, before their types are checked; throws what is wrong with them. */
  readonly guard?: (args: unknown) => void;
  readonly run: (args: z.output<Input>, call: Call) => Promise<Reply>;
}

/** A tool with its argument types folded away: `call` checks them itself. */
export interface Tool extends Face {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly call: (args: unknown, call: Call) => Promise<Reply>;
}

export interface Toolset {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, output, guard, run, ...face } = definition;
  // Made when somebody asks, since a start has no use for them, and once: that takes longer than many a call.
  const made: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {};
  return {
    ...face,
    get inputSchema() {
      return made.input ??= schemaOf(input, "input");
    },
    get outputSchema() {
      return output === undefined ? undefined : made.output ??= schemaOf(output, "output");
    },
    call: async (args, call) => {
      guard?.(args);
      return await run(checkArguments(face, input, args), call);
    },
  };
}

function schemaOf(type: z.ZodObject, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, properties = {}, ...schema } = z.toJSONSchema(type, {
    io,
    override: dropUselessBounds,
  });
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).filter(isShown)) };
}

/** A second name of an argument is taken, but not told: `.meta({ hidden: true })`. */
function isShown([_, property]: readonly [string, z.core.JSONSchema._JSONSchema]): boolean {
  return typeof property === "boolean" || property["hidden"] !== true;
}

/**
 * A list of tools is read by models that pay for each word. Every whole number is within these bounds; whoever
 * gives an empty name, a timeout of nothing or an argument that is not there is told so by the answer.
 */
function dropUselessBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  if (jsonSchema.exclusiveMinimum === 0) delete jsonSchema.exclusiveMinimum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
