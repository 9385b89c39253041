import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** A moment from the API (already in Asia/Shanghai) or in milliseconds, as a time in that zone. */
function toShanghai(moment: string | number): Dayjs | undefined {
  const at =
    typeof moment === 'number'
      ? dayjs.utc(moment).utcOffset(8)
      : dayjs.utc(moment.trim().replace(' ', 'T') + (moment.length > 10 ? 'Z' : 'T00:00:00Z'));
  return at.isValid() ? at.locale('zh-cn') : undefined;
}

/** `2026年11月20日`; empty for an invalid date. */
export const dayWords = (moment: string | number): string =>
  toShanghai(moment)?.format('YYYY年M月D日') ?? '';

/** `2026年11月20日 星期五 08:30` */
export const momentWords = (moment: string | number): string =>
  toShanghai(moment)?.format('YYYY年M月D日 dddd HH:mm') ?? '';

/** `2026-11-20`, for columns. */
export const dayDigits = (moment: string | number): string =>
  toShanghai(moment)?.format('YYYY-MM-DD') ?? '';
