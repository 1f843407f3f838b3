/** The embedded font, which has Latin and Japanese. The renderer room only: nothing else draws text. */

import bytes from "@expo-google-fonts/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf" with { type: "bytes" };

export const fontFamily = "M PLUS 1p";

export const fontBytes: Uint8Array = bytes;
