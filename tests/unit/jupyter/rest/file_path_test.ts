import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { AppError } from "../../../../src/base/errors.ts";
import { filePath, pathOfFile } from "../../../../src/jupyter/rest/file_path.ts";
import { repeatableRandom } from "../../../harness/repeatable_random.ts";

function refusal(given: string): AppError | null {
  try {
    filePath(given);
    return null;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "invalid_argument");
    return error;
  }
}

Deno.test("filePath leaves odd names as they are", () => {
  const names = [
    "a.txt",
    "with space.txt",
    " leading",
    "trailing ",
    "number #1?.txt",
    "100%.txt",
    "a%20b.txt",
    "%",
    "%2",
    "売上 🚀.csv",
    ".hidden",
    "..a",
    "a..b",
    "a..",
    "~$lock.xlsx",
    "~backup",
    "back\\slash",
    "C:",
    "-rf",
    "a\nb",
    "'; DROP TABLE",
  ];
  for (const name of names) {
    assert.equal(filePath(name), name);
    assert.equal(filePath(`folder/${name}`), `folder/${name}`);
  }
});

Deno.test("filePath takes paths from the root, with and without its slash", () => {
  assert.equal(filePath(""), "");
  assert.equal(filePath("."), "");
  assert.equal(filePath("/"), "");
  assert.equal(filePath("./a//b/./c/"), "a/b/c");
  assert.equal(filePath("/etc/passwd"), "etc/passwd");
});

Deno.test("filePath refuses every way out, and says which", () => {
  const ways = [
    "..",
    "../x",
    "a/../../x",
    "a/..",
    "..\\..\\x",
    "a\\..\\x",
    "%2e%2e/x",
    "%2E%2E%2Fx",
    "%252e%252e/x",
    "%25252e%25252e%25252fx",
    ".%2e/x",
    "a%2f..%2f..%2fx",
    "a%5c..%5c..%5cx",
    ".. /x",
    "../ ",
    "...",
    "C:\\Windows",
    "c:/Windows",
    "\\\\host\\share",
    "\\etc",
    "a\0b",
    "a%00b",
    "~",
    "~/x",
    "\ud800",
    "x".repeat(4_097),
  ];
  for (const way of ways) {
    const error = refusal(way);
    assert.ok(error !== null, JSON.stringify(way));
    assert.ok(error.message.length < 400);
  }
});

Deno.test("pathOfFile refuses the root", () => {
  assert.throws(() => pathOfFile("/"), AppError);
  assert.equal(pathOfFile("/a"), "a");
});

const pieces = [
  ..."./\\%~:#? \0\n",
  ...[
    "..",
    "../",
    "..\\",
    "%2e",
    "%2E",
    "%2f",
    "%5c",
    "%25",
    "%00",
    "%252e",
    "a",
    "b.txt",
    "C:",
    "売",
    "🚀",
    "\udc00",
  ],
];

Deno.test("filePath never gives a path that leaves its root, whatever it is given", () => {
  const random = repeatableRandom(1);
  let accepted = 0;
  for (let round = 0; round < 50_000; round++) {
    const length = Math.floor(random() * 9);
    const given = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? "").join("");
    if (refusal(given) !== null) continue;
    accepted++;
    let path = filePath(given);
    assert.equal(filePath(path), path, `a second time: ${JSON.stringify(given)}`);
    const url = new URL(path.split("/").map(encodeURIComponent).join("/"), "http://h/base/files/");
    assert.ok(url.href.startsWith("http://h/base/files/"), JSON.stringify(given));
    for (let decoded = path;; path = decoded) {
      assert.ok(!path.includes("\0"));
      const onLinux = posix.resolve("/srv/root", `./${path}`);
      assert.ok(onLinux === "/srv/root" || onLinux.startsWith("/srv/root/"), JSON.stringify(given));
      const onWindows = win32.resolve("C:\\srv\\root", `.\\${path}`);
      assert.ok(
        onWindows === "C:\\srv\\root" || onWindows.startsWith("C:\\srv\\root\\"),
        JSON.stringify(given),
      );
      try {
        decoded = decodeURIComponent(path);
      } catch {
        break;
      }
      if (decoded === path) break;
    }
  }
  assert.ok(accepted > 5_000, `${accepted} accepted`);
});
