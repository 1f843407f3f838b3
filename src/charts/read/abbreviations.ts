/** Short words in names of columns, and how a sentence says them: conv_rate is the conversion rate, dau daily active users. */

/** The commonest one first. */
const longForms: ReadonlyMap<string, readonly string[]> = new Map(Object.entries({
  acct: ["account"],
  alt: ["altitude"],
  amt: ["amount"],
  aov: ["average order value"],
  arpu: ["revenue per user", "average revenue per user"],
  arr: ["annual recurring revenue"],
  avg: ["average", "mean"],
  cac: ["acquisition cost", "customer acquisition cost"],
  cat: ["category"],
  clv: ["lifetime value", "customer lifetime value"],
  cnt: ["count"],
  conv: ["conversion"],
  cpc: ["cost per click"],
  cpi: ["consumer price index"],
  csat: ["customer satisfaction", "customer satisfaction score"],
  ctr: ["click through rate", "clickthrough rate"],
  cust: ["customer"],
  cvr: ["conversion rate"],
  dau: ["daily active user"],
  dept: ["department"],
  dist: ["distance"],
  dur: ["duration"],
  elev: ["elevation"],
  emp: ["employee"],
  fte: ["full time equivalent"],
  gdp: ["gross domestic product"],
  gmv: ["gross merchandise value", "gross merchandise volume"],
  hum: ["humidity"],
  imp: ["impression"],
  len: ["length"],
  loc: ["location"],
  ltv: ["lifetime value", "customer lifetime value"],
  mau: ["monthly active user"],
  max: ["maximum", "highest"],
  mgr: ["manager"],
  min: ["minimum", "lowest"],
  mktg: ["marketing"],
  mrr: ["monthly recurring revenue"],
  nps: ["net promoter score"],
  num: ["number", "number of"],
  org: ["organization", "organisation"],
  pmt: ["payment"],
  pop: ["population"],
  prec: ["precipitation"],
  precip: ["precipitation"],
  prod: ["product", "production"],
  qty: ["quantity"],
  rev: ["revenue"],
  roi: ["return on investment"],
  sal: ["salary"],
  sess: ["session"],
  spd: ["speed"],
  subj: ["subject"],
  temp: ["temperature"],
  tot: ["total"],
  txn: ["transaction"],
  vol: ["volume"],
  wau: ["weekly active user"],
  wt: ["weight"],
}));

/** What a short word stands for; nothing where it stands for itself. */
export function longFormsOf(word: string): readonly string[] {
  return longForms.get(word) ?? [];
}

/** A plain name with all its short words written out. */
export function writtenOut(name: string): string {
  return name.replaceAll(/[a-z]+/g, (word) => longFormsOf(word)[0] ?? word);
}
