/** `2026年12月7日` of a wire time; the year is left out where it is that of `after`. */
export function dayWords(time: string, after = ''): string {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-');
  const words = `${Number(month)}月${Number(day)}日`;
  return after.startsWith(year) && after !== '' ? words : `${year}年${words}`;
}

/** `12月7日 09:00` of a wire time that lies near. */
export function timeWords(time: string): string {
  const [, month = '', day = ''] = time.slice(0, 10).split('-');
  return `${Number(month)}月${Number(day)}日 ${time.slice(11, 16)}`;
}
