/** The lexicon holds every word once. */

import assert from "node:assert/strict";
import { conceptNames } from "../../../src/charts/lexicon/concept_names.ts";
import { english } from "../../../src/charts/lexicon/en.ts";
import { japanese } from "../../../src/charts/lexicon/ja.ts";
import { tokensOf } from "../../../src/charts/lexicon/tokens.ts";

for (const [name, words] of Object.entries({ english, japanese })) {
  Deno.test(`no word of ${name} has two senses`, () => {
    assert.deepEqual(repeated(words.flatMap(([, forms]) => forms.split("|"))), []);
  });
}

Deno.test("no name of a measure is that of another", () => {
  assert.deepEqual(repeated(Object.values(conceptNames).flatMap((forms) => forms.split("|"))), []);
});

/** Forms that are read as the same tokens. */
function repeated(forms: readonly string[]): readonly string[] {
  const byKeys = Map.groupBy(forms, (form) => tokensOf(form).map(({ key }) => key).join(" "));
  return [...byKeys.values()].filter((same) => same.length > 1).map((same) => same.join(" = "));
}
