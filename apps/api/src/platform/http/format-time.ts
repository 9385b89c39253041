const offset = 8 * 3_600_000;

/** `YYYY-MM-DD HH:mm:ss` in +08:00: the only format of a timestamp on the wire. */
export function formatTime(at: Date): string {
  return new Date(at.getTime() + offset).toISOString().slice(0, 19).replace('T', ' ');
}

/** The calendar day in Asia/Shanghai, `YYYY-MM-DD`. */
export function formatDay(at: Date): string {
  return formatTime(at).slice(0, 10);
}

/** `2026年6月15日` of `2026-06-15`, for sentences. */
export function longDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** `11月24日 12:49` in +08:00, for sentences. */
export function formatMinute(at: Date): string {
  const [day, time] = formatTime(at).split(' ') as [string, string];
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${time.slice(0, 5)}`;
}

/** First moment of a year in Asia/Shanghai. */
export function yearStart(year: number): Date {
  return new Date(Date.UTC(year, 0, 1) - offset);
}
