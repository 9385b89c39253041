/** How long ago, in the largest fitting unit. */
export function ageOf(at: string | null, now: Date): string {
  if (!at) return '—';
  return spanOf(now.getTime() - Date.parse(at));
}

export const leftUntil = (at: string, now: Date): string => spanOf(Date.parse(at) - now.getTime());

function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时`;
  return `${Math.floor(seconds / 86_400)} 天`;
}

export const timeOf = (at: string): string =>
  new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
