/** Nouns that mean how many there are, without a word for a number. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv, daysFrom, tables } from "./tables.ts";

function mapped(data: string, query: string): unknown {
  return made(data, query).metadata["mapping"];
}

const rows = Array.from({ length: 60 }, (_, k) => k);
const staff = csv(
  "employee_id,department,role,gender,salary",
  rows.map((k) => [4000 + k, ["Sales", "IT", "HR"][k % 7 % 3], `role ${k % 2}`, k % 3 ? "f" : "m", 300 + k]),
);
const staffJa = csv(
  "社員番号,部署,役職,性別,年収",
  rows.map((
    k,
  ) => [`S${k}`, ["営業", "開発"][k % 5 % 2], ["課長", "一般"][k % 2], "男女"[k % 3 % 2], 300 + k]),
);
const calls = (header: string) =>
  csv(
    header,
    daysFrom("2024-01-01", 120).flatMap((day, k) =>
      [0, 1].map((i) => [day, `desk ${(k + i) % 5 % 3}`, 5 + (k * 7 + i) % 20])
    ),
  );

Deno.test("nouns for what every row is one of are counted, and group nothing", () => {
  const byDepartment = { x: "department", y: "count" };
  for (
    const query of [
      "headcount by department",
      "which department has the most employees?",
      "employees per department",
    ]
  ) {
    assert.deepEqual(mapped(staff, query), byDepartment, query);
  }
  for (const query of ["社員が一番多い部署は", "社員が多い部署を教えて", "社員の少ない部署"]) {
    assert.deepEqual(mapped(staffJa, query), { x: "部署", y: "count" }, query);
  }
  assert.deepEqual(mapped(staffJa, "男女比"), { x: "性別", y: "count" });
  assert.deepEqual(mapped(staff, "gender ratio"), { x: "gender", y: "count" });
  assert.deepEqual(mapped(staffJa, "部署ごとの男女比"), { x: "部署", y: "count", color: "性別" });
  assert.deepEqual(mapped(tables.staff, "which office has the most employees?"), { x: "office", y: "count" });
});

Deno.test("events are counted, by the column of their day or by a usual word for them", () => {
  for (const header of ["call_date,desk,wait_min", "date,desk,wait_min"]) {
    const [day = ""] = header.split(",");
    const cases: readonly (readonly [string, unknown])[] = [
      ["calls per desk", { x: "desk", y: "count" }],
      ["calls by desk", { x: "desk", y: "count" }],
      ["monthly calls by desk over time", { x: day, y: "count", color: "desk" }],
      ["calls by day of week", { x: "day of week", y: "count" }],
      ["busiest desk", { x: "desk", y: "count" }],
      ["calls over time", { x: day, y: "count" }],
      ["average wait by desk", { x: "desk", y: "wait_min" }],
    ];
    for (const [query, mapping] of cases) assert.deepEqual(mapped(calls(header), query), mapping, query);
  }
});

Deno.test("what is measured stays measured beside the noun of the rows", () => {
  assert.deepEqual(mapped(staff, "average salary of employees by department"), {
    x: "department",
    y: "salary",
  });
  assert.deepEqual(mapped(staffJa, "社員の年収が高い部署"), { x: "部署", y: "年収" });
  const daily = csv("order_date,amount", daysFrom("2024-01-01", 40).map((day, k) => [day, 10 + k]));
  assert.deepEqual(mapped(daily, "orders over time"), { x: "order_date", y: "amount" });
  const shops = csv("shop,visitors_total,rating", [["a", 5, 3], ["b", 9, 4], ["c", 7, 5]]);
  assert.deepEqual(mapped(shops, "visitors by shop"), { x: "shop", y: "visitors_total" });
  assert.deepEqual(mapped(shops, "busiest shop"), { x: "shop", y: "visitors_total" });
});

Deno.test("the distribution of what rows are over groups is how many each has", () => {
  const days = daysFrom("2024-01-01", 60);
  const clinic = (k: number) => ["Ear", "Eye", "Skin"][k % 5 % 3];
  const tables = [
    csv("visit_id,clinic", days.map((_, k) => [k + 1, clinic(k)])),
    csv("date,clinic", days.map((day, k) => [day, clinic(k)])),
    csv("visit_date,clinic,wait_min", days.map((day, k) => [day, clinic(k), 5 + k % 20])),
  ];
  for (const data of tables) {
    for (const query of ["distribution of visits by clinic", "How are visits distributed across clinics?"]) {
      const { metadata } = made(data, query);
      assert.deepEqual(
        [metadata.pattern_id, metadata["mapping"]],
        ["P02", { x: "clinic", y: "count" }],
        query,
      );
    }
  }
  const ja = csv("来院日,診療科", days.map((day, k) => [day, ["内科", "外科", "眼科"][k % 3]]));
  for (const query of ["診療科別の来院の分布", "来院の診療科別分布", "来院は診療科でどう分布している？"]) {
    assert.deepEqual(made(ja, query).metadata["mapping"], { x: "診療科", y: "count" }, query);
  }
});

Deno.test("the distribution of a number that is named is one of its values", () => {
  const visits = csv(
    "clinic,visits",
    Array.from({ length: 60 }, (_, k) => [["Ear", "Eye"][k % 2], 5 + k % 20]),
  );
  assert.deepEqual(
    made(visits, "distribution of visits by clinic").metadata["mapping"],
    { x: "visits", y: "count", color: "clinic" },
  );
});

Deno.test("what a sentence says to count is counted, also where a number bounds it", () => {
  const query = "年収が340以上の社員を部署別に数える";
  assert.deepEqual(mapped(staffJa, query), { x: "部署", y: "count" });
  assert.deepEqual(made(staffJa, query).metadata.warnings, ["「年収が340以上」の行だけを使いました"]);
});

Deno.test("columns side by side that the sentence names are what it counts", () => {
  const web = csv(
    "day,visits,signups",
    daysFrom("2024-01-01", 40).map((day, k) => [day, 100 + k, 60 + k % 7]),
  );
  for (const query of ["Visits vs. signups over time", "Number of visits and signups by day"]) {
    assert.deepEqual(made(web, query).metadata.warnings, [], query);
  }
});

Deno.test("how many of what a name tells the worth of are counted", () => {
  const data = csv(
    "day,channel,order_value,rating",
    daysFrom("2024-01-01", 90).map((
      day,
      k,
    ) => [day, ["web", "shop", "phone"][k % 7 % 3], 20 + (k * 37) % 90, k % 5]),
  );
  const counted = { x: "channel", y: "count" };
  for (
    const query of [
      "number of orders by channel",
      "orders per channel",
      "How many orders come in by each channel?",
    ]
  ) {
    assert.deepEqual(mapped(data, query), counted, query);
  }
  const worth = { x: "channel", y: "order_value" };
  for (
    const query of [
      "order value by channel",
      "total value of orders by channel",
      "average order value per channel",
    ]
  ) {
    assert.deepEqual(mapped(data, query), worth, query);
  }
  const totals = csv(
    "week,visitor_total",
    Array.from({ length: 12 }, (_, k) => [`2024-W${k + 10}`, 30 + k * 7 % 11]),
  );
  assert.deepEqual(mapped(totals, "number of visitors over time"), { x: "week", y: "visitor_total" });
});

Deno.test("how many there are is told by the column of them where every group has one row", () => {
  const data = csv(
    "year,city,admitted_total",
    [2020, 2021, 2022, 2023].flatMap((year) =>
      ["Bern", "Basel", "Chur"].map((city, c) => [year, city, 40 + (year * 7 + c * 13) % 29])
    ),
  );
  assert.deepEqual(mapped(data, "市ごとの入院者数の推移"), { x: "year", y: "admitted_total", color: "city" });
  const { metadata } = made(
    csv(
      "month,plan,joined,left",
      Array.from({ length: 24 }, (_, k) => [`2024-${k % 12 + 1}`, "AB"[k % 2], k * 5 % 17, k * 3 % 7]),
    ),
    "プラン別の加入者数の推移",
  );
  assert.match(JSON.stringify(metadata["warnings"]), /joined|行の件数/);
});

Deno.test("page views that are numbered are counted", () => {
  const data = csv(
    "page_view,device,load_s",
    rows.map((k) => [k + 1, ["tablet", "phone"][k % 5 % 2], 1 + (k * 7 % 31) / 10]),
  );
  assert.deepEqual(mapped(data, "page views by device"), { x: "device", y: "count" });
  assert.deepEqual(mapped(data, "load time by device"), { x: "device", y: "load_s" });
});

Deno.test("what happens every week or month is counted, also without a word for a number", () => {
  const visits = csv(
    "visit_id,visit_date,ward,age",
    daysFrom("2024-01-01", 200).map((day, k) => [70000 + k, day, `ward ${k % 3}`, 20 + k * 7 % 60]),
  );
  for (const query of ["weekly visits", "monthly visits", "daily visits"]) {
    assert.deepEqual(mapped(visits, query), { x: "visit_date", y: "count" }, query);
  }
  const joined = csv(
    "member_no,joined,branch,fee,hours",
    daysFrom("2023-01-01", 300).map((day, k) => [`m${k}`, day, `branch ${k % 3}`, 20 + k % 4, k % 9]),
  );
  assert.deepEqual(mapped(joined, "sign-ups per month"), { x: "joined", y: "count" });
  assert.deepEqual(mapped(joined, "new hires by month"), { x: "joined", y: "count" });
  assert.deepEqual(mapped(joined, "sign-ups by month and branch"), {
    x: "joined",
    y: "count",
    color: "branch",
  });
  assert.deepEqual(mapped(joined, "average fee of new hires by month"), { x: "joined", y: "fee" });
});

Deno.test("the noun for people names nothing that is told of them", () => {
  const swimmers = csv(
    "cap,swimmer_gender,swimmer_age_band,lap_sec,team",
    rows.map((
      k,
    ) => [k + 1, "FM"[k % 5 % 2], ["18-29", "30+"][k % 2], 60 + k % 9, ["Otters", "Pikes"][k % 3 % 2]]),
  );
  const byTeam = { x: "team", y: "count" };
  const cases: readonly (readonly [string, unknown])[] = [
    ["swimmers per team", byTeam],
    ["which team has the most swimmers?", byTeam],
    ["number of swimmers by team", byTeam],
    ["swimmers by gender", { x: "swimmer_gender", y: "count" }],
    ["swimmers per team and gender", { x: "swimmer_gender", y: "count", color: "team" }],
    ["average lap of swimmers per team", { x: "team", y: "lap_sec" }],
  ];
  for (const [query, mapping] of cases) assert.deepEqual(mapped(swimmers, query), mapping, query);
  assert.deepEqual(made(swimmers, "number of swimmers by team").metadata["warnings"], []);
});

Deno.test("the distribution of what a condition bounds is one of its values where nothing groups it", () => {
  const bills = csv(
    "伝票ID,売上日,部門,金額",
    daysFrom("2024-01-01", 90).map((day, k) => [`D${k}`, day, ["鮮魚", "青果"][k % 2], 500 + k * 613 % 9000]),
  );
  assert.deepEqual(mapped(bills, "金額4000円以上の取引の分布"), { x: "金額", y: "count" });
  assert.deepEqual(mapped(bills, "金額4000円以上の取引の部門別の分布"), { x: "部門", y: "count" });
});

Deno.test("how many there were in a month is a number and no month", () => {
  for (const name of ["visits_last_month", "visits_per_month", "monthly_visits"]) {
    const members = csv(
      `member,branch,fee,${name}`,
      rows.map((k) => [`m${k}`, ["Bow", "Kew"][k % 2], 20 + k % 3, 1 + k % 12]),
    );
    assert.deepEqual(mapped(members, "average visits by branch"), { x: "branch", y: name }, name);
  }
  const months = csv("month,fee", rows.slice(0, 12).map((k) => [k + 1, 30 + k * 7 % 5]));
  assert.deepEqual(mapped(months, "fee over time"), { x: "month", y: "fee" });
});
