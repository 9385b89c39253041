const offset = 8 * 3_600_000;

/** `11月24日 12:49` in Asia/Shanghai; without the year, since it is always close to now. */
export function momentInWords(milliseconds: number): string {
  const at = new Date(milliseconds + offset);
  const time = [at.getUTCHours(), at.getUTCMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${at.getUTCMonth() + 1}月${at.getUTCDate()}日 ${time}`;
}
