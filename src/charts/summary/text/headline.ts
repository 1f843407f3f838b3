/** Names of columns as a reader wants to see them. */

/** A title made of names: without underscores, and with a capital first where it begins with a word (not kWh, ppm, v). */
export function headline(text: string): string {
  const title = spaced(text);
  return /^[a-z]*[aeiouy][a-z]*(?![A-Za-z\d])/.test(title) ? capital(title) : title;
}

/** 地域別, and 性別 as it is. */
export function eachJa(name: string): string {
  return name.endsWith("別") ? name : `${name}別`;
}

/** Units by which names of columns end, as they are written. */
const units: Readonly<Record<string, string>> = {
  c: "°C",
  celsius: "°C",
  f: "°F",
  fahrenheit: "°F",
  pct: "%",
  percent: "%",
  hpa: "hPa",
  kpa: "kPa",
  mpa: "MPa",
  kwh: "kWh",
  mwh: "MWh",
  kw: "kW",
  mw: "MW",
  khz: "kHz",
  mhz: "MHz",
  db: "dB",
  kusd: "kUSD",
  musd: "MUSD",
  keur: "kEUR",
  meur: "MEUR",
  kgbp: "kGBP",
  mgbp: "MGBP",
  kjpy: "kJPY",
  mjpy: "MJPY",
  usd: "USD",
  eur: "EUR",
  gbp: "GBP",
  jpy: "JPY",
  kg: "kg",
  mg: "mg",
  km: "km",
  cm: "cm",
  mm: "mm",
  ml: "ml",
  ms: "ms",
  kmh: "km/h",
  mph: "mph",
  rpm: "rpm",
  bpm: "bpm",
  ppm: "ppm",
};
const unitAtEnd = new RegExp(`(?<=[a-z\\d])_(${Object.keys(units).join("|")})(?![a-z\\d_])`, "gi");

function spaced(name: string): string {
  const written = name.replaceAll(unitAtEnd, (_, unit: string) => ` (${units[unit.toLowerCase()] ?? unit})`);
  return written.replaceAll(/(?<=[^\s_])_+(?=[^\s_])/g, " ")
    .replaceAll(acronyms, (word) => word.toUpperCase());
}

/** Words that are written in capitals. */
const acronyms =
  /(?<![A-Za-z\d])(?:dau|mau|wau|mrr|arr|arpu|aov|ltv|clv|cac|ctr|cvr|cpc|cpm|roi|roas|gmv|gdp|cpi|ppi|nps|csat|kpi|sla|sku|co2|nox|pm10|bmi|gpa|cpu|gpu|api|url|ebitda|ebit|cogs|capex|opex|fte|eps|crm|seo)(?![A-Za-z\d])/g;

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
