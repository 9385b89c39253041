const offset = 8 * 3_600_000;

/** `11月24日 12:49` in Asia/Shanghai; without the year, since it is always close to now. */
export function momentInWords(milliseconds: number): string {
  const shifted = new Date(milliseconds + offset);
  const time = [shifted.getUTCHours(), shifted.getUTCMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${shifted.getUTCMonth() + 1}月${shifted.getUTCDate()}日 ${time}`;
}
