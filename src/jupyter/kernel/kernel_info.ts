/** What a kernel says of itself. */

import { contents, type Received } from "./messages.ts";

export interface KernelInfo {
  /** In lower case, such as `python` or `r`. */
  readonly language: string;
  readonly hasSubshells: boolean;
}

export function readKernelInfo(message: Received): KernelInfo {
  const { language_info, supported_features } = contents.kernel_info_reply.parse(message.content());
  return {
    language: language_info.name.toLowerCase(),
    hasSubshells: supported_features.includes("kernel subshells"),
  };
}
