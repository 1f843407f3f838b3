/** A notebook that has no cells yet, in the newest format that Jupyter writes (4.5). */

export interface NotebookKernel {
  readonly name: string;
  readonly displayName: string;
  readonly language: string;
}

export function newNotebook(kernel: NotebookKernel) {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: kernel.name, display_name: kernel.displayName, language: kernel.language },
      language_info: { name: kernel.language },
    },
    cells: [],
  };
}
