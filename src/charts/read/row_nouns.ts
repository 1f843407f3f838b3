/**
 * Nouns by which a sentence asks how many there are without saying "number of": "visits per clinic", "the most
 * employees", 「社員が多い部署」.
 */

/** What happens, each in a row of its own, whatever is added up beside it. */
const events = [
  "visits|appointments|admissions|discharges|orders|tickets|calls|cases|incidents|accidents|complaints",
  "requests|inquiries|enquiries|claims|bookings|reservations|transactions|purchases|deliveries|shipments",
  "flights|trips|rides|loans|rentals|parcels|packages|sessions|logins|sign[ -]?ups|registrations|applications",
  "errors|failures|alerts|hits|page ?views|clicks|downloads|responses|rows|records|hires|joiners|enroll?ments",
].join("|");
const eventsJa =
  "来院|受診|来店|来場|予約|注文|問い?合わ?せ|苦情|事故|障害|申請|申込|取引|アクセス|エラー|閲覧";

const people = [
  "patients|people|persons|employees|workers|students|pupils|respondents|participants|customers|clients",
  "users|members|guests|visitors|passengers",
].join("|");
const peopleJa = "患者|社員|従業員|職員|生徒|学生|回答者?|参加者|応募者?|会員|顧客|利用者|人";

/** What rows often are one of each; used where no column is named by the noun. */
const things = `${events}|${people}|events|views|messages|traffic|entries`;
const thingsJa = `${eventsJa}|${peopleJa}`;

/** What happens to things or people, of which only the number is told. */
const deedsJa = "採用|退職|離職|入会|退会|解約|契約|成約|受注|返品|訪問|相談|投稿|発生|欠勤|出生|死亡";

/** Whether a word is what rows often are one of each, in the plural. */
export function isRowNoun(word: string): boolean {
  return new RegExp(`^(?:${things}|(?:${thingsJa}))$`).test(word);
}

/** What is said of a noun that is counted: who has most of them, or how they are spread over groups or time. */
export function countedForm(english: string, japanese: string): string {
  return [
    `\\b(?:most|fewest|more|fewer|many) (?:(?!of\\b)\\w+ )?(?:${english})(?<=s|people|traffic)`,
    `(?:${english})(?<=s|people|traffic)(?: (?:are |were )?[a-z]+ed(?: by)?)?(?: over time)?(?: (?:with|having|where))?,?\\s+(?:per|by|across|over (?:time|the)|(?:in|for|at|from|of) (?:each|every)|each|every|trend)\\b`,
    `\\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annual) (?:${english})(?<=s|traffic)`,
    `(?:${japanese})(?:さん)?(?:が|の|は)?(?:最も|もっとも|一番|いちばん|最)?(?:多|少な)[いくかさ]`,
    `(?:${japanese})の?(?:推移|増減|内訳|分布)|(?:${japanese})(?:の|は|が)[^、。]{1,10}分布`,
  ].join("|");
}

/** Whether words stand in a plain sentence as what is counted. */
export function isCountedNoun(text: string, words: string): boolean {
  return new RegExp(countedForm(words, words)).test(text);
}

const usual = new RegExp(
  `${countedForm(`\\b(?:${things})\\b`, `(?<![一-龠ァ-ヶ])(?:${thingsJa})`)}` +
    "|\\b(?:busiest|quietest|most crowded)\\b|忙し|混(?:んで|み合|雑)",
);

/** Whether a plain sentence counts what rows may be. */
export function countsUsualThings(text: string): boolean {
  return usual.test(text);
}

/** Numbers of people and things that no column holds: 患者数, 社員の数, 日数, 「退職した人を部署別に」. */
export const countWords: RegExp = new RegExp(
  `(?:[者客員名社店校文約録込院徒生童例便冊戸軒棟室]|ユーザー?|(?<![一-龠ァ-ヶ])(?:${thingsJa}|${deedsJa}))の?数(?![値字量学式千万百])|人の数|[日月週]数|(?<![一-龠ァ-ヶ])(?:${thingsJa})を(?=[^、。]{1,10}(?:別|ごと))`,
);

/** Whether a sentence asks how many people there are. */
export function countsPeople(text: string): boolean {
  return /人数|何人|人の数|(?:社員|従業員|職員|生徒|学生|児童|会員|患者|顧客|利用者|参加者|応募者|回答者)の?数/
    .test(text);
}

/** Whether a plain sentence asks how many days there are of something. */
export function countsDays(text: string): boolean {
  return /何日|日数|\b(?:how many|number of|counts? of) (?:[a-z]+ ){0,2}(?:days|nights)\b/.test(text);
}

const singles = [
  "order|transaction|purchase|sale|visit|ticket|call|request|trip|ride|booking|reservation",
  "shipment|delivery|case|claim|response|person|employee|patient|student|pupil|customer|user",
  "member|row|record|observation",
].join("|");

/** One of what rows are, for each of which there is one value: "revenue per order", 「注文ごとの金額」. */
export const perOne: RegExp = new RegExp(
  [
    `\\bper (?:single |individual )?(?:${singles})\\b(?! (?:date|day|type|status|channel|month|week|year))`,
    "(?:注文|取引|購入|伝票|案件|予約|来店|来院|訪問|出荷|社員|患者|生徒|顧客|行|レコード)(?:ごと|毎)(?:の|に)",
    "(?:1|一)(?:注文|取引|購入|予約|来店|来院)(?:あ|当)たり",
  ].join("|"),
  "g",
);

const happening = new RegExp(countedForm(`\\b(?:${events})\\b`, `(?<![一-龠ァ-ヶ])(?:${eventsJa})`));

/** Whether words stand in a plain sentence only as what happens and is counted: trips of trip_minutes. */
export function areCountedEvents(text: string, words: string): boolean {
  const found = text.match(new RegExp(words, "g")) ?? [];
  return found.length > 0 && found.every((word) => isEvent(word.trim())) && isCountedNoun(text, words);
}

/** Whether a word in the plural is what happens. */
export function isEvent(word: string): boolean {
  return new RegExp(`^(?:${events})$`).test(word);
}

/** Whether a plain sentence counts what happens. */
export function countsEvents(text: string): boolean {
  return happening.test(text);
}
