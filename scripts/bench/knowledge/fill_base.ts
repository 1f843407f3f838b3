/** Fills a knowledge base with items of about 4 KB, half English and half Japanese, the same ones every time. */

import { KnowledgeBase } from "../../../src/knowledge/knowledge_base.ts";
import { createItem } from "../../../src/knowledge/items.ts";
import { priorities } from "../../../src/knowledge/item.ts";
import { relate } from "../../../src/knowledge/relations.ts";
import { repeatableRandom } from "../../../tests/harness/repeatable_random.ts";

const english =
  "login report model training error dataset column review server cache query budget forecast analysis customer revenue pipeline kernel notebook schema index migration latency memory branch release feature metric chart table"
    .split(" ");
const japanese =
  "売上 監視 顧客 分析 報告 予算 会議 設計 開発 試験 障害 対応 計画 改善 資料 共有 確認 作成 管理 検索 基盤 データ グラフ モデル 学習 予測 精度 在庫 物流 請求"
    .split(" ");

/** Only one item has it. */
export const rareWord = "特異な稀語";
/** Nearly every item has it. */
export const commonWord = "売上";

/** Six items of ten have each. */
export const commonTags = ["team", "shared"] as const;

const types = ["issue", "decision", "knowledge", "handover", "session"];
const batch = 500;

export async function fillBase(folder: string, count: number): Promise<void> {
  const base = await KnowledgeBase.open({ folder });
  const random = repeatableRandom(7);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  try {
    for (let from = 1; from <= count; from += batch) {
      await base.write((db) => {
        for (let n = from; n < from + batch && n <= count; n++) {
          const body: string[] = n === Math.floor(count / 2) ? [rareWord] : [];
          for (let length = 0; length < 4_000;) {
            const word = random() < 0.5
              ? `${pick(english)} `
              : `${pick(japanese)}${random() < 0.3 ? "の" : "、"}`;
            body.push(word);
            length += new TextEncoder().encode(word).length;
          }
          const item = {
            type: pick(types),
            title: `${pick(japanese)} ${pick(english)} ${n}`,
            description: `${pick(english)} ${pick(japanese)}`,
            content: body.join(""),
            status: pick(["Open", "Open", "In Progress", "Review", "Closed"]),
            priority: priorities[Math.floor(random() * priorities.length)],
            tags: [pick(english), pick(japanese), ...commonTags.filter(() => random() < 0.6)],
          };
          const now = Date.UTC(2026, 0, 1) + n * 1_000;
          createItem(db, item, { now, uid: `bench-${n}` });
          for (let links = 0; links < 3 && n > 1; links++) {
            relate(db, { id: n, other: 1 + Math.floor(random() * (n - 1)) });
          }
        }
      });
    }
  } finally {
    base.close();
  }
}
