/** Age in the largest suitable unit. */
export function ageOf(at: string | null, now: Date): string {
  if (!at) return '—';
  return spanOf(now.getTime() - Date.parse(at));
}

/** Up to two hours in minutes, because operators wait for it. */
export function leftUntil(at: string, now: Date): string {
  const milliseconds = Date.parse(at) - now.getTime();
  return milliseconds > 90_000 && milliseconds < 7_200_000
    ? `${Math.floor(milliseconds / 60_000)} 分`
    : spanOf(milliseconds);
}

function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时`;
  return `${Math.floor(seconds / 86_400)} 天`;
}

export const timeOf = (at: string): string =>
  new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
