/** Tables of the shapes that analysts have, without any chance in them. */

export function csv(header: string, rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows.map((row) => row.join(","))].join("\n");
}

/** Numbers that look random and are always the same. */
export function wave(index: number, seed = 0): number {
  return Math.sin(index * 12.9898 + seed * 78.233) * 0.5 + Math.sin(index * 4.1414 + seed) * 0.5;
}

export function monthsFrom(year: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const month = String(index % 12 + 1).padStart(2, "0");
    return `${year + Math.floor(index / 12)}-${month}`;
  });
}

export function daysFrom(start: string, count: number): string[] {
  const first = Date.parse(`${start}T00:00:00Z`);
  return Array.from(
    { length: count },
    (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10),
  );
}

const cities = ["札幌", "仙台", "金沢"];
const teams = ["Red", "Blue", "Green"];
const plants = ["A", "B", "C", "D", "E", "F"];

export const tables = {
  /** One series over 24 months. */
  monthly: csv(
    "年月,売上高",
    monthsFrom(2023, 24).map((month, index) => [month, 800 + index * 11 + Math.round(60 * wave(index))]),
  ),
  monthlyEn: csv(
    "month,orders",
    monthsFrom(2023, 24).map((month, index) => [month, 300 + index * 4 + Math.round(30 * wave(index))]),
  ),
  /** Three groups over 18 months. */
  monthlyByCity: csv(
    "年月,都市,来店者数",
    monthsFrom(2023, 18).flatMap((month, index) =>
      cities.map((city, k) => [month, city, 400 + 90 * k + Math.round(50 * wave(index, k))])
    ),
  ),
  monthlyByTeam: csv(
    "month,team,tickets",
    monthsFrom(2023, 18).flatMap((month, index) =>
      teams.map((team, k) => [month, team, 40 + 12 * k + Math.round(8 * wave(index, k))])
    ),
  ),
  /** Three groups over four quarters. */
  quarterlyByCity: csv(
    "四半期,都市,契約数",
    ["2024Q1", "2024Q2", "2024Q3", "2024Q4"].flatMap((quarter, index) =>
      cities.map((city, k) => [quarter, city, 70 + 20 * k + index * 5])
    ),
  ),
  quarterlyByTeam: csv(
    "quarter,team,bookings",
    ["2024Q1", "2024Q2", "2024Q3", "2024Q4"].flatMap((quarter, index) =>
      teams.map((team, k) => [quarter, team, 70 + 20 * k + index * 5])
    ),
  ),
  /** Three groups with short names over 60 days. */
  dailyByRobot: csv(
    "day,robot,picks",
    daysFrom("2024-06-01", 60).flatMap((date, index) =>
      ["R1", "R2", "R3"].map((robot, k) => [date, robot, 200 + 30 * k + Math.round(20 * wave(index, k))])
    ),
  ),
  dailyByPress: csv(
    "日付,機械,個数",
    daysFrom("2024-06-01", 60).flatMap((date, index) =>
      ["1号機", "2号機", "3号機"].map((name, k) => [date, name, 90 + 10 * k + Math.round(9 * wave(index, k))])
    ),
  ),
  /** One row for each stay, of which a column says yes or no. */
  stays: csv(
    "day,ward,nights,transferred",
    daysFrom("2024-01-01", 150).map((
      date,
      index,
    ) => [date, ["East", "West", "South"][index % 3], 1 + index % 8, index * 7 % 5 < 2 ? "yes" : "no"]),
  ),
  staysJa: csv(
    "日付,病棟,泊数,転院",
    daysFrom("2024-01-01", 150).map((
      date,
      index,
    ) => [date, ["東棟", "西棟", "南棟"][index % 3], 1 + index % 8, index * 7 % 5 < 2 ? 1 : 0]),
  ),
  /** One value for each group. */
  byBranch: csv("支店,契約件数", [["本店", 120], ["駅前", 88], ["港南", 45], ["北口", 150], ["空港", 30]]),
  byBrand: csv("brand,complaints", [["Alto", 12], ["Brio", 30], ["Cima", 7], ["Duo", 22], ["Este", 18]]),
  /** Many values in three groups. */
  scoresByClass: csv(
    "組,点数",
    ["一組", "二組", "三組"].flatMap((name, k) =>
      Array.from({ length: 60 }, (_, index) => [name, Math.round(60 + 6 * k + 18 * wave(index, k))])
    ),
  ),
  heightsByTeam: csv(
    "team,reaction_ms",
    teams.flatMap((team, k) =>
      Array.from({ length: 60 }, (_, index) => [team, Math.round(250 + 20 * k + 60 * wave(index, k))])
    ),
  ),
  /** Many values in six groups. */
  weightsByPlant: csv(
    "工場,重量",
    plants.flatMap((name, k) =>
      Array.from({ length: 40 }, (_, index) => [`工場${name}`, (50 + k + 4 * wave(index, k)).toFixed(2)])
    ),
  ),
  weightsByPlantEn: csv(
    "plant,thickness",
    plants.flatMap((name, k) =>
      Array.from(
        { length: 40 },
        (_, index) => [`Plant ${name}`, (5 + k * 0.1 + 0.4 * wave(index, k)).toFixed(3)],
      )
    ),
  ),
  /** Many values without groups. */
  waits: csv("待ち時間", Array.from({ length: 300 }, (_, index) => [Math.round(12 + 8 * wave(index))])),
  waitsEn: csv(
    "delivery_days",
    Array.from({ length: 300 }, (_, index) => [(4 + 2.5 * wave(index)).toFixed(1)]),
  ),
  /** Many values over two years. */
  dailyValues: csv(
    "日付,応答時間",
    daysFrom("2023-01-01", 700).map((
      date,
      index,
    ) => [date, Math.round(200 + index * 0.1 + 60 * wave(index))]),
  ),
  dailyValuesEn: csv(
    "date,basket_size",
    daysFrom("2023-01-01", 700).map((
      date,
      index,
    ) => [date, (30 + index * 0.02 + 9 * wave(index)).toFixed(1)]),
  ),
  /** Texts only, one row a case. */
  cases: csv(
    "問い合わせ種別,担当",
    Array.from(
      { length: 90 },
      (_, index) => [["故障", "請求", "解約", "その他質問"][index % 7 % 4], `担当${index % 3}`],
    ),
  ),
  casesEn: csv(
    "status,owner",
    Array.from(
      { length: 90 },
      (_, index) => [["open", "closed", "waiting"][index % 5 % 3], `owner${index % 4}`],
    ),
  ),
  /** One row for each visit or employee, with its day. */
  visits: csv(
    "visit_date,clinic,wait_min",
    daysFrom("2024-01-01", 60).map((
      date,
      index,
    ) => [date, ["Ear", "Eye", "Skin"][index % 3], 5 + index % 20]),
  ),
  visitsJa: csv(
    "来院日,診療科,待ち時間",
    daysFrom("2024-01-01", 60).map((
      date,
      index,
    ) => [date, ["内科", "外科", "眼科"][index % 3], 5 + index % 20]),
  ),
  staff: csv(
    "employee,office,age",
    Array.from({ length: 40 }, (_, k) => [`e${k}`, ["Tokyo", "Osaka", "Nagoya"][k % 3], 20 + k % 30]),
  ),
  /** One row for each person. */
  staffBySex: csv(
    "department,gender",
    Array.from({ length: 60 }, (_, k) => [["Lab", "Shop", "Office"][k % 3], k % 4 <= k % 3 ? "F" : "M"]),
  ),
  staffBySexJa: csv(
    "部署,性別",
    Array.from({ length: 60 }, (_, k) => [["営業", "開発", "人事"][k % 3], k % 4 <= k % 3 ? "女性" : "男性"]),
  ),
  /** One row for each person, with an age by tens. */
  spendByAge: csv("age,spend", Array.from({ length: 60 }, (_, k) => [["30s", "20s", "50s"][k % 3], 90 + k])),
  spendByAgeJa: csv("年代,利用額", [["30代", 500], ["20代", 900], ["60代以上", 200], ["40代", 450]]),
  ordersJa: csv("注文,状態", Array.from({ length: 40 }, (_, k) => [`注${k}号`, ["完了", "未完"][k % 2]])),
  /** Three countries over five years. */
  emissions: csv(
    "year,country,co2",
    [2019, 2020, 2021, 2022, 2023].flatMap((year, i) =>
      ["Japan", "France", "Brazil"].map((country, k) => [year, country, 10 * k + i + 1])
    ),
  ),
  emissionsJa: csv(
    "年,国,排出量",
    [2019, 2020, 2021, 2022, 2023].flatMap((year, i) =>
      ["日本", "仏国", "伯国"].map((country, k) => [year, country, 10 * k + i + 1])
    ),
  ),
  /** Two columns of different things. */
  salesAndRate: csv(
    "month,sales,churn_rate",
    monthsFrom(2024, 12).map((m, k) => [m, 2e6 + k * 5e4, `${2 + k / 10}%`]),
  ),
  salesAndRateJa: csv(
    "年月,売上,解約率",
    monthsFrom(2024, 12).map((m, k) => [m, 2e6 + k * 5e4, `${2 + k / 10}%`]),
  ),
  bodies: csv("height,weight", Array.from({ length: 40 }, (_, k) => [150 + k, 50 + k * 0.7])),
} as const;

export type TableName = keyof typeof tables;

/** Three countries over five years. */
export const countries = csv(
  "year,country,co2",
  [2019, 2020, 2021, 2022, 2023].flatMap((year, i) =>
    ["Japan", "France", "Brazil"].map((country, k) => [year, country, 10 * k + i + 1])
  ),
);

/** Sales of two hundred days over the turn of a year. */
export const days = csv("date,sales", daysFrom("2023-11-01", 200).map((day, i) => [day, 10 + i % 7]));
