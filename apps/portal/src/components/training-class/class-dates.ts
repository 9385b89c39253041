/** `2026年12月7日` for a time from the API; without the year if it is that of `after`. */
export function formatDay(time: string, suffix = ''): string {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-');
  const text = `${Number(month)}月${Number(day)}日`;
  return suffix.startsWith(year) && suffix !== '' ? text : `${year}年${text}`;
}
