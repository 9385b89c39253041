const offset = 8 * 3_600_000;

/**
 * `11月24日 12:49` for a moment from the API (already in Asia/Shanghai) or in milliseconds, in that
 * zone; without the year, since it is always close to now. Empty for an invalid date.
 */
export function momentInWords(moment: string | number): string {
  const shifted = new Date(
    typeof moment === 'number' ? moment + offset : `${moment.replace(' ', 'T')}Z`,
  );
  if (Number.isNaN(shifted.getTime())) return '';
  const time = [shifted.getUTCHours(), shifted.getUTCMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${shifted.getUTCMonth() + 1}月${shifted.getUTCDate()}日 ${time}`;
}
