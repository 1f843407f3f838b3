/** What a kernel says about itself, and what the server says about it. */

import { AppError } from "../../base/errors.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { getKernel, type KernelModel } from "../rest/kernels.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import { contents, type Received } from "./messages.ts";

export interface KernelInfo {
  /** In lower case, such as `python` or `r`. */
  readonly language: string;
  /** Its language as notebooks state it; undefined if the kernel itself has not said. */
  readonly languageInfo?: Readonly<Record<string, unknown>>;
  readonly hasSubshells: boolean;
}

export function readKernelInfo(message: Received): KernelInfo {
  const { language_info, supported_features } = contents.kernel_info_reply.parse(message.content());
  return {
    language: language_info.name.toLowerCase(),
    languageInfo: language_info,
    hasSubshells: supported_features.includes("kernel subshells"),
  };
}

interface SpecOptions {
  /** What the kernel itself has said by then, which takes precedence. */
  readonly known: () => KernelInfo;
  readonly signal?: AbortSignal | undefined;
}

/** What is known about a kernel that has not answered yet: the language in its kernelspec. */
export async function infoBySpec(
  http: JupyterHttp,
  name: string,
  { known, signal }: SpecOptions,
): Promise<KernelInfo> {
  const { kernelspecs } = await getKernelspecs(http, signal);
  const fromKernel = known();
  if (fromKernel.language !== "") return fromKernel;
  return { language: kernelspecs[name]?.spec.language.toLowerCase() ?? "", hasSubshells: false };
}

/** A kernel's model as the server reports it. */
export async function fetchKernelModel(
  http: JupyterHttp,
  id: string,
  signal?: AbortSignal,
): Promise<KernelModel> {
  try {
    return await getKernel(http, id, signal);
  } catch (error) {
    throw error instanceof StatusError && error.status === 404 ? kernelGone(id) : error;
  }
}

export function kernelGone(id: string): AppError {
  return new AppError("kernel_not_found", `Cannot use kernel "${id}": it is gone`, {
    hint: "Call session_list to see what runs, or session_create for a fresh kernel",
  });
}

export function isKernelGone(error: unknown): boolean {
  return error instanceof AppError && error.code === "kernel_not_found";
}
