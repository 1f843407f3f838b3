import assert from "node:assert/strict";
import { foldWithOrigins, snippet } from "../../../../src/knowledge/search/snippet.ts";

Deno.test("snippet shows the hit with what is around it, and where it was cut", () => {
  const text = `${"before ".repeat(50)}the needle is here${" after".repeat(50)}`;
  const shown = snippet([text], ["needle"]);
  assert.match(shown, /^….*the needle is here.*…$/);
  assert.ok(shown.length <= 210);
});

Deno.test("snippet prefers the beginning of a word, and the first text that has it", () => {
  assert.equal(snippet(["nothing", "catalog\nlogin"], ["log"]), "catalog login");
  assert.equal(snippet(["", "only this"], ["absent"]), "only this");
  assert.equal(snippet([], ["x"]), "");
});

Deno.test("snippet finds text in another width and shows it as it is written", () => {
  const text = `${"・".repeat(300)}半角ｶﾞｷﾞｸﾞの㍿ＤＢ`;
  assert.match(snippet([text], ["ガギグ"]), /半角ｶﾞｷﾞｸﾞ/);
  assert.match(snippet([text], ["株式会社"]), /㍿/);
  assert.match(snippet([text], ["db"]), /ＤＢ$/);
});

Deno.test("snippet cuts no character in half", () => {
  for (let shift = 0; shift < 4; shift++) {
    assert.ok(
      snippet([`${"x".repeat(shift)}${"💥".repeat(200)}needle${"💥".repeat(200)}`], ["needle"])
        .isWellFormed(),
    );
  }
});

Deno.test("foldWithOrigins leads back to where a character came from", () => {
  const original = "aｶﾞ㍿B";
  const { text, origin } = foldWithOrigins(original);
  assert.equal(text, "aガ株式会社b");
  assert.deepEqual([0, 1, 2, 5, 6, 7].map(origin), [0, 1, 3, 3, 4, 5]);
});
