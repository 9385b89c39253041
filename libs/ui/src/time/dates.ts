const shanghai = 8 * 3_600_000;
const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
const two = (value: number): string => String(value).padStart(2, '0');

/** The clocks of Asia/Shanghai at a moment as the wire spells it (already in that zone), or at milliseconds. */
function inShanghai(moment: string | number) {
  const words = typeof moment === 'string' ? moment.trim() : '';
  const at = new Date(typeof moment === 'number' ? moment + shanghai : `${words.replace(' ', 'T')}${words.length > 10 ? '' : 'T00:00:00'}Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), weekday: weekdays[at.getUTCDay()], time: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}` };
}

/** `2026年11月20日`; empty for what is no date. */
export function dayWords(moment: string | number): string {
  const at = inShanghai(moment);
  return at ? `${at.year}年${at.month}月${at.day}日` : '';
}

/** `2026年11月20日 星期五 08:30` */
export function momentWords(moment: string | number): string {
  const at = inShanghai(moment);
  return at ? `${dayWords(moment)} 星期${at.weekday} ${at.time}` : '';
}

/** `2026-11-20`, for lists that are read down a column. */
export function dayDigits(moment: string | number): string {
  const at = inShanghai(moment);
  return at ? `${at.year}-${two(at.month)}-${two(at.day)}` : '';
}
