/** Names of world regions in business tables. In a column of these, NA means North America, not a missing value. */

const regions = new RegExp(
  `^(?:${
    [
      "EU|EMEA|EMEIA|APAC|APJ|JAPAC|LATAM|LAC|MEA|MENA|ANZ|ASEAN|DACH|CEE|ROW",
      "(?:(?:north|south|east|west|central|latin)(?:ern)? )?(?:america|europe|asia|africa)",
      "(?:asia[ -]?)?pacific|oceania|middle east",
      "(?:EU|APAC|EMEA|LATAM) (?:north|south|east|west|central)",
    ].join("|")
  })$`,
  "i",
);

/** Whether half of the names are such regions. Country codes do not count: among them NA may be Namibia or missing. */
export function areRegions(names: ReadonlySet<string>): boolean {
  const known = [...names].filter((name) => regions.test(name.trim()));
  return known.length > 0 && known.length * 2 >= names.size;
}
