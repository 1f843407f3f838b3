/** Values that no tool expects, and some that every tool knows. */

import type { Random } from "./random.ts";

const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "/etc/shadow",
  "C:\\Windows\\win.ini",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "jupyter://sessions/../../x",
  "jupyter://files/%00",
  "${JUPYTER_TOKEN}",
  "{{7*7}}",
  "'; DROP TABLE items; --",
  "$(id)",
  "`id`",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "-1",
  "1e309",
  "NaN",
  "a".repeat(5_000),
  "🦕".repeat(300),
  "\u202eright to left",
  "\x1b[31mred\x1b[0m",
  "(a+)+$",
  "[",
  "*".repeat(200),
  "a\nb\r\nc",
  "売上",
];

const scalars: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e308,
  -1e308,
  9_007_199_254_740_993,
  2 ** 53,
];

export function hostileText(random: Random): string {
  return random.pick(texts);
}

/** Anything that JSON can say. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 2 ? 2 : 5);
  if (kind === 0) return random.pick(scalars);
  if (kind <= 2) return hostileText(random);
  const size = random.below(4);
  if (kind === 3) return Array.from({ length: size }, () => hostileValue(random, depth + 1));
  return hostileObject(random, { size, depth: depth + 1 });
}

export function hostileObject(
  random: Random,
  { size, depth }: { readonly size: number; readonly depth: number },
): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: size }, () => [hostileText(random).slice(0, 50), hostileValue(random, depth)]),
  );
}

/** Deeper than any reader likes. */
export function deepText(random: Random): string {
  const depth = random.pick([100, 5_000, 50_000]);
  return random.chance(0.5) ? "[".repeat(depth) : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}
