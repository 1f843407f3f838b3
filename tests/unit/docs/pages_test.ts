/** Links of the pages lead somewhere, and the two READMEs say the same. */

import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";
import { toolsetNames } from "../../../src/base/options.ts";
import { commandsOf, fencesOf } from "../../harness/documented.ts";
import { projectRoot } from "../../harness/program.ts";

const read = (path: string) => Deno.readTextFile(join(projectRoot, path));

async function pages(): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("git", { args: ["ls-files", "*.md"], cwd: projectRoot }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((path) =>
    /^([A-Z.ja]+|docs\/[\w-]+)\.md$/.test(path)
  );
}

/** The anchors that GitHub gives headings. */
function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
  );
}

Deno.test("every link between pages, and every picture, leads to something that is there", async () => {
  const paths = await pages();
  assert.ok(paths.length >= 15 && paths.includes("README.ja.md"), paths.join());
  for (const path of paths) {
    for (const [, link = ""] of (await read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      assert.ok((await Deno.stat(join(projectRoot, target))).isFile, `${path}: ${link}`);
      if (anchor !== undefined) assert.ok(anchorsOf(await read(target)).includes(anchor), `${path}: ${link}`);
    }
  }
});

Deno.test("every file of the project that a page names is there", async () => {
  const names = /(?<![\w/.-])(?:src|tests|scripts|docs|\.github|\.ci)\/[\w./-]*\w(?![\w<*{-])/g;
  for (const path of await pages()) {
    // What stands for any of several is no name.
    const text = (await read(path)).replaceAll(/[\w./-]*<\w+>[\w./<>-]*/g, "");
    for (const [name] of text.matchAll(names)) {
      const nearby = [join(projectRoot, name), join(projectRoot, dirname(path), name)];
      const found = await Promise.all(nearby.map((place) => Deno.stat(place).then(() => true, () => false)));
      assert.ok(found.includes(true), `${path}: ${name}`);
    }
  }
});

Deno.test("the Japanese README has the commands, configurations, links and figures of the English one", async () => {
  const [english, japanese] = await Promise.all(["README.md", "README.ja.md"].map(read));
  assert.ok(english !== undefined && japanese !== undefined);
  const both = (what: (page: string) => readonly string[]) =>
    assert.deepEqual([...new Set(what(japanese))].toSorted(), [...new Set(what(english))].toSorted());
  both((page) => commandsOf(page));
  both((page) =>
    fencesOf(page).filter(({ language }) => language !== "sh" && language !== "text").map(({ text }) => text)
  );
  both((page) =>
    [...page.matchAll(/\]\((docs\/[\w-]+\.md|\w+\.md)/g)].map(([, link = ""]) => link)
      .filter((link) => !link.startsWith("README"))
  );
  both((page) => page.match(/\d[\d.,]*( \/ [\d.]+)? (?:ms|MB|kB)\b/g) ?? []);
  both((page) =>
    [...page.matchAll(/`(--[a-z-]+|[A-Z]+_[A-Z_]+|jupyter:[^`]+)`/g)].map(([, name = ""]) => name)
  );
});

Deno.test("the README is short, and every time in it is one of the benchmarks", async () => {
  const [readme, benchmarks] = await Promise.all(["README.md", "docs/benchmarks.md"].map(read));
  assert.ok(readme !== undefined && benchmarks !== undefined);
  assert.ok(new TextEncoder().encode(readme).length < 10_500);
  const times = readme.match(/[\d.,]+ ms\b/g) ?? [];
  assert.ok(times.length >= 4);
  for (const time of times) assert.ok(benchmarks.includes(` ${time} `), time);
});

Deno.test("the index of the docs has every page, and the README every toolset", async () => {
  const [index, readme] = await Promise.all(["docs/README.md", "README.md"].map(read));
  for (const path of await pages()) {
    const name = /^docs\/(.+\.md)$/.exec(path)?.[1];
    if (name !== undefined && name !== "README.md") assert.ok(index?.includes(`](${name})`), path);
  }
  for (const { name } of toolsetNames) assert.match(readme ?? "", new RegExp(`^\\| \\[${name}\\]\\(`, "m"));
});

Deno.test("docs/token-costs.md has what the tools of each toolset cost", async () => {
  const costs = await read("docs/token-costs.md");
  for (const { name, tokens } of toolsetNames) {
    assert.match(costs, new RegExp(`^\\| ${name} +\\| ${tokens.toLocaleString("en")}\\b`, "m"));
  }
});
