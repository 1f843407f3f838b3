/**
 * The main use case, end to end: a Jupyter, this program, and a real MCP client that asks it for an analysis. The exit code
 * is 0 only if every step had the expected result.
 *
 *     deno task demo [--jupyter-url <url>] [--output <folder>]
 */

import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { loopbackBypass } from "../src/base/net/loopback.ts";
import { SetupError } from "../src/launch/setup/setup.ts";
import { clients } from "../src/launch/install/clients.ts";
import { UsageError } from "../src/base/options.ts";
import { Assistant, projectRoot } from "./demo/assistant.ts";
import { Interrupted, interruption, unlessAborted } from "./demo/interruption.ts";
import { bringJupyter, type DemoJupyter, givenJupyter, removeNotebook } from "./demo/jupyter.ts";
import { Screen } from "./demo/screen.ts";
import { StepFailure, type Walk } from "./demo/step.ts";
import { steps } from "./demo/walk.ts";
import { complain, duration, say } from "./terminal.ts";

const help = `Shows jupyter-mcp at work, in a Jupyter of its own.

  deno task demo                         makes a Python environment the first time
  deno task demo --jupyter-url <url>     in a Jupyter that runs already; its token in JUPYTER_TOKEN
  deno task demo --output <folder>       where files go [default: demo-output]
`;

const notebook = "jupyter-mcp-demo.ipynb";

interface Settings {
  readonly jupyterUrl: string | undefined;
  readonly output: string;
}

interface Stage extends Settings {
  readonly screen: Screen;
  readonly resources: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

interface Started {
  readonly assistant: Assistant;
  readonly text: string;
  readonly milliseconds: number;
}

async function show(stage: Stage): Promise<void> {
  const { screen } = stage;
  const started = performance.now();
  screen.heading("jupyter-mcp at work");
  screen.aside("A real MCP client, this program, a real Jupyter. Nothing is played back.\n");
  await fetchLibraries(screen);
  await Deno.mkdir(stage.output, { recursive: true });
  const jupyter = stage.jupyterUrl === undefined
    ? await bringJupyter({ ...stage, folder: await Deno.realPath(stage.output) })
    : givenJupyter(stage.jupyterUrl);
  // Otherwise each demo would add its cells to those of the last one.
  await removeNotebook(jupyter, notebook);
  const { assistant, text, milliseconds } = await startAssistant(stage, jupyter);
  screen.ready(text, milliseconds);
  const walk = makeWalk(stage, { assistant, jupyter });
  for (const step of steps) {
    screen.step(step.title, step.you);
    await step.run(walk);
  }
  conclude(screen, performance.now() - started);
}

/** Downloads the program's libraries, so that its first start is as fast as later ones. */
async function fetchLibraries(screen: Screen): Promise<void> {
  const started = performance.now();
  screen.busy("Downloading the libraries of the program");
  const args = ["cache", "--quiet", "main.ts", "src/server.ts", "src/renderer.ts"];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: projectRoot }).output();
  if (!success) throw new Error(`Cannot fetch libraries:\n${explained(new TextDecoder().decode(stderr))}`);
  screen.ready("Libraries of the program", performance.now() - started);
}

/** Adds what to do about a proxy that decrypts TLS, whose authority only the system knows. */
function explained(message: string): string {
  if (!/certificate|UnknownIssuer/i.test(message)) return message;
  return `${message}Behind a TLS proxy, trust the system's certificates: set DENO_TLS_CA_STORE=system,mozilla`;
}

async function startAssistant(stage: Stage, jupyter: DemoJupyter): Promise<Started> {
  const { screen, resources } = stage;
  const started = performance.now();
  screen.busy("Starting jupyter-mcp");
  const assistant = resources.use(new Assistant({ screen, jupyter }));
  try {
    const tools = await assistant.connect();
    const text = `jupyter-mcp over stdio: ${tools} tools, protocol ${assistant.protocol}`;
    return { assistant, text, milliseconds: performance.now() - started };
  } catch (error) {
    throw new Error(`Cannot start jupyter-mcp:\n${assistant.log}`, { cause: error });
  }
}

function makeWalk(
  stage: Stage,
  { assistant, jupyter }: { readonly assistant: Assistant; readonly jupyter: DemoJupyter },
): Walk {
  return {
    assistant,
    notebook,
    async anotherAssistant() {
      const another = await startAssistant(stage, jupyter);
      stage.screen.start(`another ${another.text}`, another.milliseconds);
      return another.assistant;
    },
    async save(name, bytes) {
      const path = join(stage.output, name);
      await Deno.writeFile(path, bytes);
      const way = relative(Deno.cwd(), path);
      return way.startsWith("..") ? path : way;
    },
    check(holds, sentence) {
      if (!holds) throw new StepFailure(`does not hold: ${sentence}`);
      stage.screen.holds(sentence);
    },
  };
}

function conclude(screen: Screen, milliseconds: number): void {
  screen.heading(`All ${steps.length} steps gave what they should, in ${duration(milliseconds)}.`);
  screen.heading("Install it");
  screen.line(`
  npx -y deno@2.9.4 task compile
  dist/jupyter-mcp install --client claude-code

  Other clients: ${Object.keys(clients).filter((name) => name !== "claude-code").join(", ")}.
  Then ask: “Start a notebook, load sales.csv and plot it by month.”
  It works in the Jupyter that runs on this machine, else it starts the one of this demo;
  dist/jupyter-mcp open shows that in the browser.
`);
}

function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: { "jupyter-url": { type: "string" }, output: { type: "string", default: "demo-output" } },
  });
  return { jupyterUrl: values["jupyter-url"], output: values.output };
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    say(help);
    return 0;
  }
  const screen = new Screen();
  const signal = interruption();
  for (const [name, value] of Object.entries(loopbackBypass(Deno.env.toObject()))) Deno.env.set(name, value);
  try {
    await using resources = new AsyncDisposableStack();
    await unlessAborted(show({ ...readSettings(args), screen, resources, signal }), signal);
    return 0;
  } catch (error) {
    return report(error, screen);
  }
}

/** Reports what went wrong; returns the exit code. */
function report(error: unknown, screen: Screen): number {
  if (error instanceof Interrupted) {
    screen.line("\n\nStopped. Everything that the demo started has been ended.");
    return 130;
  }
  screen.fails(error instanceof Error ? error.message : String(error));
  if (error instanceof SetupError) {
    complain([...error.lines.map((line) => `  | ${line}`), error.hint].join("\n"));
  }
  return error instanceof UsageError || error instanceof TypeError ? 2 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
