/** Age in the largest suitable unit. */
export function formatAge(at: string | null, now: Date): string {
  if (!at) return '—';
  return formatDuration(now.getTime() - Date.parse(at));
}

/** Up to two hours in minutes, because operators wait for it. */
export function formatTimeLeft(at: string, now: Date): string {
  const milliseconds = Date.parse(at) - now.getTime();
  return milliseconds > 90_000 && milliseconds < 7_200_000
    ? `${Math.floor(milliseconds / 60_000)} 分`
    : formatDuration(milliseconds);
}

function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时`;
  return `${Math.floor(seconds / 86_400)} 天`;
}

export const formatTime = (at: string): string =>
  new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
