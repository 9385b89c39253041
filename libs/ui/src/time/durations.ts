const units = [
  ['天', 86_400],
  ['小时', 3600],
  ['分', 60],
  ['秒', 1],
] as const;

/**
 * Whole seconds as days, hours, minutes and seconds. Zero parts at the ends are left out, never
 * one in between: `2天0小时27分8秒`.
 */
export function durationWords(seconds: number): string {
  let rest = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  let text = '';
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (text !== '' && rest > 0)) text += `${count}${name}`;
  }
  return text || '0秒';
}

/**
 * Study time, which is never counted in days: hours and minutes, `36小时20分钟`; seconds only below
 * one minute.
 */
export function studyTimeWords(seconds: number): string {
  if (!(seconds >= 60)) return durationWords(seconds);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `${hours > 0 ? `${hours}小时` : ''}${rest > 0 ? `${rest}分钟` : ''}`;
}

/** For a running clock of constant width: `02:05`, `1:02:05`. */
export function clockWords(seconds: number): string {
  const rest = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const minutesAndSeconds = `${twoDigits(Math.floor(rest / 60) % 60)}:${twoDigits(rest % 60)}`;
  return rest < 3600 ? minutesAndSeconds : `${Math.floor(rest / 3600)}:${minutesAndSeconds}`;
}
