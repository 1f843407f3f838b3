/** Counts packages in the output of pip or uv, to show their progress. */

import { plural } from "../../base/text.ts";

export class PackageCount {
  /** All packages it has looked at, whether installed already or not. */
  readonly #found = new Set<string>();
  #fetched = 0;
  #installed = 0;

  read(line: string): void {
    const [, doing, name = ""] = packageLine.exec(line) ?? [];
    if (doing !== undefined) this.#found.add(name.toLowerCase());
    if (doing !== undefined && doing !== satisfied) this.#fetched += 1;
    this.#installed = installedIn(line) ?? this.#installed;
  }

  get progress(): string {
    if (this.#installed > 0) return `installing ${counted(this.#installed)}`;
    return `${counted(this.#found.size)} found`;
  }

  get outcome(): string {
    const count = this.#installed === 0 ? this.#fetched : this.#installed;
    return count === 0 ? "Nothing newer to install" : `Installed ${counted(count)}`;
  }
}

const satisfied = "Requirement already satisfied:";
const packageLine = /^\s*(Collecting|Processing|Requirement already satisfied:) ([\w./-]+)/;

/** The number of installed packages in a line of pip or uv. */
function installedIn(line: string): number | undefined {
  const uv = /^Installed (\d+) packages?/.exec(line.trim());
  if (uv !== null) return Number(uv[1]);
  const pip = /^Installing collected packages: (.*)$/.exec(line);
  return pip === null ? undefined : (pip[1] ?? "").split(", ").length;
}

function counted(count: number): string {
  return `${count} ${plural(count, "package")}`;
}
