const offset = 8 * 3_600_000;

/** `11月24日 12:49` on the clocks of Asia/Shanghai; the year is left out, since what is said lies
 * near. */
export function momentInWords(milliseconds: number): string {
  const at = new Date(milliseconds + offset);
  const time = [at.getUTCHours(), at.getUTCMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${at.getUTCMonth() + 1}月${at.getUTCDate()}日 ${time}`;
}
