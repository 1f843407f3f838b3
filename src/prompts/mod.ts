/** All prompts in menu order: the English ones, then the Japanese ones. */

import type { Prompt } from "../prompt.ts";
import { analysisWithFigures } from "./analysis_with_figures.ts";
import { basicAnalysis } from "./basic_analysis.ts";
import { cleanUp } from "./clean_up.ts";
import { continueInNotebook } from "./continue_in_notebook.ts";

const all = [basicAnalysis, analysisWithFigures, continueInNotebook, cleanUp];

export const prompts: readonly Prompt[] = [...all.map(({ en }) => en), ...all.map(({ ja }) => ja)];
