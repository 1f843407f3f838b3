import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { freshFolder, oddNames, putBytes, putSparse } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";

/** "売上,東京" and a line end, in Shift_JIS. */
const shiftJis = Uint8Array.fromHex("94848fe32c938c8b9e0a94848fe32c938c8b9e0a");

function utf16(text: string, isBig = false): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [index, unit] of ["\ufeff", ...text].entries()) {
    view.setUint16(index * 2, unit.charCodeAt(0), !isBig);
  }
  return bytes;
}

for (const kind of environmentKinds) {
  Deno.test(`file_read on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const folder = freshFolder("read");
    const put = (name: string, content: Uint8Array | string) =>
      putBytes(jupyter, `${folder}/${name}`, content);
    const read = (path: string, args: Record<string, unknown> = {}) =>
      connection.call("file_read", { path, ...args });

    await t.step("gives a small file whole", async () => {
      const path = await put("small.txt", "one\ntwo\nthree\n");
      assert.partialDeepStrictEqual((await read(path)).json, {
        path,
        content: "one\ntwo\nthree\n",
        start_line: 1,
        end_line: 3,
        total_lines: 3,
        encoding: "utf-8",
      });
    });

    await t.step("gives the lines that are asked for", async () => {
      const path = await put("lines.txt", Array.from({ length: 50 }, (_, n) => `line ${n + 1}`).join("\n"));
      const some = await read(path, { start_line: 5, end_line: 7 });
      assert.equal(some.at("content"), "line 5\nline 6\nline 7");
      assert.equal(some.at("total_lines"), 50);
      assert.equal(some.at("truncated"), undefined);
      assert.equal((await read(path, { start_line: -2 })).at("content"), "line 49\nline 50");
      assert.equal((await read(path, { start_line: 49, end_line: 99 })).at("end_line"), 50);
      assert.partialDeepStrictEqual((await read(path, { start_line: 60 })).json, {
        content: "",
        end_line: null,
        hint: "Line 60 is beyond the end: the file has 50 lines",
      });
      for (
        const wrong of [{ start_line: 0 }, { start_line: 5, end_line: 4 }, { start_line: -1, end_line: 2 }]
      ) {
        assert.equal((await read(path, wrong)).at("error"), "invalid_argument");
      }
    });

    await t.step("says when it shows a line in part", async () => {
      const path = await put("wide.txt", `${"x".repeat(100_000)}\nend\n`);
      const first = await read(path);
      assert.equal(first.at("truncated"), true);
      assert.match(first.string("hint"), /^Line 1 is shown in part; its resource jupyter:/);
      assert.equal((await read(path, { start_line: 2 })).at("content"), "end\n");
    });

    await t.step("says when it cuts, and where to continue", async () => {
      const path = await put("long.txt", Array.from({ length: 3_000 }, (_, n) => `${n + 1}\n`).join(""));
      const first = await read(path);
      assert.partialDeepStrictEqual(first.json, { truncated: true, end_line: 1_000, total_lines: 3_000 });
      const next = await read(path, { start_line: first.at("next_start_line") });
      assert.match(next.string("content"), /^1001\n1002\n/);
    });

    await t.step("finds the encoding", async () => {
      const texts: [string, Uint8Array | string, RegExp, RegExp][] = [
        ["bom.txt", "\ufeffà, b", /^utf-8-sig$/, /^à, b$/],
        ["le.txt", utf16("売上,東京\n"), /^utf-16$/, /^売上,東京\n$/],
        ["be.txt", utf16("売上,東京\n", true), /^utf-16$/, /^売上,東京\n$/],
        ["sjis.txt", shiftJis, /^cp932$/, /^売上,東京\n売上,東京\n$/],
        ["latin.txt", Uint8Array.fromHex("636166e920e0206c61206d6f64650a"), /^latin1$/, /^café à la mode\n$/],
        ["empty.txt", "", /^utf-8$/, /^$/],
        ["zero.csv", "a,b\n1,\0\n", /^utf-8$/, /^a,b\n1,\0\n$/],
        [
          "broken.txt",
          Uint8Array.fromHex("4bc3b66c6e2c4dc3bc6e636865ff0a"),
          /^utf-8$/,
          /^Köln,Münche\ufffd\n$/,
        ],
      ];
      for (const [name, content, encoding, text] of texts) {
        const answer = await read(await put(name, content));
        assert.match(answer.string("encoding"), encoding, name);
        assert.match(answer.string("content"), text, name);
      }
      assert.match((await read(`${folder}/broken.txt`)).string("note"), /not valid.*Pass encoding/);
      const ascii = new TextEncoder().encode("0123456789\n".repeat(7_000));
      const late = await read(await put("late.txt", Uint8Array.from([...ascii, ...shiftJis])), {
        start_line: -1,
      });
      assert.deepEqual([late.at("encoding"), late.at("content")], ["cp932", "売上,東京\n"]);
      const forced = await read(`${folder}/sjis.txt`, { encoding: "latin1" });
      assert.equal(forced.at("encoding"), "latin1");
      assert.equal(
        (await read(`${folder}/sjis.txt`, { encoding: "klingon" })).at("error"),
        "invalid_argument",
      );
    });

    await t.step("refuses what is binary, and names file_get", async () => {
      const path = await put("data.bin", new Uint8Array(2_000).map((_, n) => n * 7));
      const { isError, at, string } = await read(path);
      assert.equal(isError, true);
      assert.equal(at("error"), "unsupported");
      assert.match(string("hint"), /file_get/);
      const pdf = await read(await put("small.pdf", "%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n%%EOF\n"));
      assert.deepEqual([pdf.at("error"), /file_get/.test(pdf.string("hint"))], ["unsupported", true]);
    });

    await t.step("reads odd names", async () => {
      for (const name of oddNames) {
        assert.equal((await read(await put(`odd/${name}`, name))).at("content"), name, name);
      }
    });

    await t.step("never leaves the root", async () => {
      for (
        const path of ["../x", "..\\x", "%2e%2e/x", "a/../../x", "C:\\x", "\\\\host\\x", "~/.ssh/id", "a\0b"]
      ) {
        assert.equal((await read(path)).at("error"), "invalid_argument", path);
      }
      for (const path of ["/etc/passwd", "etc/passwd", "file:///etc/passwd"]) {
        assert.equal((await read(path)).at("error"), "file_not_found", path);
      }
      assert.equal((await read(folder)).at("error"), "invalid_argument");
    });
  });
}

Deno.test("file_read reads both ends of a text of 5 GB without loading it", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putSparse(jupyter, `${freshFolder("huge")}/server.log`, {
    begin: "a line of a log\n".repeat(200_000),
    size: 5_000_000_000,
    end: "\nlast but one\nlast\n",
  });
  const first = await connection.call("file_read", { path, start_line: 3, end_line: 4 });
  assert.equal(first.at("content"), "a line of a log\na line of a log");
  assert.equal(first.at("total_lines_exact"), false);
  const last = await connection.call("file_read", { path, start_line: -2 });
  assert.equal(last.at("content"), "last but one\nlast\n");
});
