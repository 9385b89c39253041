/** `2026年12月7日` for a time from the API; without the year if it is that of `after`. */
export function dayWords(time: string, after = ''): string {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-');
  const words = `${Number(month)}月${Number(day)}日`;
  return after.startsWith(year) && after !== '' ? words : `${year}年${words}`;
}

/** `12月7日 09:00` for a time from the API that is close to now. */
export function timeWords(time: string): string {
  const [, month = '', day = ''] = time.slice(0, 10).split('-');
  return `${Number(month)}月${Number(day)}日 ${time.slice(11, 16)}`;
}
