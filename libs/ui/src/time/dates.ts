const shanghai = 8 * 3_600_000;
const weekdays = '日一二三四五六';

/** A moment as the wire spells it (already in Asia/Shanghai), or milliseconds, in parts of that zone. */
function partsOf(moment: string | number): { y: number; m: number; d: number; time: string; weekday: string } | undefined {
  const at = typeof moment === 'number' ? moment + shanghai : Date.parse(`${moment.trim().replace(' ', 'T')}${moment.length > 10 ? 'Z' : 'T00:00:00Z'}`);
  if (!Number.isFinite(at)) return undefined;
  const date = new Date(at);
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate(), time: date.toISOString().slice(11, 16), weekday: weekdays[date.getUTCDay()] ?? '' };
}

/** `2026年11月20日`; empty for what is no date. */
export function dayWords(moment: string | number): string {
  const parts = partsOf(moment);
  return parts ? `${parts.y}年${parts.m}月${parts.d}日` : '';
}

/** `2026年11月20日 星期五 08:30` */
export function momentWords(moment: string | number): string {
  const parts = partsOf(moment);
  return parts ? `${parts.y}年${parts.m}月${parts.d}日 星期${parts.weekday} ${parts.time}` : '';
}

/** `2026-11-20`, for lists that are read down a column. */
export function dayDigits(moment: string | number): string {
  const parts = partsOf(moment);
  return parts ? [parts.y, parts.m, parts.d].map((part) => String(part).padStart(2, '0')).join('-') : '';
}
