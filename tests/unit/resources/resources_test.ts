import assert from "node:assert/strict";
import { AppError } from "../../../src/base/errors.ts";
import { ImageStore } from "../../../src/base/image_store.ts";
import { Execution } from "../../../src/jupyter/kernel/execution.ts";
import { RunRegistry } from "../../../src/jupyter/kernel/run_registry.ts";
import { executions } from "../../../src/resources/executions.ts";
import { images } from "../../../src/resources/images.ts";
import { resources } from "../../../src/resources/mod.ts";
import type { Services } from "../../../src/services.ts";

function unused(): never {
  throw new Error("a service that resources need not was used");
}

function fakeServices() {
  const store = new ImageStore();
  const runs = new RunRegistry();
  const services: Services = {
    isReadOnly: false,
    images: store,
    forClient: unused,
    runs,
    presenter: {
      maxBytes: 1_000_000,
      textBytes: () => 30_000,
      runText: ({ code }) => Promise.resolve(`output of ${code}`),
      runReply: unused,
      image: unused,
      imageRenderer: unused,
      notebookReply: unused,
    },
    figureWords: { describe: unused, of: unused },
    get http(): never {
      return unused();
    },
    get sessions(): never {
      return unused();
    },
    get kernels(): never {
      return unused();
    },
    get notebooks(): never {
      return unused();
    },
    get search(): never {
      return unused();
    },
    get charts(): never {
      return unused();
    },
    get tables(): never {
      return unused();
    },
    get shownFigures(): never {
      return unused();
    },
    get fileTables(): never {
      return unused();
    },
    get knowledge(): never {
      return unused();
    },
  };
  return { services, store, runs };
}

function picture(description: string, mimeType = "image/png") {
  return { bytes: new Uint8Array([1, 2, 3]), mimeType, width: 4, height: 3, description };
}

async function notFound(read: () => Promise<unknown>): Promise<AppError> {
  try {
    await read();
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error;
  }
  throw new Error("found");
}

Deno.test("images lists every stored image, the newest first", () => {
  const { services, store } = fakeServices();
  store.add("s", picture("matplotlib output [1]: plt.plot(x)"));
  store.add("s", picture("SVG", "image/svg+xml"));
  assert.deepEqual(images.list(services), [
    {
      uri: "jupyter://sessions/s/images/output-002.svg",
      name: "SVG",
      mimeType: "image/svg+xml",
      description: "SVG",
      size: 3,
    },
    {
      uri: "jupyter://sessions/s/images/output-001.png",
      name: "matplotlib output [1]",
      mimeType: "image/png",
      description: "matplotlib output [1]: plt.plot(x)",
      size: 3,
    },
  ]);
});

Deno.test("images reads an image whole, in its own format, under the URI that was asked for", async () => {
  const { services, store } = fakeServices();
  store.add("a b", picture("x"));
  const uri = "JUPYTER://sessions/a%20b/images/output-001.png";
  assert.ok(images.matches(uri));
  assert.deepEqual(await images.read(uri, services), {
    uri,
    mimeType: "image/png",
    body: { kind: "bytes", bytes: new Uint8Array([1, 2, 3]) },
  });
});

Deno.test("images says that an image is not there", async () => {
  const { services } = fakeServices();
  for (const name of ["output-001.png", "%E0%A4%A.png", ".."]) {
    const read = async () => await images.read(`jupyter://sessions/s/images/${name}`, services);
    assert.equal((await notFound(read)).code, "image_not_found");
  }
});

Deno.test("images completes sessions, images and formats, each once", () => {
  const { services, store } = fakeServices();
  store.add("abc", picture("x"));
  store.add("abc", picture("x", "image/jpeg"));
  store.add("abd", picture("x"));
  store.add("xyz", picture("x"));
  assert.deepEqual(images.complete("session_id", "ab", services), ["abc", "abd"]);
  assert.deepEqual(images.complete("image_id", "output-002", services), ["output-002"]);
  assert.deepEqual(images.complete("ext", "", services), ["png", "jpg"]);
});

Deno.test("executions reads the output of a run as text", async () => {
  const { services, runs } = fakeServices();
  const run = new Execution({ sessionId: "s", code: "print(1)" });
  runs.add(run);
  const uri = `jupyter://executions/${run.id}/output`;
  assert.ok(executions.matches(uri));
  assert.deepEqual(await executions.read(uri, services), {
    uri,
    mimeType: "text/plain",
    body: { kind: "text", text: "output of print(1)" },
  });
});

Deno.test("executions says that a run is not there, whatever the URI holds", async () => {
  const { services } = fakeServices();
  for (const id of ["nope", "%", "%E0%A4%A", ".."]) {
    const read = async () => await executions.read(`jupyter://executions/${id}/output`, services);
    assert.equal((await notFound(read)).code, "execution_not_found");
  }
});

Deno.test("executions completes ids, the newest first", () => {
  const { services, runs } = fakeServices();
  const [one, two] = [1, 2].map(() => new Execution({ sessionId: "s", code: "1" }));
  assert.ok(one !== undefined && two !== undefined);
  runs.add(one);
  runs.add(two);
  assert.deepEqual(executions.complete("execution_id", "", services), [two.id, one.id]);
  assert.deepEqual(executions.complete("execution_id", one.id, services), [one.id]);
  assert.deepEqual(executions.list(services), []);
});

Deno.test("at most one resource answers for a URI, and none for a foreign one", () => {
  const uris = [
    ["jupyter://sessions/s/images/output-001.png", 1],
    ["jupyter://executions/abc/output", 1],
    ["jupyter://executions/abc/output/more", 0],
    ["jupyter://executions//output", 0],
    ["jupyter://sessions/s/images/", 0],
    ["file:///etc/passwd", 0],
    ["https://example.org/jupyter://executions/abc/output", 0],
  ] as const;
  for (const [uri, expected] of uris) {
    assert.equal(resources.filter((resource) => resource.matches(uri)).length, expected, uri);
  }
});
