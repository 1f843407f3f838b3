/** The walk: what a person asks for, in order. */

import { analyse } from "./steps/analyse.ts";
import { cleanUp } from "./steps/clean_up.ts";
import { drawFigure } from "./steps/draw_figure.ts";
import { handOver } from "./steps/hand_over.ts";
import { loadData } from "./steps/load_data.ts";
import { shareKernel } from "./steps/share_kernel.ts";
import { startSession } from "./steps/start_session.ts";
import { stopRun } from "./steps/stop_run.ts";
import { surviveException } from "./steps/survive_exception.ts";
import type { Step } from "./step.ts";

export const steps: readonly Step[] = [
  startSession,
  loadData,
  analyse,
  drawFigure,
  surviveException,
  handOver,
  stopRun,
  shareKernel,
  cleanUp,
];
