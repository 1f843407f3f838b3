/** A notebook that was never run, in the newest format that Jupyter writes (4.5), and the language that it states. */

import { newCellId } from "./cell_ids.ts";
import { newCell } from "./edit_cells.ts";
import { type CellType, type Edit, jsonObject, type Notebook } from "./notebook.ts";
import { deepEqual } from "../../base/deep_equal.ts";

export interface NotebookKernel {
  readonly name: string;
  readonly displayName: string;
  readonly language: string;
}

interface FirstCell {
  readonly type: CellType;
  readonly source: string;
}

export function newNotebook(kernel: NotebookKernel, cells: readonly FirstCell[] = []): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: kernel.name, display_name: kernel.displayName, language: kernel.language },
      language_info: languageByName(kernel.language),
    },
    cells: cells.map((cell) => newCell({ ...cell, id: newCellId() })),
  };
}

/** `metadata.language_info`: converters take the file extension from it. */
type LanguageInfo = Readonly<Record<string, unknown>>;

/** What kernels of common languages report about them; kernelspecs only name the language. */
const common: Readonly<Record<string, LanguageInfo>> = {
  python: { file_extension: ".py", mimetype: "text/x-python", pygments_lexer: "ipython3" },
  r: { file_extension: ".r", mimetype: "text/x-r-source", pygments_lexer: "r" },
  julia: { file_extension: ".jl", mimetype: "application/julia", pygments_lexer: "julia" },
  javascript: { file_extension: ".js", mimetype: "text/javascript", pygments_lexer: "javascript" },
  typescript: { file_extension: ".ts", mimetype: "text/x.typescript", pygments_lexer: "typescript" },
  bash: { file_extension: ".sh", mimetype: "text/x-sh", pygments_lexer: "bash" },
  "c++": { file_extension: ".cpp", mimetype: "text/x-c++src", pygments_lexer: "c++" },
  scala: { file_extension: ".sc", mimetype: "text/x-scala", pygments_lexer: "scala" },
  ruby: { file_extension: ".rb", mimetype: "application/x-ruby", pygments_lexer: "ruby" },
};

/** What is known about a language before its kernel has run. */
export function languageByName(name: string): LanguageInfo {
  const language = name.toLowerCase();
  return { name, ...(Object.hasOwn(common, language) ? common[language] : {}) };
}

/** States the language as its kernel describes it; a newer kernel may describe it differently. */
export function statesLanguage(reported: LanguageInfo | undefined): Edit {
  return (notebook) => {
    const { name } = reported ?? {};
    if (reported === undefined || typeof name !== "string" || name === "") return notebook;
    const stated = jsonObject.safeParse(notebook.metadata["language_info"]).data;
    if (deepEqual(stated, reported)) return notebook;
    return { ...notebook, metadata: { ...notebook.metadata, language_info: reported } };
  };
}
