import type { When } from './shapes.ts';

const day = 86_400_000;
const offset = 8 * 3_600_000;

/** The time meant by `when`, relative to `now`. Days and years in Asia/Shanghai; never later than
 * `now` except a fixed date. */
export function toMoment(when: When, now: Date): Date {
  if ('on' in when) return new Date(`${when.on.replace(' ', 'T')}+08:00`);
  if ('daysAgo' in when)
    return new Date(now.getTime() - when.daysAgo * day - (when.minutes ?? 0) * 60_000);
  const year = new Date(now.getTime() + offset).getUTCFullYear() - when.yearsAgo;
  const from = Date.UTC(year, 0, 1) - offset;
  const to = Math.min(Date.UTC(year + 1, 0, 1) - offset, now.getTime());
  return new Date(Math.floor(from + (to - from) * when.part));
}
