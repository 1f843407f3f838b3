/** The README as packages carry it: it installs the package that it comes with, and every link is whole. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceMarked } from "../docs/markers.ts";
import { repository } from "./project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The part of the README that is true until something is published, and what takes its place. */
export const unpublished = "get";

export async function packageReadme(): Promise<string> {
  const readme = await Deno.readTextFile(join(root, "README.md"));
  const published = await Deno.readTextFile(new URL("./get_the_program.md", import.meta.url));
  return withWholeLinks(replaceMarked(readme, unpublished, published.trim()));
}

/** In a registry a link to a file of the repository leads nowhere, and a picture of it is not shown. */
export function withWholeLinks(markdown: string): string {
  const whole = (path: string, folder: "blob" | "raw") => `${repository}/${folder}/main/${path}`;
  return markdown
    .replaceAll(
      /(!?)(\[[^\]]*\])\((?!https?:|#|mailto:)([^)\s]+)\)/g,
      (_, picture: string, text: string, path: string) =>
        `${picture}${text}(${whole(path, picture === "" ? "blob" : "raw")})`,
    )
    .replaceAll(/(?<=<img [^>]*src=")(?!https?:)([^"]+)/g, (_, path: string) => whole(path, "raw"));
}
