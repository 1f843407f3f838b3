/**
 * When a refused request is worth another try: a server that is overloaded (429) or still starting (503, as hubs and
 * proxies say it) has not done anything yet.
 */

const firstDelay = 500;
const longestDelay = 4_000;

/** Milliseconds until the next try; undefined where another try is useless. */
export function retryDelay(response: Response, attempt: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const asked = Number(response.headers.get("retry-after"));
  const own = firstDelay * 2 ** attempt;
  return Math.min(longestDelay, Number.isFinite(asked) && asked > 0 ? asked * 1_000 : own);
}
