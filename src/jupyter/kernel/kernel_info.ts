/** What a kernel says of itself. */

import type { JupyterHttp } from "../rest/http.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import { contents, type Received } from "./messages.ts";

export interface KernelInfo {
  /** In lower case, such as `python` or `r`. */
  readonly language: string;
  /** Its language as notebooks state it; undefined if the kernel itself has not told. */
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
  /** What the kernel itself has told by then, which counts more. */
  readonly known: () => KernelInfo;
  readonly signal?: AbortSignal | undefined;
}

/** What is known of a kernel that has not answered yet: the language that its kernelspec names. */
export async function infoBySpec(
  http: JupyterHttp,
  name: string,
  { known, signal }: SpecOptions,
): Promise<KernelInfo> {
  const { kernelspecs } = await getKernelspecs(http, signal);
  const said = known();
  if (said.language !== "") return said;
  return { language: kernelspecs[name]?.spec.language.toLowerCase() ?? "", hasSubshells: false };
}
