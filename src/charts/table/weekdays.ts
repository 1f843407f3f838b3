/** Names of weekdays, whole or shortened as usual: Thursday, Thur, Th., 木曜日, 木. */

const english = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const japanese = "月火水木金土日";

/** The place of a weekday in the week, from Monday; -1 if it is none. */
export function weekdayPlace(label: string): number {
  const plain = label.normalize("NFKC").trim().toLowerCase();
  if (/^[月火水木金土日](?:曜日?)?$/.test(plain)) return japanese.indexOf(plain.slice(0, 1));
  const short = plain.replace(/\.$/, "").replace(/^weds$/, "wed");
  return short.length < 2 ? -1 : english.findIndex((name) => name.startsWith(short));
}

export function areWeekdays(labels: readonly string[]): boolean {
  return labels.length > 1 && labels.every((label) => weekdayPlace(label) >= 0);
}
