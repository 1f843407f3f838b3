import assert from "node:assert/strict";
import { languageByName, statesLanguage } from "../../../../src/jupyter/nbformat/new_notebook.ts";

Deno.test("languageByName knows the file extension of common languages, whatever their case", () => {
  const extensions = ["python", "R", "julia", "Fortran", "constructor"].map((name) => {
    const { name: stated, file_extension } = languageByName(name);
    return [stated, file_extension];
  });
  assert.deepEqual(extensions, [
    ["python", ".py"],
    ["R", ".r"],
    ["julia", ".jl"],
    ["Fortran", undefined],
    ["constructor", undefined],
  ]);
});

Deno.test("statesLanguage changes nothing if the notebook states the same, or the kernel has told nothing", () => {
  const told = { name: "python", version: "3.13.1" };
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: { language_info: { ...told } }, cells: [] };
  for (const same of [told, undefined, { name: "" }]) assert.equal(statesLanguage(same)(notebook), notebook);
  const renewed = statesLanguage({ ...told, version: "3.14.0" })(notebook);
  assert.deepEqual(renewed.metadata, { language_info: { name: "python", version: "3.14.0" } });
});
