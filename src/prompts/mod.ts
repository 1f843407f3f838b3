/** All prompts in menu order: the English ones, then the Japanese ones. */

import type { Prompt } from "../prompt.ts";
import { analysisWithFigures, analysisWithFiguresJa } from "./analysis_with_figures.ts";
import { basicAnalysis, basicAnalysisJa } from "./basic_analysis.ts";
import { cleanUp, cleanUpJa } from "./clean_up.ts";
import { continueInNotebook, continueInNotebookJa } from "./continue_in_notebook.ts";

export const prompts: readonly Prompt[] = [
  basicAnalysis,
  analysisWithFigures,
  continueInNotebook,
  cleanUp,
  basicAnalysisJa,
  analysisWithFiguresJa,
  continueInNotebookJa,
  cleanUpJa,
];
