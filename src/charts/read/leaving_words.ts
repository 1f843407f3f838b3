/** Words before what a sentence leaves out: groups, times, or rows of which a condition holds. */

/** Finds those that say nothing else, whatever follows. */
export const leavingWords: string = [
  "excluding",
  "exclude",
  "except(?: for)?",
  "without",
  "ignor(?:e|ing)",
  "omit(?:ting)?",
  "leav(?:e|ing) out",
  "skip(?:ping)?",
  "not including",
  "not counting",
  "(?:do not|don['’]?t) (?:show|draw|include|count|use|plot)",
].join("|");

/** Finds those that set what follows against all else. */
export const ratherWords = "other than|apart from|aside from|minus|instead of|rather than";

/** Finds what stands behind it in Japanese. */
export const leavingJa = "除[いきくけ]|のぞ[いきく]|除外";
